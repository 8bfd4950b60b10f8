import type { Database } from '../platform/database.ts';
import type { MonthSealer } from './closed-months/closed-month.ts';
import { proveClosedMonths, proveSince, type ProofSince } from './closed-months/prove-months.ts';
import { findDifferences, listClosedMonths, readTotals } from './db.ts';

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

/**
 * Recomputes the whole ledger from its transfers, compares it with each closed month, and reports all differences. Changes nothing; postings may
 * go on. Without a sealer the closed months' seals are not compared.
 */
export async function verify(
  { patient: connection }: Pick<Database, 'patient'>,
  sealer: MonthSealer | null = null,
): Promise<VerifyReport> {
  const differences = [
    ...new Set([...(await findDifferences(connection)), ...(await proveClosedMonths(connection, sealer))]),
  ];
  return { ok: differences.length === 0, ...(await readTotals(connection)), differences };
}

/** Closed months of so many transfers are recomputed in some minutes (6 µs an entry). */
const MOST_RECOMPUTED = 20_000_000;

/**
 * What a daily comparison proves: the whole ledger, and only what came after the closed months once these have too many transfers to be
 * read every day.
 */
export async function verifyDaily(
  database: Pick<Database, 'patient'>,
  sealer: MonthSealer,
  most = MOST_RECOMPUTED,
): Promise<{ readonly whole: VerifyReport } | { readonly since: ProofSince }> {
  const months = await listClosedMonths(database.patient);
  const closed = months.reduce((sum, { transfers }) => sum + transfers, 0);
  const since = closed > most ? await proveSince(database.patient, sealer) : null;
  return since === null ? { whole: await verify(database, sealer) } : { since };
}
