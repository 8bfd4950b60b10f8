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

/** Adds up accounts, in the order of their ids, and batches, in any order between them. Pure. */
export function createPartSums() {
  const [opening, balances] = [createHash('sha256'), createHash('sha256')];
  const sides = new Map<string, bigint>();
  let [batches, transfers, accounts, entries] = [0, 0, 0, 0n];
  return {
    addAccount: (account: PartAccount): void => {
      const { asset, normalSide, closing } = account;
      if (account.opening.entries > 0n) opening.update(stateOf(account, account.opening));
      if (closing.entries > 0n) {
        accounts += 1;
        balances.update(stateOf(account, closing));
      }
      entries += closing.entries - account.opening.entries;
      sides.set(asset, (sides.get(asset) ?? 0n) + (normalSide === 'debit' ? closing.balance : -closing.balance));
    },
    addBatch: ({ rows }: Pick<PartBatch, 'rows'>): void => {
      batches += 1;
      transfers += rows.length;
    },
    read: (): PartSums => ({
      batches,
      transfers,
      accounts,
      opening: opening.copy().digest('hex'),
      balances: balances.copy().digest('hex'),
      differences: [
        ...(entries === 2n * BigInt(transfers)
          ? []
          : [`sequence: the accounts have counted ${entries} entries, and the transfers make ${2 * transfers}`]),
        ...[...sides].flatMap(([asset, difference]) =>
          difference === 0n ? [] : [`debits-and-credits: ${asset} debits and credits differ by ${difference}`],
        ),
      ],
    }),
  };
}

/** An account's line of what a digest of balances is made over: its nature too, so that none is changed unnoticed. */
const stateOf = (
  { id, code, asset, kind, normalSide, mayGoNegative }: PartAccount,
  { entries, balance, head }: AccountAt,
): string =>
  `${JSON.stringify([id, code, asset, kind, normalSide, mayGoNegative, String(entries), String(balance), head])}\n`;
