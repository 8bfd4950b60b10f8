import { type Cbor, Tagged } from '@kobogate/plans';

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const ARRAY = 4;
const MAP = 5;
const TAG = 6;
const SIMPLE = new Map<number, boolean | null>([
  [20, false],
  [21, true],
  [22, null],
]);

/** Reads CBOR of definite lengths, as `encodeCbor` writes it, and where it ends. Throws for anything else. Pure. */
export function readCbor(bytes: Uint8Array, start = 0): { value: Cbor; end: number } {
  let at = start;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('the bytes end too early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const number = (parts: Uint8Array): bigint => parts.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);

  function item(): Cbor {
    const [first = 0] = take(1);
    const [kind, code] = [first >> 5, first & 31];
    const simple = SIMPLE.get(code);
    if (kind === 7 && simple !== undefined) return simple;
    if (kind === 7 || code > 27) throw new Error('a byte of no meaning');
    const argument = code < 24 ? BigInt(code) : number(take(2 ** (code - 24)));
    if (kind === UNSIGNED) return argument;
    if (kind === NEGATIVE) return -1n - argument;
    if (kind === TAG) return new Tagged(argument, item());
    if (argument > BigInt(bytes.length)) throw new Error('a length beyond the end');
    const count = Number(argument);
    if (kind === BYTES) return take(count);
    if (kind === ARRAY) return Array.from({ length: count }, item);
    if (kind === MAP) return new Map(Array.from({ length: count }, (): [Cbor, Cbor] => [item(), item()]));
    throw new Error('a kind that no transaction has');
  }

  const value = item();
  return { value, end: at };
}
