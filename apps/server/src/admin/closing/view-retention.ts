import { lagosDay, RETENTION_KINDS, type Retention, type RetentionKind } from '@kobogate/contract';
import { retentionWithin } from '../../controls/index.ts';
import { countEndedResets, countPlaces } from '../../identity/index.ts';
import type { Connection } from '../../platform/database.ts';
import { addPastRows, type PastRows } from '../../platform/past-rows.ts';
import { countPayees, countPayers } from '../../sales/index.ts';
import { countToErase, listNewestRuns, type MadeRun } from './db.ts';
import { cutoffOf, type ErasingDependencies } from './erase-past.ts';
import { viewClock } from './trust-clock.ts';

/** So many rows of a table are counted: beyond it the answer is “at least”. */
export const MOST_COUNTED = 10_000;

/** A kind of record, by the times that are in force now. */
export interface AgingKind {
  readonly kind: RetentionKind;
  /** What is from before this is past its time. */
  readonly cutoff: Date;
  readonly past: Required<PastRows>;
  /** The newest run, finished or not; null: the task never came to it. */
  readonly newest: MadeRun | null;
  /** The newest run that erased something; null: none did. */
  readonly erasing: MadeRun | null;
}

/** What is kept for how long, what is past its time, and what the daily task has done. */
export interface RetentionView {
  readonly now: Date;
  readonly retention: Retention;
  readonly kinds: readonly AgingKind[];
  /** The time at the task's last look; null: it has never looked. */
  readonly seenAt: Date | null;
  /** Until when a run would erase nothing, because the clock moved further than is plausible; null: it is believed. */
  readonly waitsUntil: Date | null;
  /** Whether today's run is finished for every kind: the next one begins tomorrow. */
  readonly isDoneToday: boolean;
}

type ViewDependencies = Pick<ErasingDependencies, 'clock' | 'notices' | 'accountChanges' | 'transferAccounts'> & {
  readonly database: Connection;
};

/** Reads it; changes nothing, and reads at most `MOST_COUNTED` rows of a table. */
export async function viewRetention(dependencies: ViewDependencies, most = MOST_COUNTED): Promise<RetentionView> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const retention = await retentionWithin(database);
  const runs = await listNewestRuns(database, RETENTION_KINDS);
  const kinds: AgingKind[] = [];
  for (const kind of RETENTION_KINDS) {
    const own = runs.filter((run) => run.kind === kind);
    const cutoff = cutoffOf(kind, retention, now);
    kinds.push({
      kind,
      cutoff,
      past: addPastRows(await countPast(dependencies, { kind, cutoff, most })),
      newest: own[0] ?? null,
      erasing: own.find(({ erased }) => erased > 0) ?? null,
    });
  }
  const today = lagosDay(now.getTime());
  return {
    now,
    retention,
    kinds,
    ...(await viewClock(database, now)),
    isDoneToday: kinds.every(({ newest }) => newest !== null && newest.day >= today && newest.finishedAt !== null),
  };
}

/** What `eraseBatch` would erase, table by table. */
async function countPast(
  { database, notices, accountChanges, transferAccounts }: ViewDependencies,
  { kind, cutoff, most }: { kind: RetentionKind; cutoff: Date; most: number },
): Promise<PastRows[]> {
  switch (kind) {
    case 'closed':
      return [await countToErase(database, cutoff, most)];
    case 'sign-ins':
      return [await countPlaces(database, cutoff, most), await countEndedResets(database, cutoff, most)];
    case 'notices':
      return [await notices.count(database, cutoff, most)];
    case 'payers':
      return [await countPayers(database, cutoff, most)];
    case 'books':
      return [
        await countPayees(database, cutoff, most),
        await accountChanges.count(database, cutoff, most),
        await transferAccounts.count(database, cutoff, most),
      ];
  }
}
