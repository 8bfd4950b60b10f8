import { CURRENCIES } from '@kobogate/contract';
import { compareRates, formatRate } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import {
  deleteRatesBefore,
  insertMarketRates,
  insertTicks,
  latestTicks,
  type MarketRate,
  marketRatesBetween,
  saveSources,
} from './db.ts';
import { decideMarket, type MarketPolicy } from './market.ts';
import { freshFrom, freshUntil, isCredible, type RateTick } from './rate.ts';
import type { RateSource } from './rate-source.ts';

/** How long ticks and decided rates are stored: the 24-hour change needs a day, the chart a month. */
const KEPT_DAYS = 31;
/** A constant price is recorded this often, so that it counts as fresh; a changed one at once. */
const REPEAT_SECONDS = 30;
/** A constant market rate is recorded this often, so that the chart and the 24-hour change have a point. */
const MARKET_REPEAT_SECONDS = 300;
/** An older rate does not limit how far the market may have moved. */
export const PREVIOUS_COUNTS_FOR_SECONDS = 1800;

export interface RefreshDependencies {
  readonly database: Database;
  readonly sources: readonly RateSource[];
  readonly policy: MarketPolicy;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Asks every source once, records new prices, and decides the market's rate from them. A source that fails is logged
 * and does not delay the others.
 */
export async function refreshRates({ database, sources, policy, clock, log }: RefreshDependencies): Promise<void> {
  const answers = await Promise.allSettled(sources.map((source) => source.fetchRates(CURRENCIES)));
  const ticks = answers.flatMap((answer, index) => {
    if (answer.status === 'fulfilled') return answer.value;
    log.warn({ err: answer.reason, source: sources[index]?.name }, 'a rate source did not answer');
    return [];
  });
  const now = clock.now();
  const known = await latestTicks(database, freshFrom(now), freshUntil(now));
  const [credible, incredible] = [
    ticks.filter((tick) => isCredible(tick, now)),
    ticks.filter((tick) => !isCredible(tick, now)),
  ];
  if (incredible.length > 0) log.warn({ incredible: incredible.map(describeTick) }, 'rates were refused as impossible');
  await saveSources(
    database,
    sources.map(({ name }) => ({ name, coins: coinsOf(credible, name) })),
    now,
  );
  const fresh = credible.filter((tick) => isNews(tick, known));
  if (fresh.length > 0) await insertTicks(database, fresh);
  await recordMarket({ database, policy, log }, now);
  await deleteRatesBefore(database, before(now, KEPT_DAYS * 86_400));
}

/** How many coins a source gives a rate of. Pure. */
const coinsOf = (ticks: readonly RateTick[], name: string): number =>
  new Set(ticks.flatMap(({ source, currency }) => (source === name ? [currency] : []))).size;

function describeTick({ currency, source, quote, rate, observedAt }: RateTick): string {
  return `${source}: ${formatRate(rate).slice(0, 40)} ${quote} for ${currency} at ${observedAt.toISOString()}`;
}

function isNews(tick: RateTick, known: readonly RateTick[]): boolean {
  const last = known.find(
    ({ currency, source, quote }) => currency === tick.currency && source === tick.source && quote === tick.quote,
  );
  if (last === undefined || compareRates(last.rate, tick.rate) !== 0) return true;
  return tick.observedAt.getTime() - last.observedAt.getTime() >= REPEAT_SECONDS * 1000;
}

async function recordMarket(
  { database, policy, log }: Pick<RefreshDependencies, 'database' | 'policy' | 'log'>,
  now: Date,
): Promise<void> {
  const [ticks, previous] = await Promise.all([
    latestTicks(database, freshFrom(now), freshUntil(now)),
    marketRatesBetween(database, before(now, PREVIOUS_COUNTS_FOR_SECONDS), now),
  ]);
  const decided = CURRENCIES.flatMap((currency): MarketRate[] => {
    const last = previous.get(currency);
    const decision = decideMarket(ticks, currency, now, policy, previous);
    if (decision.kind === 'refused') {
      log.warn({ currency, reason: decision.reason }, 'nothing is quoted: the rate sources are not good enough');
      return [];
    }
    const isSame = last !== undefined && compareRates(last.rate, decision.rate) === 0;
    const isLate = last !== undefined && now.getTime() - last.decidedAt.getTime() >= MARKET_REPEAT_SECONDS * 1000;
    return isSame && !isLate ? [] : [{ currency, rate: decision.rate, sources: decision.sources, decidedAt: now }];
  });
  await insertMarketRates(database, decided);
}

function before(now: Date, seconds: number): Date {
  return new Date(now.getTime() - seconds * 1000);
}
