import type { BitcoinBlock } from './blocks.ts';
import { GENESIS, makeBlock } from './blocks.ts';
import type { BitcoinTransaction, Coin } from './transactions.ts';
import { makeCoinbase } from './transactions.ts';

/** Blocks after which a coinbase's coins can be spent (Bitcoin's own rule). */
export const MATURITY = 100;

/** The blocks of one chain, their unspent coins, and the transactions that wait for a block. */
export interface BitcoinState {
  /** From the first block on: a block's index is its height. */
  readonly blocks: readonly BitcoinBlock[];
  /** By `txid:index`, as of the newest block. */
  readonly coins: ReadonlyMap<string, Coin>;
  readonly waiting: readonly BitcoinTransaction[];
  tip(): BitcoinBlock;
  /** Adds an existing block. Throws where it does not follow the newest one. */
  append(block: BitcoinBlock): void;
  /** Makes the next block, from those of the given transactions whose coins exist. `time` is in seconds. */
  mine(time: number, transactions: readonly BitcoinTransaction[]): BitcoinBlock;
  /** Takes the newest blocks away, and answers them, the oldest first. */
  cut(depth: number): BitcoinBlock[];
  wait(transaction: BitcoinTransaction): void;
  /** Drops a waiting transaction, and every one that spends from it. */
  forget(txid: string): void;
}

/** A chain with nothing but the main network's first block. */
export function createState(): BitcoinState {
  const blocks: BitcoinBlock[] = [GENESIS];
  const coins = new Map<string, Coin>();
  let waiting: BitcoinTransaction[] = [];

  function apply({ height, transactions }: BitcoinBlock): void {
    for (const [position, transaction] of transactions.entries()) {
      for (const spent of transaction.spends) coins.delete(spent);
      for (const coin of coinsOf(transaction, height, position === 0)) coins.set(keyOf(coin), coin);
    }
  }

  function possible(height: number, wanted: readonly BitcoinTransaction[]): BitcoinTransaction[] {
    const there = new Map(coins);
    return wanted.filter((transaction) => {
      const spent = transaction.spends.map((key) => there.get(key));
      if (spent.some((coin) => coin === undefined || isUnripe(coin, height))) return false;
      for (const key of transaction.spends) there.delete(key);
      for (const coin of coinsOf(transaction, height, false)) there.set(keyOf(coin), coin);
      return true;
    });
  }

  function feesOf(transactions: readonly BitcoinTransaction[]): bigint {
    const amounts = new Map([...coins].map(([key, { amount }]) => [key, amount]));
    for (const transaction of transactions) {
      for (const coin of coinsOf(transaction, null, false)) amounts.set(keyOf(coin), coin.amount);
    }
    return transactions.reduce((fees, { spends, outputs }) => {
      const paid = spends.reduce((sum, key) => sum + (amounts.get(key) ?? 0n), 0n);
      return outputs.reduce((left, { amount }) => left - amount, fees + paid);
    }, 0n);
  }

  const tip = (): BitcoinBlock => blocks.at(-1) ?? GENESIS;

  function append(block: BitcoinBlock): void {
    if (block.parentHash !== tip().hash) throw new Error(`Block ${block.hash} does not follow ${tip().hash}.`);
    blocks.push(block);
    apply(block);
    const mined = new Set(block.transactions.map(({ txid }) => txid));
    const spent = new Set(block.transactions.flatMap(({ spends }) => spends));
    waiting = waiting.filter(({ txid, spends }) => !mined.has(txid) && !spends.some((key) => spent.has(key)));
  }

  return {
    blocks,
    coins,
    get waiting() {
      return waiting;
    },
    tip,
    append,
    mine: (time, transactions) => {
      const height = tip().height + 1;
      const mined = possible(height, transactions);
      const coinbase = makeCoinbase(height, feesOf(mined), mined);
      append(makeBlock(tip(), Math.max(time, tip().time + 1), [coinbase, ...mined]));
      return tip();
    },
    cut: (depth) => {
      const taken = blocks.splice(Math.max(1, blocks.length - depth));
      coins.clear();
      // The first block's coins can't be spent, by Bitcoin's own rule.
      for (const block of blocks.slice(1)) apply(block);
      return taken;
    },
    wait: (transaction) => {
      waiting = [...waiting, transaction];
    },
    forget: (txid) => {
      const gone = new Set([txid]);
      for (const { txid: later, spends } of waiting) {
        if (spends.some((key) => gone.has(key.slice(0, key.indexOf(':'))))) gone.add(later);
      }
      waiting = waiting.filter((transaction) => !gone.has(transaction.txid));
    },
  };
}

/** `txid:index`. */
export const keyOf = ({ txid, index }: Pick<Coin, 'txid' | 'index'>): string => `${txid}:${index}`;

/** Whether a coin can't be spent yet in a block of this height. */
export const isUnripe = ({ isCoinbase, height }: Coin, at: number): boolean =>
  isCoinbase && height !== null && at - height < MATURITY;

/** The unspent outputs of a transaction. */
export function coinsOf(transaction: BitcoinTransaction, height: number | null, isCoinbase: boolean): Coin[] {
  const { txid } = transaction;
  return transaction.outputs.map(({ script, amount }, index) => ({ txid, index, script, amount, height, isCoinbase }));
}
