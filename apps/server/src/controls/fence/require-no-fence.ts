import type { Connection, Transaction } from '../../platform/database.ts';
import { loadDepartures, shareDepartures } from './db.ts';
import { fenced } from './fence.ts';

/** Whether a fence is up now, so that nothing may leave. A hint: what lets something leave uses `requireNoFence`. */
export async function isFenced(connection: Connection): Promise<boolean> {
  return (await loadDepartures(connection)).isFenced;
}

/** Throws 503 in words while a fence is up; otherwise none is raised until the caller's transaction ends. */
export async function requireNoFence(tx: Transaction): Promise<void> {
  if ((await shareDepartures(tx)).isFenced) throw fenced();
}
