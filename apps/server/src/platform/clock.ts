/** Where the program reads the time, so that a test can set it. */
export interface Clock {
  now(): Date;
}

/** This machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

const LAGOS_YEAR = new Intl.DateTimeFormat('en-NG', { timeZone: 'Africa/Lagos', year: 'numeric' });

/** The year that a moment is in, in Lagos. Pure. */
export const yearInLagos = (moment: Date): number => Number(LAGOS_YEAR.format(moment));
