import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { BITCOIN_PATHS } from '../bitcoin/address-source.ts';
import type { BitcoinScript } from '../bitcoin/encode.ts';
import { CARDANO_PATH } from '../cardano/address-source.ts';
import { EVM_PATH } from '../evm/address-source.ts';
import { POLKADOT_PATH } from '../polkadot/address-source.ts';
import { SOLANA_PATH, SOLANA_TREASURY } from '../solana/pool.ts';
import { TRON_PATH } from '../tron/address-source.ts';

/**
 * What the key tool publishes of a seed: account-level public keys, and Solana's addresses. Nothing in it can spend.
 */
export interface PublicKeys {
  /** Made from a published phrase: for play money only. */
  readonly isSample: boolean;
  readonly bitcoinScript: BitcoinScript;
  readonly bitcoin: string;
  readonly evm: string;
  readonly cardano: string;
  readonly polkadot: string;
  readonly solana: readonly string[];
  /** Where everything on Solana is swept to. */
  readonly solanaTreasury: string;
  readonly tron: string;
}

/** The seed's own key for signing exports: an ed25519 public key, and what signs with it. */
export interface ExportSigner {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export const TITLE = 'kobogate key export 1';

/** The signed content: the file's name and version, so that the signature fits no other kind of file, and its checksum. */
export const signedMessage = (checksum: string): Uint8Array => utf8ToBytes(`${TITLE} sha256 ${checksum}`);

/** The header's lines of the accounts, in their order: what each begins with. */
export const headings = (bitcoinScript: BitcoinScript) =>
  ({
    bitcoin: `bitcoin ${BITCOIN_PATHS[bitcoinScript]}`,
    evm: `evm ${EVM_PATH}`,
    cardano: `cardano ${CARDANO_PATH}`,
    polkadot: `polkadot ${POLKADOT_PATH}`,
    solana: `solana ${SOLANA_PATH}`,
    solanaTreasury: `solana-treasury ${SOLANA_TREASURY}`,
    tron: `tron ${TRON_PATH}`,
  }) as const;

/**
 * The export as a file's text, one thing a line: title, purpose, the families, Solana's treasury, TRON,
 * Solana's addresses, and at the end the SHA-256 of every byte before it, who signed, and the signature. `readKeyExport` reads it.
 */
export function formatKeyExport(keys: PublicKeys, signer: ExportSigner): string {
  const heading = headings(keys.bitcoinScript);
  const body = [
    TITLE,
    `purpose ${keys.isSample ? 'sample' : 'production'}`,
    `${heading.bitcoin} ${keys.bitcoin}`,
    `${heading.evm} ${keys.evm}`,
    `${heading.cardano} ${keys.cardano}`,
    `${heading.polkadot} ${keys.polkadot}`,
    `${heading.solana} ${keys.solana.length}`,
    `${heading.solanaTreasury} ${keys.solanaTreasury}`,
    `${heading.tron} ${keys.tron}`,
    ...keys.solana,
    '',
  ].join('\n');
  return seal(body, signer);
}

/** The body, followed by the three lines that prove it: checksum, signer, signature. */
export function seal(body: string, signer: ExportSigner): string {
  const checksum = bytesToHex(sha256(utf8ToBytes(body)));
  const signature = bytesToHex(signer.sign(signedMessage(checksum)));
  return `${body}sha256 ${checksum}\nsigner ${bytesToHex(signer.publicKey)}\nsignature ${signature}\n`;
}
