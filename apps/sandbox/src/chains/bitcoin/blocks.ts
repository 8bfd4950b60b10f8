import type { BitcoinTransaction } from './transactions.ts';
import { readTransaction } from './transactions.ts';
import { displayed, hash256, hashBytes, merkleRoot } from './hash.ts';

export interface BitcoinBlock {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** In seconds. */
  readonly time: number;
  /** Its 80 bytes in hexadecimal. */
  readonly header: string;
  /** The coinbase first. */
  readonly transactions: readonly BitcoinTransaction[];
}

/** The target of Bitcoin's own tests where work should cost nothing: every second header meets it. */
const EASIEST = 0x20_7f_ff_ff;
const VERSION = 0x20_00_00_00;

/** The first block of Bitcoin's main network, as every node has it. */
export const GENESIS: BitcoinBlock = readBlock(0, {
  header:
    '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c',
  transactions: [
    '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  ],
});

/** A block from its parts. Throws where a transaction is invalid. */
export function readBlock(
  height: number,
  { header, transactions }: { readonly header: string; readonly transactions: readonly string[] },
): BitcoinBlock {
  const bytes = Buffer.from(header, 'hex');
  return {
    height,
    hash: displayed(hash256(bytes)),
    parentHash: displayed(bytes.subarray(4, 36)),
    time: bytes.readUInt32LE(68),
    header,
    transactions: transactions.map(readTransaction),
  };
}

/**
 * The block after `parent`, with a header of the least possible work: valid in form, and worth nothing. `time` is in
 * seconds.
 */
export function makeBlock(
  parent: BitcoinBlock,
  time: number,
  transactions: readonly BitcoinTransaction[],
): BitcoinBlock {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(VERSION, 0);
  hashBytes(parent.hash).copy(header, 4);
  merkleRoot(transactions.map(({ txid }) => hashBytes(txid))).copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(EASIEST, 72);
  // The target's highest bit is clear, and nothing else of it matters at this difficulty.
  for (let nonce = 0; (hash256(header)[31] ?? 0) >= 0x7f; nonce += 1) header.writeUInt32LE(nonce, 76);
  return {
    height: parent.height + 1,
    hash: displayed(hash256(header)),
    parentHash: parent.hash,
    time,
    header: header.toString('hex'),
    transactions,
  };
}

/** The whole block as a node sends it, in hexadecimal. */
export function serialise({ header, transactions }: BitcoinBlock): string {
  const count = Buffer.alloc(transactions.length < 0xfd ? 1 : 3);
  if (transactions.length < 0xfd) count.writeUInt8(transactions.length);
  else count.writeUInt16LE(transactions.length, count.writeUInt8(0xfd));
  return header + count.toString('hex') + transactions.map(({ raw }) => raw).join('');
}
