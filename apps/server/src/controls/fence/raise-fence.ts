import type { Database, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { type FenceCause, findFence, forgetFirstLift, insertFence, lockDepartures, readFromEarlier } from './db.ts';

export interface Suspicion {
  readonly cause: FenceCause;
  /** For people: what was seen, in a sentence or two. */
  readonly reason: string;
  /** Up to when the books are known to be whole, such as when the dump was made; null: by their newest payout. */
  readonly readFrom?: Date | null;
}

/** What `RECOVERY=1` raises it with. */
export const ASKED_FOR: Suspicion = {
  cause: 'operator',
  reason: 'The operator started the server with RECOVERY=1.',
};

/**
 * Raises the fence, so that nothing leaves any more until two administrators lift it, and has them told by mail. Where one
 * is up it stays, an administrator who had approved to lift it has to look again, and lists are read from the earlier moment on.
 * Answers whether it was raised now. To be called by a restore, before any server starts on the restored database.
 */
export function raiseFence(database: Database, suspicion: Suspicion): Promise<boolean> {
  return database.transaction((tx) => raiseFenceWithin(tx, suspicion));
}

/** As `raiseFence`, in the caller's transaction. */
export async function raiseFenceWithin(
  tx: Transaction,
  { cause, reason, readFrom = null }: Suspicion,
): Promise<boolean> {
  await lockDepartures(tx);
  const open = await findFence(tx);
  if (open !== null) {
    await forgetFirstLift(tx, open.id);
    if (readFrom !== null) await readFromEarlier(tx, open.id, readFrom);
    return false;
  }
  const id = newId();
  await insertFence(tx, { id, cause, reason, readFrom });
  await emit(tx, { type: 'fence.raised', payload: { fenceId: id }, key: id });
  return true;
}
