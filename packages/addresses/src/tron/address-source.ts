import { type AddressSource, requireIndex, SOFT_INDEXES } from '../address-source.ts';
import type { ChainAddress } from '../address-check.ts';
import { evmAddress } from '../evm/address-source.ts';
import { readExtendedKey } from '../extended-key.ts';
import { formatTronAddress } from './base58-check.ts';

/** The account in BIP-44: 195 is TRON's coin type (SLIP-44). */
export const TRON_PATH = "m/44'/195'/0'";

/**
 * Addresses at 0/index below an account-level extended public key (BIP-32, BIP-44). Throws `AccountKeyError` in words for a
 * key that can't be used.
 */
export function tronAddressSource(xpub: string): AddressSource {
  const keys = readExtendedKey(xpub, { chain: 'TRON', path: TRON_PATH, prefixes: ['xpub'] });
  return {
    family: 'tron',
    keyFingerprint: keys.fingerprint,
    size: SOFT_INDEXES,
    derive: (index) => {
      requireIndex(index, SOFT_INDEXES);
      return tronAddress(keys.publicKey(index, 'uncompressed'));
    },
    treasury: () => tronAddress(keys.treasuryKey()),
  };
}

/** The address of a public key: the same twenty bytes as an EVM chain's, in TRON's own writing. */
export function tronAddress(publicKey: Uint8Array): ChainAddress {
  const { addressKey } = evmAddress(publicKey);
  return { address: formatTronAddress(addressKey), addressKey };
}
