import { lagosDay } from '@kobogate/contract';
import { listDaysToCompare, listUnclearDays } from './db.ts';
import { reconcileDay, type ReconciliationDependencies } from './reconcile-day.ts';

/** By then payouts from just before midnight are final. */
const QUIET_MS = 60 * 60 * 1000;

/** The last day in Lagos that has been over for at least an hour. Pure. */
export const dayToCompare = (now: Date): string => lagosDay(now.getTime() - QUIET_MS, 1);

/**
 * Compares yesterday, and the days before it on which no server ran, each once, however often and by however many processes
 * it is called.
 */
export async function reconcileYesterday(dependencies: ReconciliationDependencies): Promise<void> {
  for (const day of await listDaysToCompare(dependencies.database, dayToCompare(dependencies.clock.now()))) {
    await reconcileDay(dependencies, { day, isScheduled: true, adminId: null });
  }
}

/**
 * Compares yesterday and the unclear days, from the second call on: the start of the program does not wait for a bank
 * or node.
 */
export function createDailyReconciliation(dependencies: ReconciliationDependencies): () => Promise<void> {
  let isFirst = true;
  return async () => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    await reconcileYesterday(dependencies);
    await compareUnclearDays(dependencies);
  };
}

/**
 * Compares again, one after the other, each unclear day whose pause is over. An administrator's clear comparison in
 * between ends it. Any number of processes may call it.
 */
export async function compareUnclearDays(dependencies: ReconciliationDependencies): Promise<void> {
  for (const { day, attempt, nextAt, ...before } of await listUnclearDays(dependencies.database)) {
    if (nextAt > dependencies.clock.now()) continue;
    await reconcileDay(dependencies, { day, isScheduled: true, attempt, before, adminId: null });
  }
}
