import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';

/**
 * Whether a block's bloom filter allows for a log with all of these values (an address, topics). False is certain; true
 * may be chance. Ethereum Yellow Paper, section 4.3.1: three bits of 2,048 for each value, by its keccak-256.
 * A bloom of another length than 256 bytes allows for everything.
 */
export function bloomAllows(bloom: string, values: readonly `0x${string}`[]): boolean {
  if (bloom.length !== 514) return true;
  return values.every((value) => bitsOf(value).every((bit) => hasBit(bloom, bit)));
}

const known = new Map<string, readonly number[]>();

function bitsOf(value: `0x${string}`): readonly number[] {
  const remembered = known.get(value);
  if (remembered !== undefined) return remembered;
  const digest = keccak_256(hexToBytes(value.slice(2)));
  const bits = [0, 2, 4].map((at) => (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) & 2047);
  known.set(value, bits);
  return bits;
}

function hasBit(bloom: string, bit: number): boolean {
  const digit = Number.parseInt(bloom.charAt(513 - Math.floor(bit / 4)), 16);
  return ((digit >> (bit % 4)) & 1) === 1;
}
