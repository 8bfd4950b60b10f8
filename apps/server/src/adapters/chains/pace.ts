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
      good = good < asked ? good : 0;
      size = Math.max(1, Math.min(size, good === 0 ? Math.floor(asked / 2) : good));
      limit = { refused: asked, until: now() + rememberedMs };
      rememberedMs = Math.min(rememberedMs * 2, LONGEST_REMEMBERED_MS);
      run = 0;
    },
  };
}
