import type { Chain } from '../../custody/index.ts';

/** After so many requests of the present size in a row a larger one is tried. */
const GROWS_AFTER = 8;
/** How long the smallest refused size is remembered; twice as long after each further refusal, up to the longest. */
const REMEMBERED_MS = 60_000;
const LONGEST_REMEMBERED_MS = 3_600_000;

/** How much is asked for at once: less after a refusal, more again after a time without one. */
export interface Pace {
  size(): number;
  /** A request for `asked` was answered. */
  done(asked: number): void;
  /** A request for `asked` was refused, or took too long. */
  refused(asked: number): void;
}

/** Starts at `most` and stays between 1 and `most`. `now`: milliseconds of a monotonic clock. */
export function createPace(most: number, now: () => number = () => performance.now()): Pace {
  let size = most;
  /** The largest size that was answered since a smaller one was refused. */
  let good = 0;
  let limit = { refused: Infinity, until: 0 };
  let rememberedMs = REMEMBERED_MS;
  let run = 0;

  /** Halfway to a refusal that is remembered, else twice as much. */
  function next(): number {
    const isRemembered = now() < limit.until && limit.refused > size;
    return Math.min(most, isRemembered ? Math.floor((size + limit.refused) / 2) : size * 2);
  }

  return {
    size: () => size,
    done: (asked) => {
      good = Math.max(good, asked);
      if (asked < size) return;
      run += 1;
      if (run < GROWS_AFTER) return;
      size = next();
      run = 0;
    },
    refused: (asked) => {
      run = 0;
      if (asked === 1) {
        // Not for its size, then, nor were the larger ones before it: as in an outage.
        limit = { refused: Infinity, until: 0 };
        rememberedMs = REMEMBERED_MS;
        return;
      }
      good = good < asked ? good : 0;
      size = Math.max(1, Math.min(size, good === 0 ? Math.floor(asked / 2) : good));
      limit = { refused: asked, until: now() + rememberedMs };
      rememberedMs = Math.min(rememberedMs * 2, LONGEST_REMEMBERED_MS);
    },
  };
}

/** The most blocks that are read in one step. */
const MOST_BLOCKS = 20;

/**
 * Reads blocks in steps that become smaller if a provider fails in one, and larger again later: otherwise a provider that is
 * slow, or refuses now and then, would never get through a whole step.
 */
export function inPacedSteps(scan: Chain['scan']): Required<Pick<Chain, 'step' | 'scan'>> {
  const pace = createPace(MOST_BLOCKS);
  return {
    step: () => pace.size(),
    scan: async (from, to, findOurs) => {
      const asked = Number(to - from + 1n);
      try {
        const blocks = await scan(from, to, findOurs);
        pace.done(asked);
        return blocks;
      } catch (error) {
        // Whatever the reason: a provider that gives few blocks at a time is then read in small steps.
        if (asked > 1 || pace.size() === 1) pace.refused(asked);
        throw error;
      }
    },
  };
}
