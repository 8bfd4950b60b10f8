import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { keepFresh } from '../../platform/fresh.ts';
import type { OfferedProducts } from '../products/offered-products.ts';
import { latestTicks, marketRatesBetween } from './db.ts';
import { decideMarket, describeEvidence, type MarketPolicy } from './market.ts';
import { type CustomerRate, describeChange, freshFrom, freshUntil, offerRate } from './rate.ts';
import { PREVIOUS_COUNTS_FOR_SECONDS } from './refresh-rates.ts';

/** How long one read of the database serves: many requests a second ask for the same few rates. */
const CACHE_MILLISECONDS = 1000;
const DAY = 86_400_000;
/** How far from 24 hours ago the compared rate may lie. */
const DAY_TOLERANCE = 3_600_000;

/** Today's rates by asset code. An asset that is missing has no rate that can be trusted: nothing may be quoted for it. */
export type CurrentRates = () => Promise<ReadonlyMap<string, CustomerRate>>;

export interface CurrentRatesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly policy: MarketPolicy;
  readonly products: OfferedProducts;
}

/**
 * Reads today's customer rates: the sources' agreed rate (`decideMarket`), less the product's spread. At most two
 * seconds old.
 */
export function createCurrentRates({ database, clock, policy, products }: CurrentRatesDependencies): CurrentRates {
  async function read(now: Date): Promise<ReadonlyMap<string, CustomerRate>> {
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
    const [offered, ticks, previous, dayOld] = await Promise.all([
      products.current(),
      latestTicks(database, freshFrom(now), freshUntil(now)),
      marketRatesBetween(database, ago(PREVIOUS_COUNTS_FOR_SECONDS * 1000), now),
      marketRatesBetween(database, ago(DAY + DAY_TOLERANCE), ago(DAY)),
    ]);
    const rates = new Map<string, CustomerRate>();
    for (const { asset, spreadBasisPoints } of offered.values()) {
      const market = decideMarket(ticks, asset.currency, now, policy, previous);
      const rate = market.kind === 'rate' ? offerRate(market.rate, spreadBasisPoints) : null;
      if (market.kind === 'refused' || rate === null) continue;
      const before = dayOld.get(asset.currency)?.rate;
      rates.set(asset.code, {
        rate,
        marketRate: market.rate,
        at: now,
        evidence: describeEvidence(ticks, asset.currency, market.sources),
        change24h: before === undefined ? null : describeChange(before, market.rate),
      });
    }
    return rates;
  }

  return keepFresh(clock, CACHE_MILLISECONDS, read);
}
