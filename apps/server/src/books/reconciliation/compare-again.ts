import { listUnclearDays } from './db.ts';
import { reconcileDay, type ReconciliationDependencies } from './reconcile-day.ts';

/**
 * Compares again, one after the other, each day of which a bank or a node left something unclear and whose pause is over.
 * An administrator's clear comparison meanwhile ends it. Safe to be called by any number of processes.
 */
export async function compareUnclearDays(dependencies: ReconciliationDependencies): Promise<void> {
  for (const { day, attempt, nextAt, ...before } of await listUnclearDays(dependencies.database)) {
    if (nextAt > dependencies.clock.now()) continue;
    await reconcileDay(dependencies, { day, isScheduled: true, attempt, before, adminId: null });
  }
}
