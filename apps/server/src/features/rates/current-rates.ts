import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { keepFresh } from '../../platform/fresh.ts';
import type { OfferedProducts } from '../products/offered-products.ts';
import { latestTicks, ticksBetween } from './db.ts';
import {
  type CustomerRate,
  describeChange,
  medianRate,
  offerRate,
  type RateTick,
  STALE_AFTER_SECONDS,
} from './rate.ts';

/** How long one look at the database serves: many requests a second ask for the same few rates. */
const CACHE_MILLISECONDS = 1000;
const DAY = 86_400_000;
/** How far from 24 hours ago the compared tick may lie. */
const DAY_TOLERANCE = 3_600_000;

/** Today's rates by asset code. An asset that is missing has no rate that is fresh enough: nothing may be quoted for it. */
export type CurrentRates = () => Promise<ReadonlyMap<string, CustomerRate>>;

export interface CurrentRatesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly products: OfferedProducts;
}

/** Reads today's customer rates: the median of the fresh sources, less the product's spread. At most two seconds old. */
export function createCurrentRates({ database, clock, products }: CurrentRatesDependencies): CurrentRates {
  async function read(now: Date): Promise<ReadonlyMap<string, CustomerRate>> {
    const [offered, fresh, dayOld] = await Promise.all([
      products.current(),
      latestTicks(database, new Date(now.getTime() - STALE_AFTER_SECONDS * 1000)),
      ticksBetween(database, new Date(now.getTime() - DAY - DAY_TOLERANCE), new Date(now.getTime() - DAY)),
    ]);
    const rates = new Map<string, CustomerRate>();
    for (const { asset, spreadBasisPoints } of offered.values()) {
      const market = medianOf(fresh, asset.currency);
      const rate = market === null ? null : offerRate(market, spreadBasisPoints);
      if (market === null || rate === null) continue;
      const before = medianOf(dayOld, asset.currency);
      rates.set(asset.code, {
        rate,
        marketRate: market,
        change24h: before === null ? null : describeChange(before, market),
      });
    }
    return rates;
  }

  return keepFresh(clock, CACHE_MILLISECONDS, read);
}

function medianOf(ticks: readonly RateTick[], currency: string) {
  return medianRate(ticks.filter((tick) => tick.currency === currency).map(({ rate }) => rate));
}
