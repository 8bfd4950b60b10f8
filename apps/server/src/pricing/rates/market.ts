import {
  compareRates,
  deviationBasisPointsRoundedUp,
  divideRatesRoundedDown,
  multiplyRatesRoundedDown,
  formatRate,
  type Rate,
} from '@kobogate/money';
import { freshFrom, freshUntil, type KeptTick, type RateTick } from './rate.ts';

/** When the sources are believed. The operator sets all of it. */
export interface MarketPolicy {
  /** How many sources must agree; with fewer nothing is quoted. */
  readonly minimumSources: number;
  /** How far from the median a source may lie, in basis points; one further away is left out. */
  readonly maximumDeviationBasisPoints: number;
  /** How far the market may move from its last rate while fewer than three sources agree on it, in basis points. */
  readonly maximumMoveBasisPoints: number;
}

/** The market's rate and the sources that agree on it, or why there is none. */
export type MarketDecision =
  | { readonly kind: 'rate'; readonly rate: Rate; readonly sources: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: RefusedMarket };

export type RefusedMarket = 'too-few-sources' | 'sources-disagree' | 'moved-too-far';

/** When this many sources agree, they are believed whatever the last rate was. */
const SOURCES_THAT_OUTWEIGH_HISTORY = 3;
/** The dollar coin through which prices in dollars are converted into naira. */
const DOLLAR_COIN = 'USDT';

/** The last recent rate of each coin; one that has none is missing. */
type LastRates = ReadonlyMap<string, { readonly rate: Rate }>;

/**
 * The market's price of one whole coin in naira: the median of the sources that are fresh and near one another. Prices
 * in dollars are converted over the dollar coin: coin in dollars ÷ dollar coin in dollars, both of one source, times
 * the other sources' agreed rate of the dollar coin in naira. Pure; the order of `ticks` doesn't matter.
 */
export function decideMarket(
  ticks: readonly RateTick[],
  currency: string,
  now: Date,
  policy: MarketPolicy,
  previous: LastRates,
): MarketDecision {
  const fresh = ticks.filter((tick) => isFresh(tick, now));
  // A rate of the dollar coin that is not believed itself would turn two sources that jump alike into three.
  const dollar = believe(agree(inNaira(fresh, DOLLAR_COIN), policy), previous.get(DOLLAR_COIN), policy);
  return believe(agree(opinionsOf(fresh, currency, dollar), policy), previous.get(currency), policy);
}

/** The decision, unless it is a leap from the last rate that too few sources report. */
function believe(
  decision: MarketDecision,
  last: { readonly rate: Rate } | undefined,
  policy: MarketPolicy,
): MarketDecision {
  if (decision.kind === 'refused' || last === undefined) return decision;
  const isLeap = deviationBasisPointsRoundedUp(decision.rate, last.rate) > BigInt(policy.maximumMoveBasisPoints);
  return isLeap && decision.sources.length < SOURCES_THAT_OUTWEIGH_HISTORY ? refused('moved-too-far') : decision;
}

/** One source's price of a coin in naira. */
interface Opinion {
  readonly source: string;
  readonly rate: Rate;
}

/** The median of the opinions that are near one another, if there are enough and they are a majority. */
function agree(opinions: readonly Opinion[], policy: MarketPolicy): MarketDecision {
  const middle = medianRate(opinions.map(({ rate }) => rate));
  if (middle === null || opinions.length < policy.minimumSources) return refused('too-few-sources');
  const limit = BigInt(policy.maximumDeviationBasisPoints);
  const agreeing = opinions.filter(({ rate }) => deviationBasisPointsRoundedUp(rate, middle) <= limit);
  const rate = medianRate(agreeing.map((opinion) => opinion.rate));
  // A minority near the median of sources that are far apart is no agreement.
  const isMajority = agreeing.length * 2 > opinions.length;
  if (rate === null || agreeing.length < policy.minimumSources || !isMajority) return refused('sources-disagree');
  return { kind: 'rate', rate, sources: agreeing.map(({ source }) => source).toSorted() };
}

/** The median of the rates; for an even number the lower middle one, in our favour. Null where there is none. */
export function medianRate(rates: readonly Rate[]): Rate | null {
  return rates.toSorted(compareRates)[Math.floor((rates.length - 1) / 2)] ?? null;
}

/**
 * The ticks behind a decided rate, one line each: those of the agreeing sources and, for prices in dollars, the ticks
 * of the dollar coin. Pure.
 */
export function describeEvidence(ticks: readonly KeptTick[], currency: string, sources: readonly string[]): string {
  const own = ticks.filter((tick) => tick.currency === currency && sources.includes(tick.source));
  const isChained = own.some(({ quote }) => quote === 'USD');
  const ofDollarCoin =
    isChained && currency !== DOLLAR_COIN ? ticks.filter((tick) => tick.currency === DOLLAR_COIN) : [];
  return [...own, ...ofDollarCoin]
    .map(
      ({ id, source, currency: coin, rate, quote, observedAt }) =>
        `${id} ${source} ${coin} ${formatRate(rate)} ${quote} ${observedAt.toISOString()}`,
    )
    .join('\n');
}

function isFresh({ observedAt }: RateTick, now: Date): boolean {
  return observedAt >= freshFrom(now) && observedAt <= freshUntil(now);
}

/** Each source's price of a coin in naira; dollars are converted by `dollar`, the dollar coin's naira. */
function opinionsOf(ticks: readonly RateTick[], currency: string, dollar: MarketDecision): Opinion[] {
  const direct = inNaira(ticks, currency);
  // The dollar coin itself is not converted: the result would only repeat the others' rate.
  if (currency === DOLLAR_COIN) return direct;
  // With the rate of a single source, the conversion would turn its error into a second opinion that agrees with it.
  if (dollar.kind === 'refused') return direct;
  const told = new Set(direct.map(({ source }) => source));
  const chained = ticks.flatMap((tick): Opinion[] => {
    if (tick.quote !== 'USD' || tick.currency !== currency || told.has(tick.source)) return [];
    const dollarCoin = ticks.find(
      (other) => other.source === tick.source && other.quote === 'USD' && other.currency === DOLLAR_COIN,
    );
    const inCoin = dollarCoin === undefined ? null : divideRatesRoundedDown(tick.rate, dollarCoin.rate);
    const rate = inCoin === null ? null : multiplyRatesRoundedDown(inCoin, dollar.rate);
    return rate === null ? [] : [{ source: tick.source, rate }];
  });
  return [...direct, ...chained];
}

function inNaira(ticks: readonly RateTick[], currency: string): Opinion[] {
  return ticks.filter((tick) => tick.currency === currency && tick.quote === 'NGN');
}

function refused(reason: RefusedMarket): MarketDecision {
  return { kind: 'refused', reason };
}
