import type { Database } from '../platform/database.ts';
import { listHeld } from './db.ts';
import type { NewTransaction } from './transaction.ts';

/** What this process knows of accounts that somebody held for longer than a batch of postings wants to wait. */
export interface HeldAccounts {
  /** Forgets those that are free again. To be called before each batch, outside of its transaction. */
  lookAgain(): Promise<void>;
  /** Whether a posting touches one that was held when they were looked at last. */
  touches(posting: NewTransaction): boolean;
  /** Notes, after a lock was not given, which accounts of the postings are held. To be called outside of a transaction. */
  note(postings: readonly NewTransaction[]): Promise<void>;
}

/**
 * Lets a batch leave out what would wait for an account that is held, instead of all of it waiting. An account counts as
 * held only after a lock on it was waited for in vain: the many short waits for accounts that everybody touches stay waits.
 */
export function createHeldAccounts(database: Database): HeldAccounts {
  let held: ReadonlySet<string> = new Set();
  return {
    lookAgain: async () => {
      if (held.size > 0) held = new Set(await listHeld(database, [...held]));
    },
    touches: (posting) => held.size > 0 && codesOf(posting).some((code) => held.has(code)),
    note: async (postings) => {
      const asked = new Set([...held, ...postings.flatMap(codesOf)]);
      held = new Set(await listHeld(database, [...asked]));
    },
  };
}

const codesOf = ({ transfers }: NewTransaction): string[] =>
  transfers.flatMap(({ debit, credit }) => [debit.code, credit.code]);
