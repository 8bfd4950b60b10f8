import { ed25519 } from '@noble/curves/ed25519.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';

/** A public key with the chain code that its children are derived with, 32 bytes each. */
export interface ExtendedPublicKey {
  readonly publicKey: Uint8Array;
  readonly chainCode: Uint8Array;
}

/** Tags of a soft child's key and chain code, and how much of the first hash moves the key. */
const KEY_TAG = 0x02;
const CHAIN_CODE_TAG = 0x03;
const MOVING_BYTES = 28;
const COFACTOR = 8n;

/**
 * The soft child at `index` (D. Khovratovich, J. Law, "BIP32-Ed25519", 2017, in the form that CIP-3 and CIP-1852 use): the
 * parent's key plus the generator times eight times a hash. Throws where the parent's key is no point of the curve.
 */
export function softChild({ publicKey, chainCode }: ExtendedPublicKey, index: number): ExtendedPublicKey {
  const place = new Uint8Array(4);
  new DataView(place.buffer).setUint32(0, index, true);
  const hash = (tag: number): Uint8Array => hmac(sha512, chainCode, concatBytes(Uint8Array.of(tag), publicKey, place));
  const moved = COFACTOR * littleEndian(hash(KEY_TAG).subarray(0, MOVING_BYTES));
  const point = ed25519.Point.fromBytes(publicKey).add(ed25519.Point.BASE.multiply(moved));
  return { publicKey: point.toBytes(), chainCode: hash(CHAIN_CODE_TAG).subarray(32) };
}

/** Bytes as a number, the lowest first. */
export function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
