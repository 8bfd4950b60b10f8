import { displayed, hash256 } from './hash.ts';
import { garbage, type Reader } from './reader.ts';

/** An output of a transaction. */
export interface Output {
  readonly transaction: string;
  /** Its place among the transaction's outputs. */
  readonly index: number;
  /** The output script in hexadecimal: the key under which an address is watched. */
  readonly script: string;
  /** In satoshi. */
  readonly amount: bigint;
  /** Whether it is a miner's new coins, which can't be spent for 100 blocks. */
  readonly isCoinbase: boolean;
}

/** What an input shows about the owner of the coins that it spends. */
export interface Spent {
  readonly scriptSig: Buffer;
  readonly witness: readonly Buffer[];
}

/** The maximum supply, in satoshi: no output has more. */
const ALL_COINS = 2_100_000_000_000_000n;
/** The marker and flag of a transaction with witnesses (BIP-144). */
const WITNESS_MARKER = Buffer.from([0, 1]);
const OUTPOINT_BYTES = 36;
const SEQUENCE_BYTES = 4;
/** What a coinbase spends: transaction 0, output −1. */
const NOTHING = Buffer.concat([Buffer.alloc(32), Buffer.alloc(4, 0xff)]);

/**
 * Reads one transaction of a block: its hash, which excludes the witnesses, its inputs and its outputs. `isFirst` says
 * whether it is the block's first: that one and no other is a coinbase. Throws `NodeFault`.
 */
export function readTransaction(
  reader: Reader,
  isFirst: boolean,
): {
  hash: Buffer;
  made: Output[];
  spent: Spent[];
} {
  const version = reader.take(4);
  const hasWitnesses = reader.takeIf(WITNESS_MARKER);
  const start = reader.position();
  const inputs = reader.count();
  const scripts: Buffer[] = [];
  for (let left = inputs; left > 0; left -= 1) {
    const isCoinbase = reader.take(OUTPOINT_BYTES).equals(NOTHING);
    if (isCoinbase !== isFirst) garbage('coinbase in the wrong place, or none,');
    scripts.push(reader.take(reader.count()));
    reader.take(SEQUENCE_BYTES);
  }
  const found = readOutputs(reader);
  const body = reader.between(start, reader.position());
  const spent = scripts.map((scriptSig) => ({ scriptSig, witness: hasWitnesses ? readWitness(reader) : [] }));
  const hash = hash256(Buffer.concat([version, body, reader.take(4)]));
  const transaction = displayed(hash);
  return { hash, spent, made: found.map((output) => Object.assign(output, { transaction, isCoinbase: isFirst })) };
}

function readOutputs(reader: Reader): { index: number; script: string; amount: bigint }[] {
  const outputs = [];
  const count = reader.count();
  for (let index = 0; index < count; index += 1) {
    const amount = reader.u64();
    if (amount > ALL_COINS) garbage('amount');
    outputs.push({ index, amount, script: reader.take(reader.count()).toString('hex') });
  }
  return outputs;
}

function readWitness(reader: Reader): Buffer[] {
  const items: Buffer[] = [];
  for (let left = reader.count(); left > 0; left -= 1) items.push(reader.take(reader.count()));
  return items;
}
