import { concatBytes } from '@noble/hashes/utils.js';

/** What can be written as CBOR: numbers are bigint, a `Map` keeps its order, `Tagged` is a value under a tag. */
export type Cbor = bigint | boolean | null | Uint8Array | readonly Cbor[] | ReadonlyMap<Cbor, Cbor> | Tagged;

/** A value with the meaning that a tag gives it (RFC 8949, section 3.4). */
export class Tagged {
  readonly tag: bigint;
  readonly value: Cbor;
  constructor(tag: bigint, value: Cbor) {
    this.tag = tag;
    this.value = value;
  }
}

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;
const FALSE = 0xf4;
const TRUE = 0xf5;
const NULL = 0xf6;

/** Writes CBOR of definite lengths with the shortest heads (RFC 8949, section 4.2.1), as wallets do. Integers fit 64 bits. Pure. */
export function encodeCbor(value: Cbor): Uint8Array {
  if (value === null) return Uint8Array.of(NULL);
  if (typeof value === 'boolean') return Uint8Array.of(value ? TRUE : FALSE);
  if (typeof value === 'bigint') return value < 0n ? head(NEGATIVE, -1n - value) : head(UNSIGNED, value);
  if (value instanceof Uint8Array) return concatBytes(head(BYTES, BigInt(value.length)), value);
  if (value instanceof Tagged) return concatBytes(head(TAG, value.tag), encodeCbor(value.value));
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, held]) => [encodeCbor(key), encodeCbor(held)]);
    return concatBytes(head(MAP, BigInt(value.size)), ...entries);
  }
  const items = [...value];
  return concatBytes(head(ARRAY, BigInt(items.length)), ...items.map(encodeCbor));
}

/** The first byte, with the kind in its upper three bits, and as many after it as the number needs. */
function head(kind: number, argument: bigint): Uint8Array {
  const first = kind << 5;
  if (argument < 24n) return Uint8Array.of(first | Number(argument));
  const [code, bytes] =
    argument < 1n << 8n ? [24, 1] : argument < 1n << 16n ? [25, 2] : argument < 1n << 32n ? [26, 4] : [27, 8];
  const written = new Uint8Array(1 + bytes);
  written[0] = first | code;
  for (let place = bytes, left = argument; place > 0; place -= 1, left >>= 8n) written[place] = Number(left & 0xffn);
  return written;
}
