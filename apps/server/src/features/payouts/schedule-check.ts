import type { Clock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { emit, emitMany } from '../../platform/queue.ts';
import { savePayout } from './db.ts';
import { isUnderWay, type Payout, pauseBefore, WATCH_AFTER_MS } from './payout.ts';

/** Writes the event of the payout's present check. The key keeps the chain single: a check is scheduled once. */
export async function scheduleCheck(
  tx: Transaction,
  { id, checks }: Pick<Payout, 'id' | 'checks'>,
  runAt: Date,
): Promise<void> {
  await emit(tx, {
    type: 'payout.check',
    payload: { payoutId: id, check: checks },
    runAt,
    key: `${id}:${checks}`,
  });
}

/**
 * Goes on from the check numbered `done` to the next, after a growing pause, while the payout is under way. Does
 * nothing where another worker has gone on already.
 */
export async function scheduleNextCheck(tx: Transaction, clock: Clock, payout: Payout, done: number): Promise<void> {
  if (!isUnderWay(payout) || payout.checks !== done) return;
  const next = await savePayout(tx, payout, { checks: done + 1 });
  await scheduleCheck(tx, next, new Date(clock.now().getTime() + pauseBefore(next.checks)));
}

/**
 * Looks at a payout that has ended a few times more in the next day: a paid one may come back, one that a person called
 * not made may be paid after all, and the callback be lost.
 */
export async function scheduleWatch(tx: Transaction, clock: Clock, payoutId: string): Promise<void> {
  const now = clock.now().getTime();
  await emitMany(
    tx,
    WATCH_AFTER_MS.map((after) => ({
      type: 'payout.check',
      payload: { payoutId },
      runAt: new Date(now + after),
      key: `${payoutId}:paid+${after}`,
    })),
  );
}
