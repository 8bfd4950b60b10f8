import type { Database } from '../platform/database.ts';
import { listHeld } from './db.ts';
import type { NewTransaction } from './transaction.ts';

/** The accounts that this process knows to be locked for longer than a batch of postings wants to wait. */
export interface HeldAccounts {
  /** Forgets those that are free again. Called before each batch, outside of its transaction. */
  lookAgain(): Promise<void>;
  /** Whether a posting touches one that was locked at the last check. */
  touches(posting: NewTransaction): boolean;
  /**
   * Records, after a lock was not granted, which accounts of the postings are locked. Called outside of a transaction.
   */
  note(postings: readonly NewTransaction[]): Promise<void>;
}

/**
 * Lets a batch leave out postings that would wait for a locked account, instead of all of it waiting. An account counts
 * as held only after a failed wait for its lock: the many short waits for accounts that all postings touch remain
 * waits.
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
