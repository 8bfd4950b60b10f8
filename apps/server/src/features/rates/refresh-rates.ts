import { CURRENCIES } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { deleteTicksBefore, insertTicks } from './db.ts';
import type { RateSource } from './rate-source.ts';

/** How long ticks are kept: the 24-hour change needs a day, the rest is for looking back. */
const KEPT_DAYS = 30;

export interface RefreshDependencies {
  readonly database: Database;
  readonly sources: readonly RateSource[];
  readonly clock: Clock;
  readonly log: Log;
}

/** Asks every source once and records what they say. A source that fails is logged and holds up no other. */
export async function refreshRates({ database, sources, clock, log }: RefreshDependencies): Promise<void> {
  const answers = await Promise.allSettled(sources.map((source) => source.fetchRates(CURRENCIES)));
  const ticks = answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return answer.value;
    log.warn({ err: answer.reason, source: sources[index]?.name }, 'a rate source did not answer');
    return [];
  });
  if (ticks.length > 0) await insertTicks(database, ticks);
  await deleteTicksBefore(database, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000));
}
