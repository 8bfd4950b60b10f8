import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { AccountKeyError, type AddressSource } from '../address-source.ts';
import { bitcoinAddressSource } from '../bitcoin/address-source.ts';
import { cardanoAddressSource } from '../cardano/address-source.ts';
import { evmAddressSource } from '../evm/address-source.ts';
import { polkadotAddressSource } from '../polkadot/address-source.ts';
import { solanaAddressSource } from '../solana/pool.ts';
import { tronAddressSource } from '../tron/address-source.ts';
import { headings, signedMessage, TITLE } from './format.ts';

/** An export that was found whole, unchanged, and signed by the key that was asked for. */
export interface KeyExport {
  readonly isSample: boolean;
  /** One for each family; an export made before TRON was added has none of its. */
  readonly sources: readonly AddressSource[];
}

/** The last three lines have a fixed form and prove everything before them. */
const SEAL = /\nsha256 ([0-9a-f]{64})\nsigner ([0-9a-f]{64})\nsignature ([0-9a-f]{128})\n?$/;
const SEAL_BYTES = 400;
/** Without the lines that were added later: Solana's treasury, and after it TRON. */
const HEADER_LINES = 7;
const TREASURY = 'solana-treasury ';
const TRON = 'tron ';
const NEW_LINE = 0x0a;

/**
 * Reads what `formatKeyExport` wrote. `signer` is the public key (hex) that the operator noted when the export was
 * made. Throws `AccountKeyError` in words where the file is cut off or was changed, is signed by another key, or holds
 * a key of another network or kind.
 */
export function readKeyExport(file: Uint8Array, signer: string): KeyExport {
  const body = openSeal(file, signer.toLowerCase());
  const hasTreasury = begins(body.subarray(endOfLines(body, HEADER_LINES)), TREASURY);
  const before = hasTreasury ? HEADER_LINES + 1 : HEADER_LINES;
  const hasTron = begins(body.subarray(endOfLines(body, before)), TRON);
  const end = endOfLines(body, hasTron ? before + 1 : before);
  const [title, purpose, ...lines] = ascii(body.subarray(0, end)).split('\n');
  if (title !== TITLE)
    throw new AccountKeyError(`The key export is not of the kind that this version reads (${TITLE}).`);
  if (purpose !== 'purpose sample' && purpose !== 'purpose production') {
    throw new AccountKeyError('The key export does not say whether it is for production or a sample.');
  }
  const script = lines[0]?.startsWith(headings('taproot').bitcoin) === true ? 'taproot' : 'segwit';
  const names = headings(script);
  const value = (name: keyof typeof names, at: number): string => {
    const line = lines[at] ?? '';
    if (!line.startsWith(`${names[name]} `)) {
      throw new AccountKeyError(`Line ${at + 3} of the key export should begin with “${names[name]}”.`);
    }
    return line.slice(names[name].length + 1);
  };
  return {
    isSample: purpose === 'purpose sample',
    sources: [
      bitcoinAddressSource(value('bitcoin', 0), script),
      evmAddressSource(value('evm', 1)),
      cardanoAddressSource(value('cardano', 2)),
      polkadotAddressSource(value('polkadot', 3)),
      // The pool's name is the seed's signing key: a longer pool of the same seed goes on where the shorter one ended.
      solanaAddressSource(body.subarray(end), {
        size: Number(value('solana', 4)),
        keyFingerprint: signer.toLowerCase(),
        // Exports made before the treasury's line was added are read as they are.
        treasury: hasTreasury ? value('solanaTreasury', 5) : null,
      }),
      ...(hasTron ? [tronAddressSource(value('tron', before - 2))] : []),
    ],
  };
}

/** The part of the file that its last three lines prove, after they were checked. */
function openSeal(file: Uint8Array, signer: string): Uint8Array {
  const tail = ascii(file.subarray(-SEAL_BYTES));
  const seal = SEAL.exec(tail);
  const [matched = '', checksum = '', signedBy = '', signature = ''] = seal ?? [];
  if (seal === null) {
    throw new AccountKeyError(
      'The key export is cut off, or is no key export: its last lines, which vouch for the rest, are missing.',
    );
  }
  // The line's end before the seal belongs to the body.
  const body = file.subarray(0, file.length - matched.length + 1);
  if (bytesToHex(sha256(body)) !== checksum) {
    throw new AccountKeyError(
      'The key export was changed or damaged after it was made: its checksum does not fit. Please copy it again.',
    );
  }
  if (signedBy !== signer) {
    throw new AccountKeyError(
      `The key export is signed by another key (${signedBy}) than the one expected: it was made from another seed.`,
    );
  }
  let isSigned = false;
  try {
    isSigned = ed25519.verify(hexToBytes(signature), signedMessage(checksum), hexToBytes(signer));
  } catch {
    // A signer that is no point of the curve can't have signed.
  }
  if (!isSigned) throw new AccountKeyError('The key export’s signature is not good: it was not made by the key tool.');
  return body;
}

function endOfLines(body: Uint8Array, lines: number): number {
  let end = 0;
  for (let line = 0; line < lines && end < body.length; line += 1) {
    const at = body.indexOf(NEW_LINE, end);
    end = at < 0 ? body.length : at + 1;
  }
  return end;
}

const begins = (rest: Uint8Array, word: string): boolean => ascii(rest.subarray(0, word.length)) === word;

const ascii = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
