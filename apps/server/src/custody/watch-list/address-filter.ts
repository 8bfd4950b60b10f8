/**
 * A Bloom filter over address keys (B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970):
 * `mayHave` is never false for a key that was added, and true for fewer than one in a hundred others while it holds no
 * more than its capacity. Its size is two bytes per address, and a lookup costs the same however many it holds.
 */
export interface AddressFilter {
  readonly capacity: number;
  /** All that it holds: a filter over the same bytes answers the same. `add` writes into them. */
  readonly bytes: Uint8Array;
  add(key: string): void;
  mayHave(key: string): boolean;
}

const BITS_PER_KEY = 16;
const PROBES = 4;
const FEWEST = 1024;

/** The most keys that a filter is made for: its places are numbered with 32 bits. Beyond it lets more others through. */
export const MOST_IN_FILTER = 2 ** 32 / BITS_PER_KEY;

/** The capacity of a filter for `keys` keys. Pure. */
export const capacityFor = (keys: number): number =>
  Math.min(2 ** Math.ceil(Math.log2(Math.max(keys, FEWEST))), MOST_IN_FILTER);

/** How many bytes a filter of a capacity has. Pure. */
export const bytesFor = (capacity: number): number => (capacity * BITS_PER_KEY) / 8;

/** A filter for at least `keys` keys: empty, or one that held `bytes`, which are then its own. */
export function createAddressFilter(keys: number, bytes = new Uint8Array(bytesFor(capacityFor(keys)))): AddressFilter {
  const capacity = capacityFor(keys);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytesFor(capacity) / 4);
  // Of 2 ** 32 places each number of 32 bits is one.
  const mask = (capacity * BITS_PER_KEY - 1) | 0;
  const has = (place: number): boolean => ((words[(place & mask) >>> 5] ?? 0) & (1 << (place & 31))) !== 0;

  return {
    capacity,
    bytes,
    add: (key) => {
      let place = placeOf(key);
      const step = stepOf(key);
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = place & mask;
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
        place = (place + step) | 0;
      }
    },
    mayHave: (key) => {
      let place = placeOf(key);
      if (!has(place)) return false;
      const step = stepOf(key);
      for (let probe = 1; probe < PROBES; probe += 1) {
        place = (place + step) | 0;
        if (!has(place)) return false;
      }
      return true;
    },
  };
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), with a last mixing step so that its low bits are even too. */
function placeOf(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  }
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) ^ (value >>> 12);
}

/**
 * The second half of a key's 64 bits. With only the first half, which a stranger shares with one of 100,000,000 keys in one
 * case of forty, more strangers would pass than the filter's size allows. Another start, factor and a mixing step for each
 * character make it independent of the first half. Odd, so that the probes of one key are different bits.
 */
function stepOf(key: string): number {
  let value = 0x2f0b4c47;
  for (let index = 0; index < key.length; index += 1) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x85ebca6b);
    value ^= value >>> 15;
  }
  return (Math.imul(value ^ (value >>> 16), 0x45d9f3b) ^ (value >>> 13)) | 1;
}
