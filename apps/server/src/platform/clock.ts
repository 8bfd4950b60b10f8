import { inLagos } from '@kobogate/contract';

/** Where the program reads the time, so that a test can set it. */
export interface Clock {
  now(): Date;
}

/** This machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

/** The year that a moment is in, in Lagos. Pure. */
export const yearInLagos = (moment: Date): number => inLagos(moment.getTime()).getUTCFullYear();
