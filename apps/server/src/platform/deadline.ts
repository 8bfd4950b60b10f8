import { performance } from 'node:perf_hooks';
import type { Clock } from './clock.ts';

/** Until when something may be begun. */
export interface Deadline {
  /** Milliseconds that are left; 0 once it has passed. */
  leftMs(): number;
}

/**
 * A deadline so many milliseconds from now. Time is taken both by the process's own running time and by the clock,
 * and the longer of the two counts: a clock that is set back does not prolong it, and a machine that was suspended, whose
 * running time stands still, finds it passed.
 */
export function createDeadline(clock: Clock, milliseconds: number): Deadline {
  const startedAt = performance.now();
  const clockAt = clock.now().getTime();
  return {
    leftMs: () => {
      const passed = Math.max(performance.now() - startedAt, clock.now().getTime() - clockAt);
      return Math.max(0, milliseconds - passed);
    },
  };
}
