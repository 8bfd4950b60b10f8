import type { ChainFamily } from '@kobogate/contract';
import type { ChainAddress } from './address-check.ts';

/** A family's deposit addresses, made from what the operator published of the seed. It can't spend. */
export interface AddressSource {
  readonly family: ChainFamily;
  /** Names the account key, so that its indexes are counted apart from another key's. */
  readonly keyFingerprint: string;
  /** How many addresses it can make: indexes run from 0 to one below it. */
  readonly size: number;
  /** The address at an index: the same for ever, and another one for each index. Throws where the index is out of range. */
  derive(index: number): ChainAddress;
  /** The operator's own address to which coins are swept, the first of the change chain; missing if a family has none yet. */
  treasury?(): ChainAddress;
}

/**
 * How many indexes are used of those that a public key can derive: BIP-32 has 2^31, the others are hardened and need the
 * private key. One fewer, so that the count after the last one is still a signed 32-bit number.
 */
export const SOFT_INDEXES = 2 ** 31 - 1;

/** An account key that can't be used, in words for the operator. */
export class AccountKeyError extends Error {
  constructor(sentence: string, options: { cause?: unknown } = {}) {
    super(sentence, options);
    this.name = 'AccountKeyError';
  }
}

/** Throws where `index` is not a whole number from 0 to one below `size`. */
export function requireIndex(index: number, size: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`there is no address at index ${index}: they run from 0 to ${size - 1}`);
  }
}
