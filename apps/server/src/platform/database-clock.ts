import type { Clock } from './clock.ts';

/** An answer that took longer says too little about the moment in which it was given. */
const SLOWEST_ANSWER_MS = 1_000;

/**
 * A database's time, carried on by this process's running time: the same for all servers of one database, whatever
 * their machines' clocks show or are set to.
 */
export interface DatabaseClock extends Clock {
  /**
   * Asks the database again: running time drifts, stands still while a machine sleeps, and another host may be the
   * database now. Throws where it does not answer, and the time goes on as before.
   */
  agree(): Promise<void>;
}

/** A clock that shows what `ask` answers, the database's present time, which it asks once before it is there. */
export async function createDatabaseClock(ask: () => Promise<Date>): Promise<DatabaseClock> {
  async function measure(): Promise<{ aheadMs: number; tookMs: number }> {
    const askedAt = performance.now();
    const time = await ask();
    const tookMs = performance.now() - askedAt;
    // It was this time in the middle between question and answer, as far as can be known.
    return { aheadMs: time.getTime() - askedAt - tookMs / 2, tookMs };
  }
  let { aheadMs } = await measure();
  return {
    now: () => new Date(performance.now() + aheadMs),
    agree: async () => {
      const measured = await measure();
      if (measured.tookMs <= SLOWEST_ANSWER_MS) aheadMs = measured.aheadMs;
    },
  };
}
