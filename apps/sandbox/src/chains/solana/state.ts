import { type Executed, FIRST_BLOCK, makeBlock, nextSlot, type SolanaBlock } from './blocks.ts';
import type { Machine } from './machine.ts';
import type { SolanaTransaction } from './transactions.ts';

/**
 * Blocks on top of one before it is final: 31 on the network, and few here, so that a deposit is final within seconds.
 */
export const FINALITY_BLOCKS = 2;
/** A transaction expires when this many blocks are on top of the one that dates it (Solana's own rule). */
const BLOCKHASH_BLOCKS = 150;

/** The blocks of one chain, the accounts after them, and the transactions that wait for a block. */
export interface SolanaState {
  readonly machine: Machine;
  /** From the first block on, in the order of their slots. */
  readonly blocks: readonly SolanaBlock[];
  readonly waiting: readonly SolanaTransaction[];
  tip(): SolanaBlock;
  finalised(): SolanaBlock;
  blockIn(slot: number): SolanaBlock | undefined;
  find(signature: string): { readonly block: SolanaBlock; readonly executed: Executed } | undefined;
  /** Makes a block in the given slot. An invalid transaction, or one that is in a block already, is left out. */
  append(slot: number, time: number, transactions: readonly SolanaTransaction[]): SolanaBlock;
  /** Whether a transaction's date is valid for the next block: a recent block, or an unused nonce. */
  isDated(transaction: SolanaTransaction): boolean;
  /** Makes the next block, of the given transactions. `time` is in seconds. */
  mine(time: number, transactions: readonly SolanaTransaction[]): SolanaBlock;
  /**
   * Takes the newest blocks away, with all their effects, and answers them, the oldest first. Their slots stay empty.
   */
  cut(depth: number): SolanaBlock[];
  wait(transaction: SolanaTransaction): void;
  forget(signature: string): void;
}

/** A chain with nothing but its first block. */
export function createState(machine: Machine): SolanaState {
  const blocks: SolanaBlock[] = [FIRST_BLOCK];
  const bySlot = new Map([[FIRST_BLOCK.slot, FIRST_BLOCK]]);
  const holders = new Map<string, SolanaBlock>();
  let waiting: readonly SolanaTransaction[] = [];
  let lastSlot = FIRST_BLOCK.slot;

  const tip = (): SolanaBlock => blocks.at(-1) ?? FIRST_BLOCK;

  function isDated(transaction: SolanaTransaction): boolean {
    const isRecent = blocks.slice(-BLOCKHASH_BLOCKS).some(({ hash }) => hash === transaction.recentBlockhash);
    return isRecent || machine.isDatedByNonce(transaction, tip().hash);
  }

  function append(slot: number, time: number, transactions: readonly SolanaTransaction[]): SolanaBlock {
    if (slot <= lastSlot) throw new Error(`Slot ${slot} is past.`);
    const executed: Executed[] = [];
    const given = new Map(transactions.map((transaction) => [transaction.signature, transaction]));
    for (const transaction of given.values()) {
      if (!isDated(transaction) || holders.has(transaction.signature)) continue;
      const outcome = machine.run(transaction, BigInt(slot), tip().hash);
      if (outcome !== null) executed.push({ transaction, outcome });
    }
    const block = makeBlock(tip(), { slot, time: Math.max(time, tip().time), executed });
    blocks.push(block);
    bySlot.set(slot, block);
    lastSlot = slot;
    for (const { transaction } of executed) holders.set(transaction.signature, block);
    waiting = waiting.filter(({ signature }) => !given.has(signature));
    return block;
  }

  return {
    machine,
    blocks,
    get waiting() {
      return waiting;
    },
    tip,
    finalised: () => blocks.at(-1 - FINALITY_BLOCKS) ?? FIRST_BLOCK,
    blockIn: (slot) => bySlot.get(slot),
    find: (signature) => {
      const block = holders.get(signature);
      const executed = block?.executed.find(({ transaction }) => transaction.signature === signature);
      return block === undefined || executed === undefined ? undefined : { block, executed };
    },
    append,
    isDated,
    mine: (time, transactions) => append(nextSlot(lastSlot), time, transactions),
    cut: (depth) => {
      const taken = blocks.splice(Math.max(1, blocks.length - depth));
      for (const { slot, executed } of taken.toReversed()) {
        bySlot.delete(slot);
        for (const { transaction, outcome } of executed.toReversed()) {
          machine.undo(outcome);
          holders.delete(transaction.signature);
        }
      }
      return taken;
    },
    wait: (transaction) => {
      waiting = [...waiting, transaction];
    },
    forget: (signature) => {
      waiting = waiting.filter((transaction) => transaction.signature !== signature);
    },
  };
}
