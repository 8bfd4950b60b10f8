import { displayed, hash256, merkleRoot } from './hash.ts';
import { createReader, garbage } from './reader.ts';
import { type Output, readTransaction, type Spent } from './read-transaction.ts';

/** A header as it is hashed: 80 bytes. */
export interface BitcoinHeader {
  readonly hash: string;
  readonly parentHash: string;
  /** In the header's own order of bytes. */
  readonly merkleRoot: Buffer;
  readonly madeAt: Date;
}

export interface BitcoinBlock extends BitcoinHeader {
  readonly outputs: readonly Output[];
  /** What each transaction spends, by its id. */
  readonly spent: ReadonlyMap<string, readonly Spent[]>;
  /** The ids of its transactions, in order. */
  readonly transactions: readonly string[];
}

const HEADER_BYTES = 80;
/** Reads a header from its hexadecimal and hashes it. Throws `NodeFault`. */
export function readHeader(value: unknown): BitcoinHeader {
  const bytes = readBytes(value);
  if (bytes.length !== HEADER_BYTES) garbage('header');
  return headerOf(bytes);
}

/**
 * Reads a whole block from its bytes in hexadecimal (`getblock`, verbosity 0). The header's hash names the block, and its
 * Merkle root commits to every transaction, so that none can be changed, left out or added. Throws `NodeFault`.
 */
export function readBlock(value: unknown): BitcoinBlock {
  const reader = createReader(readBytes(value));
  const header = headerOf(reader.take(HEADER_BYTES));
  const hashes: Buffer[] = [];
  const spentBy = new Map<string, readonly Spent[]>();
  const outputs: Output[] = [];
  for (let left = reader.count(); left > 0; left -= 1) {
    const { hash, made, spent } = readTransaction(reader, hashes.length === 0);
    hashes.push(hash);
    spentBy.set(displayed(hash), spent);
    for (const output of made) outputs.push(output);
  }
  if (!reader.isAtEnd()) garbage('bytes after its end');
  if (merkleRoot(hashes)?.equals(header.merkleRoot) !== true) garbage('transactions of another block');
  return { ...header, outputs, spent: spentBy, transactions: hashes.map(displayed) };
}

function readBytes(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(value)) garbage('bytes');
  return Buffer.from(value, 'hex');
}

function headerOf(bytes: Buffer): BitcoinHeader {
  return {
    hash: displayed(hash256(bytes)),
    parentHash: displayed(bytes.subarray(4, 36)),
    merkleRoot: bytes.subarray(36, 68),
    madeAt: new Date(bytes.readUInt32LE(68) * 1000),
  };
}
