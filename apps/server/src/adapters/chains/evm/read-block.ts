import type { BlockHeader } from '../../../custody/index.ts';
import { garbage, readFields, readHash, readIndex, readList, readQuantity, timeOf } from '../fields.ts';

/** Native coins that a transaction itself sends. */
interface NativePayment {
  readonly transaction: string;
  /** In lower case. */
  readonly to: string;
  readonly value: bigint;
}

interface EvmHeader extends BlockHeader {
  readonly madeAt: Date;
}

export interface EvmBlock extends EvmHeader {
  readonly payments: readonly NativePayment[];
  /** Hashes of all its transactions, in order. */
  readonly transactions: readonly string[];
  /** The signer of each of them, in lower case, as the node reports it. */
  readonly senders: readonly string[];
  readonly logsBloom: string;
}

/** Reads a header from a block at any level of detail; null where the node has none. Throws `NodeFault`. */
export function readHeader(value: unknown): EvmHeader | null {
  if (value === null) return null;
  const fields = readFields(value, 'block');
  return {
    height: BigInt(readIndex(fields['number'], 'block number')),
    hash: readHash(fields['hash'], 'block hash'),
    parentHash: readHash(fields['parentHash'], 'parent hash'),
    madeAt: timeOf(readIndex(fields['timestamp'], 'block timestamp'), 'block timestamp'),
  };
}

/**
 * Reads a block with its full transactions; null where the node has none. Also throws `NodeFault` where transactions
 * are missing in the middle, repeated, or from another block.
 */
export function readBlock(value: unknown): EvmBlock | null {
  const header = readHeader(value);
  if (header === null) return null;
  const fields = readFields(value, 'block');
  const payments: NativePayment[] = [];
  const transactions: string[] = [];
  const senders: string[] = [];
  for (const [position, entry] of readList(fields['transactions'], 'list of transactions').entries()) {
    const transaction = readFields(entry, 'transaction');
    const { hash, from, to, value: sent, blockHash, transactionIndex } = transaction;
    if (typeof hash !== 'string' || hash.length !== 66) garbage('transaction hash');
    if (blockHash !== header.hash) garbage('transaction of another block');
    if (transactionIndex !== hexOf(position)) garbage('gap between transactions');
    if (typeof from !== 'string' || from.length !== 42) garbage('sender');
    transactions.push(hash);
    senders.push(from.toLowerCase());
    // Null creates a contract; most transactions move no coins. This runs for every transaction of the chain.
    if (sent === '0x0' || to === null) continue;
    if (typeof to !== 'string' || to.length !== 42) garbage('recipient');
    const amount = readQuantity(sent, 'transaction value');
    if (amount > 0n) payments.push({ transaction: hash, to: to.toLowerCase(), value: amount });
  }
  if (transactions.length === 0 && readQuantity(fields['gasUsed'], 'gas used') > 0n)
    garbage('block without its transactions');
  return {
    ...header,
    payments,
    transactions,
    senders,
    logsBloom: typeof fields['logsBloom'] === 'string' ? fields['logsBloom'] : '',
  };
}

const HEX = Array.from({ length: 4096 }, (_, index) => `0x${index.toString(16)}`);
const hexOf = (index: number): string => HEX[index] ?? `0x${index.toString(16)}`;
