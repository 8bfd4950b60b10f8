import { type CardanoBlock, GENESIS, makeBlock, slotAt } from './blocks.ts';
import type { CardanoTransaction, Output } from './transactions.ts';

/** An unspent output. */
export interface Coin {
  readonly key: string;
  readonly output: Output;
}

/** The position of a transaction. */
export interface Place {
  readonly block: CardanoBlock;
  readonly index: number;
  readonly transaction: CardanoTransaction;
}

/** The blocks of one chain, their unspent coins, and the transactions that wait for a block. */
export interface CardanoState {
  /** From the first block on: a block's index is its height. */
  readonly blocks: readonly CardanoBlock[];
  /** By `hash#index`, as of the newest block. */
  readonly coins: ReadonlyMap<string, Coin>;
  /** By `hash#index`: every output that a block ever had, spent or not. */
  readonly outputs: ReadonlyMap<string, Output>;
  readonly waiting: readonly CardanoTransaction[];
  tip(): CardanoBlock;
  find(hash: string): Place | undefined;
  /** Adds an existing block. Throws where it does not follow the newest one. */
  append(block: CardanoBlock): void;
  /** Makes the next block, from those of the given transactions whose coins exist. `time` is in seconds. */
  mine(time: number, proof: string, transactions: readonly CardanoTransaction[]): CardanoBlock;
  /** Takes the newest blocks away, and answers them, the oldest first. */
  cut(depth: number): CardanoBlock[];
  wait(transaction: CardanoTransaction): void;
  /** Drops a waiting transaction, and every one that spends from it. */
  forget(hash: string): void;
}

/** `hash#index`. */
export const keyOf = (hash: string, index: number): string => `${hash}#${index}`;

/** The unspent outputs of a transaction. */
export const coinsOf = ({ hash, made }: CardanoTransaction): Coin[] =>
  made.map(({ index, output }) => ({ key: keyOf(hash, index), output }));

/** Every coin that it needs. */
export const needs = ({ inputs, spent }: CardanoTransaction): string[] => [...inputs, ...spent];

/** Whether a block of this time may have a transaction that names its first slot too late. Pure. */
export const isInTime = (lastSlot: number | null, time: number): boolean =>
  lastSlot === null || slotAt(time) < lastSlot;

/** A chain with nothing but its first block, whose faucet transaction follows. */
export function createState(): CardanoState {
  const blocks: CardanoBlock[] = [GENESIS];
  const coins = new Map<string, Coin>();
  const outputs = new Map<string, Output>();
  const places = new Map<string, Place>();
  let waiting: CardanoTransaction[] = [];
  const tip = (): CardanoBlock => blocks.at(-1) ?? GENESIS;

  function apply(block: CardanoBlock): void {
    for (const [index, transaction] of block.transactions.entries()) {
      places.set(transaction.hash, { block, index, transaction });
      for (const key of transaction.spent) coins.delete(key);
      for (const coin of coinsOf(transaction)) {
        coins.set(coin.key, coin);
        outputs.set(coin.key, coin.output);
      }
    }
  }

  function possible(wanted: readonly CardanoTransaction[]): CardanoTransaction[] {
    const there = new Set(coins.keys());
    // The faucet's first coins have no origin, as the main network's had none.
    return wanted.filter((transaction) => {
      if (blocks.length > 1 && needs(transaction).some((key) => !there.has(key))) return false;
      for (const key of transaction.spent) there.delete(key);
      for (const { key } of coinsOf(transaction)) there.add(key);
      return true;
    });
  }

  function append(block: CardanoBlock): void {
    if (block.parentHash !== tip().hash) throw new Error(`Block ${block.hash} does not follow ${tip().hash}.`);
    blocks.push(block);
    apply(block);
    const mined = new Set(block.transactions.map(({ hash }) => hash));
    const spent = new Set(block.transactions.flatMap((transaction) => transaction.spent));
    waiting = waiting.filter(
      (transaction) =>
        !mined.has(transaction.hash) &&
        isInTime(transaction.lastSlot, block.time + 1) &&
        !needs(transaction).some((key) => spent.has(key)),
    );
  }

  return {
    blocks,
    coins,
    outputs,
    get waiting() {
      return waiting;
    },
    tip,
    find: (hash) => places.get(hash),
    append,
    mine: (time, proof, transactions) => {
      const at = Math.max(time, tip().time + 1);
      const inTime = transactions.filter(({ lastSlot }) => isInTime(lastSlot, at));
      append(makeBlock(tip(), { time: at, proof, transactions: possible(inTime) }));
      return tip();
    },
    cut: (depth) => {
      const taken = blocks.splice(Math.max(1, blocks.length - depth));
      for (const map of [coins, outputs, places]) map.clear();
      for (const block of blocks) apply(block);
      return taken;
    },
    wait: (transaction) => {
      waiting = [...waiting, transaction];
    },
    forget: (hash) => {
      const gone = new Set([hash]);
      for (const { hash: later, inputs } of waiting) {
        if (inputs.some((key) => gone.has(key.slice(0, key.indexOf('#'))))) gone.add(later);
      }
      waiting = waiting.filter((transaction) => !gone.has(transaction.hash));
    },
  };
}
