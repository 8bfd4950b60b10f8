import { type Token, Tokenizer, Type } from 'cborg';
import { garbage } from '../fields.ts';

/** The kinds of items that the caller distinguishes before it reads one. */
export type CborKind = 'uint' | 'map' | 'tag';

/** Reads CBOR items one after another. Every call throws `NodeFault` where the next item has another kind. */
export interface CborReader {
  position(): number;
  /** The bytes from one position to another. */
  between(start: number, end: number): Uint8Array;
  /** Whether the next item, which stays unread, is of a kind. */
  isNext(kind: CborKind): boolean;
  unsigned(): bigint;
  /** Reads a tag; the item that it marks comes next. */
  tag(): void;
  boolean(): boolean;
  bytes(): Uint8Array;
  /** Reads an array: `readItem` must read exactly one item each time. Answers how many there were. */
  array(readItem: (index: number) => void): number;
  /** Reads a map: `readEntry` must read exactly a key and its value each time. Answers how many there were. */
  map(readEntry: () => void): number;
  /** Reads past one item, however deep. */
  skip(): void;
  isAtEnd(): boolean;
}

/** The first bytes of byte and text strings in pieces (RFC 8949, section 3.2.3), which the library does not read. */
const PIECES = new Map<number | undefined, Type>([
  [0x5f, Type.bytes],
  [0x7f, Type.string],
]);

const is = (token: Token, type: Type): boolean => Type.equals(token.type, type);

/**
 * A reader at the start of the bytes. The library reads the items' heads; this reader adds the position of each in the
 * bytes, which a transaction's hash needs, and joins strings in pieces, which long contract data uses.
 */
export function createCborReader(data: Uint8Array): CborReader {
  let at = 0;

  function peek(): Token {
    try {
      return new Tokenizer(data.subarray(at), { allowBigInt: true }).next();
    } catch (error) {
      return garbage('value', error);
    }
  }

  function next(): Token {
    const token = peek();
    at += token.encodedLength ?? garbage('value');
    return token;
  }

  function read(type: Type): Token {
    const token = next();
    return is(token, type) ? token : garbage('value of another kind');
  }

  /** The pieces of the string at this position, null where it is a whole one or no string. */
  function pieces(): Uint8Array[] | null {
    const type = PIECES.get(data[at]);
    if (type === undefined) return null;
    at += 1;
    const found: Uint8Array[] = [];
    while (!is(peek(), Type.break)) found.push(read(type).value);
    next();
    return found;
  }

  function each(type: Type, readItem: (index: number) => void): number {
    const count: number = read(type).value;
    let index = 0;
    // A head without a length means items until a break.
    for (; count === Infinity ? !is(peek(), Type.break) : index < count; index += 1) readItem(index);
    if (count === Infinity) next();
    return index;
  }

  /** Without recursion: users may nest data in a transaction thousands deep. */
  function skip(): void {
    const left = [1];
    for (let top = left.at(-1); top !== undefined; top = left.at(-1)) {
      const isOver = top === Infinity ? is(peek(), Type.break) : top === 0;
      if (isOver) {
        if (top === Infinity) next();
        left.pop();
        continue;
      }
      left[left.length - 1] = top - 1;
      if (pieces() !== null) continue;
      const token = next();
      if (is(token, Type.break)) garbage('break');
      if (is(token, Type.array)) left.push(token.value);
      if (is(token, Type.map)) left.push(2 * token.value);
      if (is(token, Type.tag)) left.push(1);
    }
  }

  return {
    position: () => at,
    between: (start, end) => data.subarray(start, end),
    isNext: (kind) => is(peek(), Type[kind]),
    unsigned: () => BigInt(read(Type.uint).value),
    tag: () => void read(Type.tag),
    boolean: () => {
      const token = next();
      return is(token, Type.true) || is(token, Type.false) ? is(token, Type.true) : garbage('truth value');
    },
    bytes: () => {
      const found = pieces();
      return found === null ? read(Type.bytes).value : Buffer.concat(found);
    },
    array: (readItem) => each(Type.array, readItem),
    map: (readEntry) => each(Type.map, readEntry),
    skip,
    isAtEnd: () => at === data.length,
  };
}
