import type { UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { findFence, forgetFirstLift, lockDepartures, readFromEarlier, recordDecision } from '../../controls/index.ts';

const LONGEST_MS = 366 * 24 * 60 * 60_000;

/**
 * Has every bank's list read from an earlier time on, such as when the restored backup is older than the books seem. Resets an
 * approval to lift the fence. Throws 409 if no fence is up; 422 for a time that is invalid, is later than what was already
 * read, or lies more than a year back.
 */
export async function readFurther(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { adminId, from: text }: { adminId: UserId; from: string },
): Promise<void> {
  const from = new Date(text);
  if (Number.isNaN(from.getTime())) throw ruleBroken('Please give a day and a time.');
  if (clock.now().getTime() - from.getTime() > LONGEST_MS) throw ruleBroken('Please give a moment of the last year.');
  await database.transaction(async (tx) => {
    await lockDepartures(tx);
    const fence = await findFence(tx);
    if (fence === null) throw conflict('Nothing is stopped, so nothing is read.');
    if (from >= fence.readFrom) throw ruleBroken('The lists are read from there on already.');
    await readFromEarlier(tx, fence.id, from);
    await forgetFirstLift(tx, fence.id);
    await recordDecision(tx, {
      action: 'fence-read-further',
      adminId,
      userId: adminId,
      reason: `From ${from.toISOString()} on.`,
    });
  });
}
