/**
 * A Bloom filter over address keys (B. H. Bloom, "Space/time trade-offs in hash coding with allowable errors", 1970):
 * `mayHave` is never false for a key that was added, and true for fewer than one in a hundred others while it holds no
 * more than its capacity. Its size is two bytes per address, and a lookup costs the same however many it holds.
 */
export interface AddressFilter {
  readonly capacity: number;
  add(key: string): void;
  mayHave(key: string): boolean;
}

const BITS_PER_KEY = 16;
const PROBES = 4;

/** An empty filter for at least `capacity` keys. */
export function createAddressFilter(capacity: number): AddressFilter {
  const bits = 2 ** Math.ceil(Math.log2(Math.max(capacity, 1024) * BITS_PER_KEY));
  const mask = bits - 1;
  const words = new Uint32Array(bits / 32);

  return {
    capacity: bits / BITS_PER_KEY,
    add: (key) => {
      let place = hash(key);
      const step = stepOf(place);
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = place & mask;
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
        place = (place + step) | 0;
      }
    },
    mayHave: (key) => {
      let place = hash(key);
      const step = stepOf(place);
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = place & mask;
        if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
        place = (place + step) | 0;
      }
      return true;
    },
  };
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), with a last mixing step so that its low bits are even too. */
function hash(key: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    value = Math.imul(value ^ key.charCodeAt(index), 0x01000193);
  }
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) ^ (value >>> 12);
}

/** Odd, so that the probes of one key are different bits. */
function stepOf(place: number): number {
  return (Math.imul(place ^ (place >>> 16), 0x45d9f3b) >>> 3) | 1;
}
