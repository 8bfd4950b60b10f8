import { ASSETS, type AssetCode } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database.ts';
import { keepFresh } from '../../platform/fresh.ts';
import { loadNewest, SETTINGS_CHANGED } from '../../controls/index.ts';
import { applyTerms, type OfferedProduct, readTerms, subjectOf } from './product.ts';

/** Every coin and network that this version knows, by asset code. */
type Products = ReadonlyMap<AssetCode, OfferedProduct>;

/** The terms on which coins are on offer, for other code. */
export interface OfferedProducts {
  /** The deployment's own spread, which applies where a product has none. */
  readonly defaultSpreadBasisPoints: number;
  /** The present terms, at most a second old: for display and for rates. */
  current(): Promise<Products>;
  /** The terms at this moment, read on the given connection: for decisions. */
  within(connection: Connection): Promise<Products>;
}

const KEPT_MILLISECONDS = 1000;

/** Reads the terms of every product. */
export function createOfferedProducts({
  database,
  clock,
  spreadBasisPoints,
}: {
  database: Database;
  clock: Clock;
  spreadBasisPoints: number;
}): OfferedProducts {
  async function within(connection: Connection): Promise<Products> {
    const newest = await loadNewest(connection, ASSETS.map(subjectOf));
    return new Map(
      ASSETS.map((asset) => {
        const terms = readTerms(newest.get(subjectOf(asset))?.after);
        return [asset.code, applyTerms(asset, terms, spreadBasisPoints)];
      }),
    );
  }

  const current = keepFresh(clock, KEPT_MILLISECONDS, () => within(database));
  database.onAnnounced(SETTINGS_CHANGED, current.forget);
  return { defaultSpreadBasisPoints: spreadBasisPoints, current, within };
}
