import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type AddressSource, requireIndex, SOFT_INDEXES } from '../address-source.ts';
import type { ChainAddress } from '../address-check.ts';
import { readExtendedKey } from '../extended-key.ts';
import { checksummed } from './checksum.ts';

/** The account in BIP-44. */
export const EVM_PATH = "m/44'/60'/0'";

const ADDRESS_BYTES = 20;

/**
 * Addresses at 0/index below an account-level extended public key (BIP-32, BIP-44), with EIP-55's checksum. Throws
 * `AccountKeyError` in words for a key that can't be used.
 */
export function evmAddressSource(xpub: string): AddressSource {
  const keys = readExtendedKey(xpub, { chain: 'EVM', path: EVM_PATH, prefixes: ['xpub'] });
  return {
    family: 'evm',
    keyFingerprint: keys.fingerprint,
    size: SOFT_INDEXES,
    derive: (index) => {
      requireIndex(index, SOFT_INDEXES);
      return evmAddress(keys.publicKey(index, 'uncompressed'));
    },
    treasury: () => evmAddress(keys.treasuryKey()),
  };
}

/** The address of a public key (compressed or not): the last 20 bytes of the Keccak-256 of its two coordinates. */
export function evmAddress(publicKey: Uint8Array): ChainAddress {
  const coordinates = secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1);
  const digits = bytesToHex(keccak_256(coordinates).subarray(-ADDRESS_BYTES));
  return { address: checksummed(digits), addressKey: `0x${digits}` };
}
