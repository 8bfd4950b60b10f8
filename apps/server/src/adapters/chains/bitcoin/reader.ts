import { NodeFault } from '../../../custody/index.ts';

/** Throws `NodeFault`: the block's bytes break the protocol. */
export function garbage(what: string): never {
  throw new NodeFault(`The node's block has ${what} that can't be read. Nothing of it was counted.`);
}

/** Reads bytes one after another. Every call throws `NodeFault` where too few are left. */
export interface Reader {
  position(): number;
  /** The bytes from one position to another. */
  between(start: number, end: number): Buffer;
  take(length: number): Buffer;
  u32(): number;
  /** An amount: 64 bits. */
  u64(): bigint;
  /** Bitcoin's variable-length number of one to nine bytes, as a count or length. */
  count(): number;
  /** Skips these bytes if they are next, and answers whether they were. */
  takeIf(bytes: Uint8Array): boolean;
  isAtEnd(): boolean;
}

/** A reader at the start of the bytes. */
export function createReader(bytes: Buffer): Reader {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) garbage('end too early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  return {
    position: () => at,
    between: (start, end) => bytes.subarray(start, end),
    take,
    u32: () => take(4).readUInt32LE(),
    u64: () => take(8).readBigUInt64LE(),
    count: () => {
      const first = take(1).readUInt8();
      if (first < 0xfd) return first;
      if (first === 0xfd) return take(2).readUInt16LE();
      // A count of 64 bits is longer than any block.
      return first === 0xfe ? take(4).readUInt32LE() : garbage('count');
    },
    takeIf: (wanted) => {
      if (!bytes.subarray(at, at + wanted.length).equals(wanted)) return false;
      at += wanted.length;
      return true;
    },
    isAtEnd: () => at === bytes.length,
  };
}
