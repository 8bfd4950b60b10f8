import { type Day, SETTLED_WITHIN_MINUTES } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { keepFresh } from '../../platform/fresh.ts';
import { type DayRow, readDay } from './db.ts';

const HOUR = 3_600_000;
const HOURS = 24;
/** Many administrators look, and each change of any order makes them ask again. */
const KEPT_MILLISECONDS = 10_000;

/** The last 24 hours in figures, read at most every ten seconds. */
export function createDay({ database, clock }: { database: Connection; clock: Clock }): () => Promise<Day> {
  const bounds = SETTLED_WITHIN_MINUTES.flatMap((minutes) => (minutes === null ? [] : [minutes * 60]));
  return keepFresh(clock, KEPT_MILLISECONDS, async (now) => {
    const since = firstHour(now);
    return presentDay(since, await readDay(database, since, bounds));
  });
}

/** The beginning of the first of 24 hours, of which the present one is the last. Pure. */
const firstHour = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR) * HOUR - (HOURS - 1) * HOUR);

/** Every hour, also those without a payout, and exact naira. Pure. */
function presentDay(since: Date, { hours, settlement, rails, sources }: DayRow): Day {
  const byHour = new Map(hours.map((hour) => [Date.parse(hour.at), hour]));
  const { payouts, median, slow, within } = settlement;
  return {
    since: since.toISOString(),
    hours: Array.from({ length: HOURS }, (_, index) => {
      const at = since.getTime() + index * HOUR;
      const { kobo = '0', payouts: made = 0 } = byHour.get(at) ?? {};
      return { at: new Date(at).toISOString(), nairaKobo: kobo, payouts: made };
    }),
    settlement: {
      payouts,
      medianSeconds: median === null ? null : Math.max(0, Math.round(median)),
      slowSeconds: slow === null ? null : Math.max(0, Math.round(slow)),
      within: SETTLED_WITHIN_MINUTES.map((minutes, index) => ({ minutes, payouts: within[index] ?? 0 })),
    },
    rails,
    sources: sources.map(({ answeredAt, ...source }) => ({
      ...source,
      answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
    })),
  };
}
