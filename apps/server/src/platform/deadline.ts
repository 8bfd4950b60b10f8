import { performance } from 'node:perf_hooks';
import type { Clock } from './clock.ts';

/** A time limit for starting work. */
export interface Deadline {
  /** Milliseconds left; 0 once it has passed. */
  leftMs(): number;
}

/**
 * A deadline so many milliseconds from now. It measures the process's running time, the clock and the machine's own, and
 * takes the longest: a clock that is set back does not prolong it, and it passes while a machine is suspended, although
 * running time stands still then.
 */
export function createDeadline(clock: Clock, milliseconds: number): Deadline {
  const startedAt = performance.now();
  const clockAt = clock.now().getTime();
  const machineAt = Date.now();
  return {
    leftMs: () => {
      const passed = Math.max(performance.now() - startedAt, clock.now().getTime() - clockAt, Date.now() - machineAt);
      return Math.max(0, milliseconds - passed);
    },
  };
}
