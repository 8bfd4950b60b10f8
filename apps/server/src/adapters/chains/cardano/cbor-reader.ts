import { garbage } from '../fields.ts';

/** Kinds of CBOR items: the upper three bits of an item's first byte (RFC 8949, section 3.1). */
export const KIND = { unsigned: 0, bytes: 2, text: 3, array: 4, map: 5, tag: 6 } as const;

/** Reads CBOR items one after another, without a copy. Every call throws `NodeFault` where the next item is another one. */
export interface CborReader {
  position(): number;
  /** The bytes from one position to another. */
  between(start: number, end: number): Buffer;
  /** The kind of the next item, which stays unread. */
  peek(): number;
  unsigned(): bigint;
  /** Reads a tag; the item that it marks comes next. */
  tag(): bigint;
  boolean(): boolean;
  bytes(): Buffer;
  /** Reads an array: `readItem` must read exactly one item each time. Answers how many there were. */
  array(readItem: (index: number) => void): number;
  /** Reads a map: `readEntry` must read exactly a key and its value each time. Answers how many there were. */
  map(readEntry: () => void): number;
  /** Reads past one item, however deep. */
  skip(): void;
  isAtEnd(): boolean;
}

const FALSE = 0xf4;
const TRUE = 0xf5;
const BREAK = 0xff;
const LENGTH_UNKNOWN = 31;
/** Of a list whose end is a break, not a count. */
const UNTIL_BREAK = -1;

/** A reader at the start of the bytes. */
export function createCborReader(data: Buffer): CborReader {
  let at = 0;

  function take(length: number): Buffer {
    if (at + length > data.length) garbage('end too early');
    at += length;
    return data.subarray(at - length, at);
  }

  const next = (): number => data[at] ?? garbage('end too early');

  /** Reads an item's head; null stands for a length that a break ends. */
  function head(): { kind: number; argument: bigint | null } {
    const first = take(1).readUInt8();
    const kind = first >> 5;
    const code = first & 31;
    if (code < 24) return { kind, argument: BigInt(code) };
    if (code === 24) return { kind, argument: BigInt(take(1).readUInt8()) };
    if (code === 25) return { kind, argument: BigInt(take(2).readUInt16BE()) };
    if (code === 26) return { kind, argument: BigInt(take(4).readUInt32BE()) };
    if (code === 27) return { kind, argument: take(8).readBigUInt64BE() };
    const isOpen = code === LENGTH_UNKNOWN && kind >= KIND.bytes && kind <= KIND.map;
    return isOpen ? { kind, argument: null } : garbage('byte of no meaning');
  }

  /** A length or count can't be more than the bytes that are left: each item has one at least. */
  const countOf = (argument: bigint): number =>
    argument > BigInt(data.length - at) ? garbage('length') : Number(argument);

  function open(wanted: number): number {
    const { kind, argument } = head();
    if (kind !== wanted) garbage('value of another kind');
    return argument === null ? UNTIL_BREAK : countOf(argument);
  }

  function each(wanted: number, read: (index: number) => void): number {
    const count = open(wanted);
    let index = 0;
    for (; count === UNTIL_BREAK ? next() !== BREAK : index < count; index += 1) read(index);
    if (count === UNTIL_BREAK) take(1);
    return index;
  }

  /** Without recursion: what people put into a transaction may be nested thousands deep. */
  function skip(): void {
    const left = [1];
    for (let top = left.at(-1); top !== undefined; top = left.at(-1)) {
      if (top === 0 || (top === UNTIL_BREAK && next() === BREAK)) {
        if (top !== 0) take(1);
        left.pop();
        continue;
      }
      if (top !== UNTIL_BREAK) left[left.length - 1] = top - 1;
      const { kind, argument } = head();
      if (argument === null) left.push(UNTIL_BREAK);
      else if (kind === KIND.bytes || kind === KIND.text) take(countOf(argument));
      else if (kind === KIND.array) left.push(countOf(argument));
      else if (kind === KIND.map) left.push(2 * countOf(argument));
      else if (kind === KIND.tag) left.push(1);
    }
  }

  return {
    position: () => at,
    between: (start, end) => data.subarray(start, end),
    peek: () => next() >> 5,
    unsigned: () => {
      const { kind, argument } = head();
      return kind === KIND.unsigned && argument !== null ? argument : garbage('number');
    },
    tag: () => {
      const { kind, argument } = head();
      return kind === KIND.tag && argument !== null ? argument : garbage('tag');
    },
    boolean: () => {
      const byte = take(1).readUInt8();
      return byte === TRUE || byte === FALSE ? byte === TRUE : garbage('truth value');
    },
    bytes: () => {
      const length = open(KIND.bytes);
      if (length !== UNTIL_BREAK) return take(length);
      const parts: Buffer[] = [];
      while (next() !== BREAK) parts.push(take(open(KIND.bytes)));
      take(1);
      return Buffer.concat(parts);
    },
    array: (readItem) => each(KIND.array, readItem),
    map: (readEntry) => each(KIND.map, readEntry),
    skip,
    isAtEnd: () => at === data.length,
  };
}
