import { setTimeout as delay } from 'node:timers/promises';
import { asDependencyDown, errorCode, isLockTimeout, isRepeatable } from './database-errors.ts';
import { type Database, limitLockWaits, type Transaction } from './database.ts';
import { DependencyDown, dependencyDown, Failure } from './errors.ts';
import { createGroup, type GroupOutcome } from './group.ts';

const MOST_AT_ONCE = 50;

/** Longer than any of our steps holds a lock, and the most that one lock holder may delay the rest of a batch. */
const LONGEST_LOCK_WAIT_MS = 1_000;

/** Some five seconds in all: a longer lock is held by an operator at the database, not by a step of ours. */
const MOST_TURNS = 16;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

/**
 * Thrown by a batch that can't be written as it is. The transaction ends without a trace, the other items are written together
 * in another one, and afterwards each of these separately, so that each throws its own error.
 */
export class FellOut<Item> extends Error {
  readonly items: ReadonlySet<Item>;

  constructor(items: ReadonlySet<Item>, cause: unknown) {
    super('some of several steps failed', { cause });
    this.items = items;
  }
}

/**
 * Lets a batch decide on its items one after the other, each against the state that the one before left. Throws
 * `FellOut` with those that failed.
 */
export async function eachOrFallOut<Item>(
  items: readonly Item[],
  decide: (item: Item) => Promise<void> | void,
): Promise<void> {
  const failed = new Set<Item>();
  let cause: unknown;
  for (const item of items) {
    try {
      await decide(item);
    } catch (error) {
      // The database asks for a repeat, or does not answer: that is no fault of the item.
      if (isRepeatable(error) || isNoAnswer(error)) throw error;
      failed.add(item);
      cause ??= error;
      // After an error of its own the database takes no more statements of this transaction.
      if (isFromDatabase(error)) break;
    }
  }
  if (failed.size > 0) throw new FellOut(failed, cause);
}

const isNoAnswer = (error: unknown): boolean => !(error instanceof DependencyDown) && asDependencyDown(error) !== error;
const isFromDatabase = (error: unknown): boolean =>
  !(error instanceof Failure) && /^[0-9A-Z]{5}$/.test(errorCode(error) ?? '');

/**
 * Writes the items that it can in the transaction, and answers those that it left out because another transaction holds
 * what they need. `mayPost` is asked about each posting before it is made: false leaves its item out.
 */
export type WriteBatch<Item, Posting = never> = (
  tx: Transaction,
  items: readonly Item[],
  mayPost: (posting: Posting) => boolean,
) => Promise<ReadonlySet<Item>>;

/** The accounts of the ledger that are known to be locked (`createHeldAccounts`). */
interface Held<Posting> {
  lookAgain(): Promise<void>;
  touches(posting: Posting): boolean;
  note(postings: readonly Posting[]): Promise<void>;
}

interface Options<Item, Posting> {
  readonly database: Database;
  readonly write: WriteBatch<Item, Posting>;
  /** Missing: the steps post nothing. */
  readonly accounts?: Held<Posting>;
  /** The most steps of one transaction; 50 by default. */
  readonly mostAtOnce?: number;
}

type Outcome = GroupOutcome<{ isWritten: boolean }>;
const written = (isWritten: boolean): Outcome => ({ ok: true, value: { isWritten } });

/**
 * Runs simultaneous steps in one transaction; one that comes alone runs at once. A step that needs a row locked by
 * another transaction, an order or an account of the ledger, is left out and comes again with a later transaction, so
 * that the others don't wait for it. The result resolves once its item is committed; it throws what `write` throws for
 * the item alone, and 503 where the row was locked for seconds: nothing of it is written then.
 */
export function createStepBatches<Item, Posting = never>(
  options: Options<Item, Posting>,
): (item: Item) => Promise<void> {
  const { database, write, accounts, mostAtOnce = MOST_AT_ONCE } = options;

  async function writeTogether(items: readonly Item[]): Promise<ReadonlySet<Item>> {
    const wanted: Posting[] = [];
    const mayPost = (posting: Posting): boolean => {
      wanted.push(posting);
      return accounts?.touches(posting) !== true;
    };
    try {
      return await database.transaction(async (tx) => {
        await limitLockWaits(tx, LONGEST_LOCK_WAIT_MS);
        return write(tx, items, mayPost);
      });
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      await accounts?.note(wanted);
      if (items.length === 1) return new Set(items);
      // The group then runs each by itself: those that need locked rows are left out, and the others are written.
      throw new Error('a batch needs a row that is locked elsewhere', { cause: error });
    }
  }

  async function outcomeAlone(item: Item): Promise<Outcome> {
    try {
      return written(!(await writeTogether([item])).has(item));
    } catch (error) {
      return { ok: false, error: error instanceof FellOut ? error.cause : error };
    }
  }

  /** The outcomes of the items that could be written together; those that are missing fell out. */
  async function writeMost(items: readonly Item[]): Promise<Map<Item, Outcome>> {
    let staying = items;
    while (staying.length > 1) {
      try {
        const leftOut = await writeTogether(staying);
        return new Map(staying.map((item) => [item, written(!leftOut.has(item))]));
      } catch (error) {
        if (!(error instanceof FellOut)) throw error;
        const left = staying.filter((item) => !error.items.has(item));
        if (left.length === staying.length) throw error.cause;
        staying = left;
      }
    }
    return new Map();
  }

  const group = createGroup<Item, { isWritten: boolean }>({
    maxItems: mostAtOnce,
    run: async (items) => {
      await accounts?.lookAgain();
      const outcomes = await writeMost(items);
      const all: Outcome[] = [];
      for (const item of items) all.push(outcomes.get(item) ?? (await outcomeAlone(item)));
      return all;
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
  dependencyDown('database', 'Something else holds a row that this step needs. It was not written; it comes again.');
