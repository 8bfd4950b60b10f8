import {
  lagosDay,
  type OrderId,
  RETENTION_KINDS,
  type Retention,
  type RetentionKind,
  type RetentionRun,
} from '@kobogate/contract';
import { retentionWithin } from '../../controls/index.ts';
import { forgetPlaces, forgetResets, saveErased } from '../../identity/index.ts';
import { type Clock, yearInLagos } from '../../platform/clock.ts';
import type { Connection, Database, Transaction } from '../../platform/database.ts';
import type { PastRows } from '../../platform/past-rows.ts';
import { erasePersonalRecords, type PersonalRecords } from '../../platform/personal-records.ts';
import { forgetPayees, forgetPayers } from '../../sales/index.ts';
import type { Log } from '../../platform/log.ts';
import { listRuns, lockRun, lockToErase, type Run, saveBatch } from './db.ts';
import { trustsClock } from './trust-clock.ts';

export interface ErasingDependencies {
  readonly database: Database;
  readonly log: Pick<Log, 'error'>;
  readonly clock: Clock;
  /** What each room keeps about a person, and what it erases of it. */
  readonly personalRecords: readonly PersonalRecords[];
  readonly notices: Aging;
  /** Earlier payout accounts. */
  readonly accountChanges: Aging;
  /** Whose account a bank's transfers went to that a restored database did not know. */
  readonly transferAccounts: Aging;
  /** Whose account the payouts of orders went to. */
  readonly forgetPayoutAccounts: (tx: Transaction, orderIds: readonly OrderId[]) => Promise<void>;
}

/** Records of another room that have their time. */
interface Aging {
  /** Removes rows from before a time, at most so many, and answers how many went. */
  readonly forget: (tx: Transaction, before: Date, limit: number) => Promise<number>;
  /** Counts them, at most so many of a table. */
  readonly count: (connection: Connection, before: Date, most: number) => Promise<PastRows>;
}

/** Rows of one transaction: small, so that no other caller waits long for one. */
const BATCH = 500;
/** People of one transaction: each has rows in many tables. */
const PEOPLE = 10;
const DAY_MS = 86_400_000;

/** What a batch erased; `isDone` where nothing more is past its time. */
interface Batch {
  readonly erased: number;
  readonly isDone: boolean;
}

/** What is from before this is past its time. Pure. */
export function cutoffOf(kind: RetentionKind, kept: Retention, now: Date): Date {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  switch (kind) {
    case 'closed':
      return now;
    case 'sign-ins':
      return daysAgo(kept.signInDays);
    case 'notices':
      return daysAgo(kept.noticeDays);
    case 'payers':
      return daysAgo(kept.payerDays);
    case 'books':
      // The first moment in Lagos of the oldest year that stays.
      return new Date(Date.UTC(yearInLagos(now) - kept.booksYears - 1, 11, 31, 23));
  }
}

/**
 * Erases data whose time is over, once a day and kind, in batches; each batch is one transaction with its count, so that a run
 * that was cut off continues where it stopped, and of two processes one waits for the other. `most` bounds the batches of a
 * call. Erases nothing while the clock is not believed (`trustsClock`).
 */
export async function erasePast(dependencies: ErasingDependencies, most = Number.POSITIVE_INFINITY): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock.now();
  if (!(await trustsClock(dependencies, now))) return;
  const retention = await retentionWithin(database);
  const day = lagosDay(now.getTime());
  let left = most;
  for (const kind of RETENTION_KINDS) {
    for (let isOpen = true; isOpen && left > 0; left -= 1) {
      isOpen = await database.transaction(async (tx) => {
        const run = await lockRun(tx, { kind, day, cutoff: cutoffOf(kind, retention, now) });
        if (run === null) return false;
        const batch = await eraseBatch(tx, dependencies, { kind, run, now });
        await saveBatch(tx, { kind, day: run.day, ...batch });
        return true;
      });
    }
  }
}

async function eraseBatch(
  tx: Transaction,
  dependencies: ErasingDependencies,
  { kind, run: { cutoff }, now }: { kind: RetentionKind; run: Run; now: Date },
): Promise<Batch> {
  switch (kind) {
    case 'closed': {
      const people = await lockToErase(tx, cutoff, PEOPLE);
      for (const userId of people) {
        await erasePersonalRecords(tx, dependencies.personalRecords, userId);
        await saveErased(tx, userId, now);
      }
      return { erased: people.length, isDone: people.length < PEOPLE };
    }
    case 'sign-ins':
      return untilNone((await forgetPlaces(tx, cutoff, BATCH)) + (await forgetResets(tx, cutoff, BATCH)));
    case 'notices':
      return untilNone(await dependencies.notices.forget(tx, cutoff, BATCH));
    case 'payers':
      return untilNone(await forgetPayers(tx, cutoff, BATCH));
    case 'books': {
      const orderIds = await forgetPayees(tx, cutoff, BATCH);
      await dependencies.forgetPayoutAccounts(tx, orderIds);
      const accounts = await dependencies.accountChanges.forget(tx, cutoff, BATCH);
      const transfers = await dependencies.transferAccounts.forget(tx, cutoff, BATCH);
      return untilNone(orderIds.length + accounts + transfers);
    }
  }
}

const untilNone = (erased: number): Batch => ({ erased, isDone: erased === 0 });

/** What the daily task has erased, the newest first. */
export async function viewErased({ database }: { readonly database: Connection }): Promise<RetentionRun[]> {
  const runs = await listRuns(database);
  return runs.map(({ day, kind, erased, cutoff, finishedAt }) => ({
    day,
    kind,
    erased,
    cutoff: cutoff.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }));
}
