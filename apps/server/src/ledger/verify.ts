import type { Database } from '../platform/database.ts';
import { findDifferences, readTotals } from './db.ts';

export interface VerifyReport {
  ok: boolean;
  accounts: number;
  transactions: number;
  /** Two for each transfer. */
  entries: number;
  /**
   * One hash over every account's newest one: stored outside the database, it shows whether the whole past was
   * rewritten.
   */
  fingerprint: string;
  /** Sentences that open with the broken rule's name and a colon; at most 100 of each rule. */
  differences: string[];
}

/** Recomputes the whole ledger from its transfers and reports all differences. Changes nothing; postings may go on. */
export async function verify({ patient: connection }: Pick<Database, 'patient'>): Promise<VerifyReport> {
  const differences = await findDifferences(connection);
  return { ok: differences.length === 0, ...(await readTotals(connection)), differences };
}
