import { createHash } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import type { Outcome } from './machine.ts';
import { GENESIS_HASH } from './programs.ts';
import type { SolanaTransaction } from './transactions.ts';

/** A transaction with its effect in its block. */
export interface Executed {
  readonly transaction: SolanaTransaction;
  readonly outcome: Outcome;
}

export interface SolanaBlock {
  readonly slot: number;
  readonly parentSlot: number;
  /** How many blocks are below it: skipped slots don't count. */
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  /** In seconds. */
  readonly time: number;
  readonly executed: readonly Executed[];
}

const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

/** The block in slot 0. The real one is not published byte by byte; this one still names the main network. */
export const FIRST_BLOCK: SolanaBlock = {
  slot: 0,
  parentSlot: 0,
  height: 0,
  hash: GENESIS_HASH,
  parentHash: base58(new Uint8Array(32)),
  time: 1_584_368_940,
  executed: [],
};

/** One leader in so many misses its slot, so that skipped slots are as common here as on the network. */
const LEADERS = 8;

/** The next slot after `slot` with a block. */
export function nextSlot(slot: number): number {
  return (slot + 1) % LEADERS === LEADERS - 1 ? slot + 2 : slot + 1;
}

/** The block in `slot` on top of `parent`. `time` is in seconds. Its hash covers all its content. Pure. */
export function makeBlock(
  parent: SolanaBlock,
  { slot, time, executed }: Pick<SolanaBlock, 'slot' | 'time' | 'executed'>,
): SolanaBlock {
  const said = [parent.hash, slot, time, ...executed.map(({ transaction }) => transaction.signature)];
  return {
    slot,
    parentSlot: parent.slot,
    height: parent.height + 1,
    hash: base58(createHash('sha256').update(said.join(' ')).digest()),
    parentHash: parent.hash,
    time,
    executed,
  };
}
