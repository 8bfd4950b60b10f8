import { base58 } from '@scure/base';
import { type AddressSource, AccountKeyError, requireIndex } from '../address-source.ts';
import type { ChainAddress } from '../address-check.ts';
import { checkSolanaAddress } from './check-address.ts';

/** Addresses are at m/44'/501'/index'/0': each step is hardened, so that only the seed's owner can derive them. */
export const SOLANA_PATH = "m/44'/501'/i'/0'";
/** Path of the treasury's key: beside the first address of the pool, like change on other chains. */
export const SOLANA_TREASURY = "m/44'/501'/0'/1'";
const NEW_LINE = 0x0a;

/** The address of a public key, which on Solana is the key itself. */
export function solanaAddress(publicKey: Uint8Array): ChainAddress {
  const address = base58.encode(publicKey);
  return { address, addressKey: address };
}

/**
 * Addresses that the key tool derived beforehand, one a line in ASCII: public derivation is impossible on Solana. They
 * stay bytes until one is asked for, four megabytes for a hundred thousand. `keyFingerprint` names the seed that they
 * come from, `treasury` is its treasury's address, or null in an export that has none. Throws `AccountKeyError` where
 * the pool does not have `size` lines, or the treasury's is no address.
 */
export function solanaAddressSource(
  lines: Uint8Array,
  { size, keyFingerprint, treasury }: { size: number; keyFingerprint: string; treasury: string | null },
): AddressSource {
  const own = treasury === null ? null : checkSolanaAddress(treasury);
  if (own !== null && 'problem' in own) throw new AccountKeyError('The treasury on Solana is not an address.');
  const starts = startsOf(lines);
  if (starts.length !== size) {
    throw new AccountKeyError(`The Solana pool should have ${size} addresses and has ${starts.length}.`);
  }
  return {
    family: 'solana',
    keyFingerprint,
    size,
    derive: (index) => {
      requireIndex(index, size);
      const end = (starts[index + 1] ?? lines.length + 1) - 1;
      const check = checkSolanaAddress(new TextDecoder().decode(lines.subarray(starts[index], end)).trimEnd());
      if ('problem' in check) throw new AccountKeyError(`Line ${index + 1} of the Solana pool is not an address.`);
      return check;
    },
    ...(own === null ? {} : { treasury: () => own }),
  };
}

function startsOf(lines: Uint8Array): Uint32Array {
  const starts: number[] = lines.length === 0 ? [] : [0];
  for (let at = lines.indexOf(NEW_LINE); at >= 0 && at + 1 < lines.length; at = lines.indexOf(NEW_LINE, at + 1)) {
    starts.push(at + 1);
  }
  return Uint32Array.from(starts);
}
