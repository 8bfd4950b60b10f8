import type { RateSource } from '../../pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RateSourceName } from '../../configuration/rates.ts';
import { createCoinbaseRates } from './coinbase.ts';
import { createCoingeckoRates } from './coingecko.ts';
import { createKrakenRates } from './kraken.ts';
import { createLunoRates } from './luno.ts';
import { createQuidaxRates } from './quidax.ts';

const MAKERS: Readonly<
  Record<RateSourceName, (options: { url: string; key: string | undefined; clock: Clock }) => RateSource>
> = {
  coinbase: createCoinbaseRates,
  luno: createLunoRates,
  quidax: createQuidaxRates,
  coingecko: createCoingeckoRates,
  kraken: createKrakenRates,
};

/** The rate sources whose addresses are configured. */
export function createRateSources(
  addresses: Readonly<Partial<Record<RateSourceName, string>>>,
  coingeckoKey: string | undefined,
  clock: Clock,
): RateSource[] {
  return Object.entries(MAKERS).flatMap(([name, make]) => {
    const url = Object.entries(addresses).find(([configured]) => configured === name)?.[1];
    return url === undefined ? [] : [make({ url, key: name === 'coingecko' ? coingeckoKey : undefined, clock })];
  });
}
