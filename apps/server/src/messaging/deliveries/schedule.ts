const SECOND = 1000;

const HOUR = 3_600_000;

/** How long a delivery is tried. */
export const TRIED_MS = 72 * HOUR;

const FIRST_PAUSE_MS = 10 * SECOND;

const GROWTH = 2.5;

const LONGEST_PAUSE_MS = 6 * HOUR;

/** The jitter of a pause in either direction, so that deliveries that failed together do not come back together. */
const JITTER = 0.2;

/**
 * When a delivery is tried again after its `attempts`-th failure (from 1): after ten seconds, then ever later up to six
 * hours, the last time at `giveUpAt`; null once that has passed. `random` is from 0 to 1. Pure.
 */
export function nextAttempt(
  { attempts, giveUpAt, now }: { attempts: number; giveUpAt: Date; now: Date },
  random: number,
): Date | null {
  if (now >= giveUpAt) return null;
  const pause = Math.min(FIRST_PAUSE_MS * GROWTH ** (attempts - 1), LONGEST_PAUSE_MS);
  const next = now.getTime() + pause * (1 - JITTER + 2 * JITTER * random);
  return new Date(Math.min(next, giveUpAt.getTime()));
}

const LONGEST_REST_MS = 300 * SECOND;

/**
 * Until when an endpoint rests after so many failures in a row: a second, doubling up to five minutes; null for none.
 * Then only a few of its deliveries are tried at a time, however many wait. Pure.
 */
export const restUntil = (failures: number, now: Date): Date | null =>
  failures === 0 ? null : new Date(now.getTime() + Math.min(SECOND * 2 ** Math.min(failures - 1, 20), LONGEST_REST_MS));

const FAILING_DAYS = 7;

/** Whether an endpoint has only failed for so long that it is turned off. Pure. */
export const hasFailedForDays = (failingSince: Date | null, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_DAYS * 24 * HOUR;
