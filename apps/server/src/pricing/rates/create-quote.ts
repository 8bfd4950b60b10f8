import { findAsset, isCurrency, isNetwork, type NetworkAsset, NETWORKS, type UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { DependencyDown, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import type { OfferedProducts } from '../products/offered-products.ts';
import { notOffered } from '../products/product.ts';
import type { CurrentRates } from './current-rates.ts';
import { insertQuote, type QuoteRow } from './db.ts';

export interface QuoteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  readonly products: OfferedProducts;
  readonly quoteSeconds: number;
}

/**
 * Holds today's rate of a pair for the caller. Throws 422 for a pair that does not exist or is not on offer; 503 while there is
 * no rate; and 429 for too many rates: an open page asks once in each `quoteSeconds`, and for each coin that the user looks at.
 */
export async function createQuote(
  { database, clock, currentRates, products, quoteSeconds }: QuoteDependencies,
  input: { userId: UserId; currency: string; network: string },
): Promise<QuoteRow> {
  const asset = requirePair(input.currency, input.network);
  const product = (await products.current()).get(asset.code);
  if (product?.isOffered === false) throw notOffered(asset);
  const current = (await currentRates()).get(asset.code);
  if (current === undefined) throw noRate(input.currency);
  const now = clock.now();
  const turn = { thing: 'quote-user', subject: input.userId, most: 600, windowSeconds: 600 };
  await consumeRateLimit(database, [turn], now, 'You have asked for very many rates.');
  const quote: QuoteRow = {
    id: newId(),
    ...input,
    rate: current.rate,
    marketRate: current.marketRate,
    evidence: current.evidence,
    expiresAt: new Date(now.getTime() + quoteSeconds * 1000),
  };
  await insertQuote(database, quote);
  return quote;
}

/** The asset of a pair. Refuses, with a message, an unknown currency or network and a pair that does not exist. */
export function requirePair(currency: string, network: string): NetworkAsset {
  if (!isCurrency(currency)) throw ruleBroken(`We do not know the currency ${currency.slice(0, 20)}.`);
  if (!isNetwork(network)) throw ruleBroken(`We do not know the network ${network.slice(0, 20)}.`);
  const asset = findAsset(currency, network);
  if (asset === undefined) {
    throw ruleBroken(`${currency} does not exist on ${NETWORKS[network].name}. Please choose another network.`);
  }
  return asset;
}

/** 503: nothing is quoted without a fresh rate. */
export function noRate(currency: string) {
  return new DependencyDown(
    'rates',
    `There is no current rate for ${currency}. Nothing was changed; please try again in a minute.`,
    { code: 'no-rate' },
  );
}
