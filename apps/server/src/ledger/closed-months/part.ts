import { createHash } from 'node:crypto';
import type { AccountState, Row } from '../plan.ts';

/** Batches in the order of their numbers: those above `after`, up to `last`. */
export interface Range {
  readonly after: bigint;
  readonly last: bigint;
}

/** An account after a batch: how many entries it has by then, what they make, and the hash of its newest batch. */
export interface AccountAt {
  readonly entries: bigint;
  readonly balance: bigint;
  readonly head: string;
}

/** An account with what it was before a range of batches, and after it. */
export interface PartAccount extends Pick<AccountState, 'id' | 'code' | 'normalSide' | 'mayGoNegative'> {
  readonly asset: string;
  readonly kind: string;
  readonly opening: AccountAt;
  readonly closing: AccountAt;
}

/** A batch as the ledger stores it; `hash` in hexadecimal. */
export interface PartBatch {
  readonly id: bigint;
  readonly postedAt: Date;
  readonly hash: string;
  readonly rows: readonly Row[];
}

/** What a range of batches has, and what is wrong in its sums. */
export interface PartSums {
  readonly batches: number;
  readonly transfers: number;
  /** Accounts with an entry by the end of the range. */
  readonly accounts: number;
  /** SHA-256 over each account as the range begins, and as it ends. */
  readonly opening: string;
  readonly balances: string;
  /** Sentences that open with the broken rule's name and a colon. */
  readonly differences: readonly string[];
}

/** What accounts come to at one moment: how many have an entry, their entries, and SHA-256 over each one's state, nature included. */
export interface Balances {
  readonly accounts: number;
  readonly entries: bigint;
  readonly digest: string;
}

/** Adds up accounts in the order of their ids. */
export function createBalances() {
  const hash = createHash('sha256');
  const sides = new Map<string, bigint>();
  let [accounts, entries] = [0, 0n];
  return {
    add: (account: Omit<PartAccount, 'opening' | 'closing'>, at: AccountAt): void => {
      if (at.entries === 0n) return;
      const { id, code, asset, kind, normalSide, mayGoNegative } = account;
      const state = [id, code, asset, kind, normalSide, mayGoNegative, String(at.entries), String(at.balance), at.head];
      hash.update(`${JSON.stringify(state)}\n`);
      accounts += 1;
      entries += at.entries;
      sides.set(asset, (sides.get(asset) ?? 0n) + (normalSide === 'debit' ? at.balance : -at.balance));
    },
    read: (): Balances => ({ accounts, entries, digest: hash.copy().digest('hex') }),
    /** A sentence for each asset whose debits and credits differ. */
    differences: (): string[] =>
      [...sides].flatMap(([asset, difference]) =>
        difference === 0n ? [] : [`debits-and-credits: ${asset} debits and credits differ by ${difference}`],
      ),
  };
}

/** Adds up a range: accounts, in the order of their ids, and batches, in any order between them. */
export function createPartSums() {
  const [opening, closing] = [createBalances(), createBalances()];
  let [batches, transfers] = [0, 0];
  return {
    addAccount: (account: PartAccount): void => {
      opening.add(account, account.opening);
      closing.add(account, account.closing);
    },
    addBatch: ({ rows }: Pick<PartBatch, 'rows'>): void => {
      batches += 1;
      transfers += rows.length;
    },
    read: (): PartSums => {
      const [before, after] = [opening.read(), closing.read()];
      const entries = after.entries - before.entries;
      const isCounted = entries === 2n * BigInt(transfers);
      return {
        batches,
        transfers,
        accounts: after.accounts,
        opening: before.digest,
        balances: after.digest,
        differences: [
          ...(isCounted
            ? []
            : [`sequence: the accounts have counted ${entries} entries, and the transfers make ${2 * transfers}`]),
          ...closing.differences(),
        ],
      };
    },
  };
}
