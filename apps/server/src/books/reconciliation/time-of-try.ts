const MINUTE_MS = 60 * 1000;
const FIRST_PAUSE_MS = 15 * MINUTE_MS;
const LONGEST_PAUSE_MS = 24 * 60 * MINUTE_MS;
/** With the pauses below, five days: what does not answer by then needs a person. */
const MOST_TRIES = 10;

/**
 * When a day that is still unclear is compared again: its first try 15 minutes after the comparison that ended at
 * `before`, each later one after twice the pause, at most a day. Null: not by itself any more. Pure.
 */
export function timeOfTry(attempt: number, before: Date): Date | null {
  if (attempt > MOST_TRIES) return null;
  return new Date(before.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
}
