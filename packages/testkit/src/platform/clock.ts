import type { Clock } from '@kobogate/server/src/platform/clock.ts';

/** A clock that moves only when a test moves it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(time: Date): void;
}

/** A clock for tests, starting at `start` (default: this machine's time). */
export function createTestClock(start: Date = new Date()): TestClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (moment) => {
      time = moment.getTime();
    },
  };
}
