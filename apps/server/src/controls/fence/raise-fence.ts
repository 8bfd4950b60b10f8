import type { FenceId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import {
  endReplaced,
  type FenceCause,
  findFence,
  forgetFirstLift,
  insertFence,
  listChecks,
  lockDepartures,
  readFromEarlier,
} from './db.ts';

export interface Suspicion {
  readonly cause: FenceCause;
  /** For people: what was found, in a sentence or two. */
  readonly reason: string;
  /** Up to when the books are known to be complete, such as the time of the dump; null: by their newest payout. */
  readonly readFrom?: Date | null;
  /** Addresses were given out that the database does not count, so that those set aside before are not enough. */
  readonly losesAddresses?: boolean;
}

/**
 * Signs every user out, in the transaction that raises the fence: in an older database a session that ended since is
 * valid again, a stolen one included.
 */
export type EndSessions = (tx: Transaction, now: Date) => Promise<void>;

/** The cause for `RECOVERY=1`. */
export const ASKED_FOR: Suspicion = {
  cause: 'operator',
  reason: 'The operator started the server with RECOVERY=1.',
};

/**
 * Raises the fence in the caller's transaction, so that nothing leaves any more until two administrators lift it, and has them notified
 * by mail. Where one is up it stays, an approval to lift it is reset, and lists are read from the earlier time on; but one that was
 * up in a backup, or before addresses were lost, is replaced: all is compared again. Answers whether one was raised now.
 * Called by a restore, before any server starts on the restored database.
 */
export async function raiseFenceWithin(
  tx: Transaction,
  { cause, reason, readFrom = null, losesAddresses = false }: Suspicion,
): Promise<boolean> {
  await lockDepartures(tx);
  const open = await findFence(tx);
  // Before its comparisons begin it sets addresses aside for the first time.
  const isOutdated =
    open !== null && (cause === 'restored' || (losesAddresses && (await listChecks(tx, open.id)).length > 0));
  if (open !== null && !isOutdated) {
    await forgetFirstLift(tx, open.id);
    if (readFrom !== null) await readFromEarlier(tx, open.id, readFrom);
    return false;
  }
  if (open !== null) await endReplaced(tx, open.id);
  const id = newId<FenceId>();
  const moments = [readFrom, open?.readFrom ?? null].filter((moment) => moment !== null);
  const [earliest = null] = moments.toSorted((one, other) => one.getTime() - other.getTime());
  await insertFence(tx, { id, cause, reason, readFrom: earliest });
  await emit(tx, { type: 'fence.raised', payload: { fenceId: id }, key: id });
  return true;
}
