/** Where the program reads the time, so that a test can set it. */
export interface Clock {
  now(): Date;
}

/** This machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

const LAGOS_YEAR = new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', year: 'numeric' });

/** The year that a moment is in, in Lagos. Pure. */
export const yearInLagos = (moment: Date): number => Number(LAGOS_YEAR.format(moment));

/** A clock that stands still until a test moves it. */
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
