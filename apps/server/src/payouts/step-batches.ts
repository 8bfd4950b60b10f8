import { setTimeout as delay } from 'node:timers/promises';
import { createHeldAccounts, type NewTransaction } from '../ledger/index.ts';
import { isLockTimeout } from '../platform/database-errors.ts';
import { type Database, limitLockWaits, type Transaction } from '../platform/database.ts';
import { dependencyDown } from '../platform/errors.ts';
import { createGroup } from '../platform/group.ts';

const MOST_AT_ONCE = 50;

/** Longer than any of our steps holds a lock, and the most that one lock holder may delay the rest of a batch. */
const LONGEST_LOCK_WAIT_MS = 1_000;

/** Some five seconds in all: a longer lock is held by an operator at the database, not by a step of ours. */
const MOST_TURNS = 16;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

/**
 * Writes the items that it can in the transaction, and answers those that it left out because another transaction holds
 * what they need. `mayPost` is asked about each posting before it is made: false leaves its item out.
 */
export type WriteBatch<Item> = (
  tx: Transaction,
  items: readonly Item[],
  mayPost: (posting: NewTransaction) => boolean,
) => Promise<ReadonlySet<Item>>;

/**
 * Runs simultaneous steps in one transaction, fifty at most. A step that needs a row locked by another transaction, an
 * order or an account of the ledger, is left out and comes again with a later transaction, so that the others don't
 * wait for it. The result resolves once its item is committed; it throws what `write` throws for the item alone, and
 * 503 where the row was locked for seconds: nothing of it is written then.
 */
export function createStepBatches<Item>(database: Database, write: WriteBatch<Item>): (item: Item) => Promise<void> {
  const accounts = createHeldAccounts(database);
  const group = createGroup<Item, { isWritten: boolean }>({
    maxItems: MOST_AT_ONCE,
    run: async (items) => {
      await accounts.lookAgain();
      const wanted: NewTransaction[] = [];
      const mayPost = (posting: NewTransaction): boolean => {
        wanted.push(posting);
        return !accounts.touches(posting);
      };
      try {
        const leftOut = await database.transaction(async (tx) => {
          await limitLockWaits(tx, LONGEST_LOCK_WAIT_MS);
          return write(tx, items, mayPost);
        });
        return items.map((item) => ({ ok: true, value: { isWritten: !leftOut.has(item) } }));
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        await accounts.note(wanted);
        if (items.length === 1) return [{ ok: true, value: { isWritten: false } }];
        // The group then runs each by itself: those that need locked rows are left out, and the others are written.
        throw new Error('a batch needs a row that is locked elsewhere', { cause: error });
      }
    },
  });
  return async (item) => {
    for (let turn = 1; !(await group.submit(item)).isWritten; turn += 1) {
      if (turn >= MOST_TURNS) throw isHeld();
      await delay(Math.min(FIRST_PAUSE_MS * 2 ** turn, LONGEST_PAUSE_MS));
    }
  };
}

const isHeld = () =>
  dependencyDown('database', 'Something else is working on this payout. The step was not written; it comes again.');
