import { ristretto255 } from '@noble/curves/ed25519.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { HDKD } from '@scure/sr25519';
import { type AddressSource, AccountKeyError, requireIndex, SOFT_INDEXES } from '../address-source.ts';
import { type ChainAddress, decoded } from '../address-check.ts';
import { formatSs58, POLKADOT_PREFIX, readSs58 } from './ss58.ts';

/** The account below the seed, in Substrate's own notation of paths; addresses are at /index below it. */
export const POLKADOT_PATH = '//kobogate';
/** The treasury is beside the numbered addresses, at //kobogate/treasury. */
export const POLKADOT_TREASURY = 'treasury';

/**
 * Addresses at /index below an account's sr25519 public key, which is given as its Polkadot address (SS58): Substrate's
 * soft derivation. Throws `AccountKeyError` in words for a key that can't be used.
 */
export function polkadotAddressSource(key: string): AddressSource {
  const account = parse(key);
  return {
    family: 'polkadot',
    keyFingerprint: bytesToHex(account.subarray(0, 20)),
    size: SOFT_INDEXES,
    derive: (index) => {
      requireIndex(index, SOFT_INDEXES);
      return polkadotAddress(HDKD.publicSoft(account, numberJunction(index)));
    },
    treasury: () => polkadotAddress(HDKD.publicSoft(account, textJunction(POLKADOT_TREASURY))),
  };
}

/** The address of a public key. Its key is the account in hexadecimal, as events carry it. */
export function polkadotAddress(publicKey: Uint8Array): ChainAddress {
  return { address: formatSs58(publicKey), addressKey: bytesToHex(publicKey) };
}

/** The chain code of a named step of a path: its length as SCALE writes short ones, its letters, and zeros. */
export function textJunction(name: string): Uint8Array {
  const code = new Uint8Array(32);
  code[0] = name.length << 2;
  code.set(utf8ToBytes(name), 1);
  return code;
}

/** The chain code of a numbered step of a path: the number in eight bytes, the lowest first, and zeros. */
export function numberJunction(index: number): Uint8Array {
  const code = new Uint8Array(32);
  new DataView(code.buffer).setBigUint64(0, BigInt(index), true);
  return code;
}

function parse(text: string): Uint8Array {
  const parts = readSs58(text);
  if (parts === undefined) throw new AccountKeyError('The Polkadot account key is not a Polkadot address.');
  if (parts === 'broken') {
    throw new AccountKeyError('The Polkadot account key has a typing error: its checksum does not fit.');
  }
  if (parts.prefix !== POLKADOT_PREFIX) {
    throw new AccountKeyError(
      `The Polkadot account key is written for another network (SS58 prefix ${parts.prefix} instead of ${POLKADOT_PREFIX}).`,
    );
  }
  const point = decoded(() => ristretto255.Point.fromBytes(parts.account));
  if (point === undefined || point.is0()) {
    throw new AccountKeyError('The Polkadot account key is not a point of the curve: no wallet makes such a key.');
  }
  return parts.account;
}
