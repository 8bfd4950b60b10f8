import type { Outcome } from './schedule/run.ts';
import { type About, stepsOf } from './schedule/steps.ts';

/** A schedule that fails, with as few of its steps as were found to be needed. */
export interface Shrunk {
  /** The places of the steps that are left, as `--only` takes them. */
  readonly only: readonly number[];
  readonly kinds: readonly string[];
  readonly violation: string;
}

/**
 * Leaves out one step after the other, from the last to the first, as long as what is left still fails, whether or not in the same
 * words. `run` runs the seed with the steps of these places alone.
 */
export async function shrink(
  { seed, taken, violation }: Outcome,
  { length, about }: { readonly length: number; readonly about: About },
  run: (only: readonly number[]) => Promise<Outcome>,
): Promise<Shrunk> {
  const steps = stepsOf(seed, length, about);
  let only = steps.map((_, place) => place);
  let words = violation ?? '';
  const attempt = async (fewer: number[]): Promise<void> => {
    const outcome = await run(fewer);
    if (outcome.violation === null) return;
    only = fewer;
    words = outcome.violation;
  };
  await attempt(only.slice(0, taken + 1));
  for (const place of only.toReversed()) await attempt(only.filter((each) => each !== place));
  return { only, kinds: only.map((place) => steps[place]?.kind ?? ''), violation: words };
}
