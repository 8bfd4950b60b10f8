import type { Clock } from '../platform/clock.ts';
import { createGroup } from '../platform/group.ts';
import { emitMany, type NewEvent } from '../events.ts';
import { findPayouts } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { isReference, type Payout } from './payout.ts';

const MOST_AT_ONCE = 100;
/** A payout is not asked about sooner than this after the callback before: with one that proves nothing anyone could ask the rail at will. */
const PAUSE_MS = 10_000;
/** Payouts of which the last callback is remembered; then those of longer ago than the pause are forgotten. */
const MOST_REMEMBERED = 10_000;

/** Answers when a payout is asked about because of a callback; undefined: at once. */
function createPauses(clock: Clock): (key: string) => Date | undefined {
  const last = new Map<string, number>();
  return (key) => {
    const now = clock.now().getTime();
    if (last.size >= MOST_REMEMBERED) for (const [one, at] of last) if (at + PAUSE_MS <= now) last.delete(one);
    const before = last.get(key) ?? 0;
    // Where the clock was set back, none waits for it to catch up.
    const isOfNow = before <= now + PAUSE_MS;
    const at = isOfNow ? Math.max(now, before > now ? before : before + PAUSE_MS) : now;
    last.set(key, at);
    return at === now ? undefined : new Date(at);
  };
}

function questionOf({ rail, reference }: Payout, pauseOf: (key: string) => Date | undefined): NewEvent {
  const key = `${rail}:${reference}`;
  const event: NewEvent = { type: 'payout.callback', payload: { rail, reference }, key };
  const runAt = pauseOf(key);
  return runAt === undefined ? event : { ...event, runAt };
}

/**
 * Receives callbacks of the rails: the rail and the reference that its adapter read, or null. Even a signed callback
 * only means that it is time to ask; while that question is open, further callbacks add nothing, and after it some seconds
 * pass until the next. Always gives the same answer. Simultaneous ones share a commit.
 */
export function createCallbackReceiver({ database, clock }: Pick<PayoutDependencies, 'database' | 'clock'>) {
  const pauseOf = createPauses(clock);
  const group = createGroup<{ rail: string; reference: string }, void>({
    maxItems: MOST_AT_ONCE,
    run: async (callbacks) => {
      const known = await findPayouts(database, callbacks);
      const events = known.map((payout) => questionOf(payout, pauseOf));
      if (events.length > 0) await database.transaction((tx) => emitMany(tx, events));
      return callbacks.map(() => ({ ok: true, value: undefined }));
    },
  });
  return async ({ rail, reference }: { rail: string; reference: string | null }): Promise<{ message: string }> => {
    if (reference !== null && isReference(reference)) await group.submit({ rail, reference });
    return { message: 'Received' };
  };
}
