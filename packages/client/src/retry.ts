import type { KobogateError } from './errors.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/**
 * How many milliseconds to wait before a failed call is repeated; null if it must not be repeated, or if that would take longer
 * than half a minute. `isRepeatable`: making it twice has the same effect as once. A refusal for too many calls was not carried
 * out, so any call may be repeated after it. `chance` from 0 to 1 spreads callers out. Pure.
 */
export function pauseBeforeRetry(
  { kind, status, retryAfterSeconds }: Pick<KobogateError, 'kind' | 'status' | 'retryAfterSeconds'>,
  { attempt, isRepeatable, chance }: { attempt: number; isRepeatable: boolean; chance: number },
): number | null {
  const wasTooMany = status === 429;
  const isPassing = kind === 'network' || kind === 'timeout' || kind === 'unavailable';
  if (!wasTooMany && !(isRepeatable && isPassing)) return null;
  const pause = FIRST_PAUSE_MS * 2 ** attempt * (0.5 + chance / 2);
  const asked = (retryAfterSeconds ?? 0) * 1000;
  return asked > LONGEST_PAUSE_MS ? null : Math.min(Math.max(pause, asked), LONGEST_PAUSE_MS);
}
