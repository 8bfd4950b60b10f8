const MINUTE_MS = 60 * 1000;
const FIRST_PAUSE_MS = 15 * MINUTE_MS;
const LONGEST_PAUSE_MS = 24 * 60 * MINUTE_MS;
/** Five days with the pauses below: after that an administrator has to act. */
const MOST_TRIES = 10;

/**
 * When an unclear day is compared again: its first try 15 minutes after the comparison that ended at `before`, each
 * later one after twice the pause, at most a day. Null: no more automatic tries. Pure.
 */
export function timeOfTry(attempt: number, before: Date): Date | null {
  if (attempt > MOST_TRIES) return null;
  return new Date(before.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
}
