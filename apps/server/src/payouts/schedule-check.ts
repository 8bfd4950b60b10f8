import type { NewEvent } from '../events.ts';
import type { Clock } from '../platform/clock.ts';
import { isUnderWay, type Payout, pauseBefore, WATCH_AFTER_MS } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';

/** The event of the payout's present check. The key keeps the chain single: a check is scheduled once. */
export function scheduleCheck(work: PayoutWork, { id, checks }: Pick<Payout, 'id' | 'checks'>, runAt: Date): void {
  work.emit({
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
export function scheduleNextCheck(work: PayoutWork, clock: Clock, payout: Payout, done: number): void {
  if (!isUnderWay(payout) || payout.checks !== done) return;
  const next = work.save(payout, { checks: done + 1 });
  scheduleCheck(work, next, new Date(clock.now().getTime() + pauseBefore(next.checks)));
}

/** Asks once beside the chain, whose pauses have grown: the bank has just taken it. */
export function askSoon(work: PayoutWork, clock: Clock, { id, sends }: Pick<Payout, 'id' | 'sends'>): void {
  const runAt = new Date(clock.now().getTime() + pauseBefore(1));
  work.emit({ type: 'payout.check', payload: { payoutId: id }, runAt, key: `${id}:taken${sends}` });
}

/** The event that hands a payout over once more, after so many times: no other hand-over may come between. */
export function scheduleRepeat(work: PayoutWork, { id, sends }: Pick<Payout, 'id' | 'sends'>): void {
  work.emit({ type: 'payout.due', payload: { payoutId: id, after: sends }, key: `${id}+${sends}` });
}

/**
 * Looks at a payout that has ended a few times more in the next day: a paid one may come back, one that a person called
 * not made may be paid after all, and the callback be lost.
 */
export function scheduleWatch(work: PayoutWork, clock: Clock, payoutId: string): void {
  const now = clock.now().getTime();
  work.emit(
    ...WATCH_AFTER_MS.map((after): NewEvent => ({
      type: 'payout.check',
      payload: { payoutId },
      runAt: new Date(now + after),
      key: `${payoutId}:paid+${after}`,
    })),
  );
}
