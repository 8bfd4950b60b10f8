import { compareRates, type Rate, rateLessSpreadRoundedDown } from '@kobogate/money';

/** What one source said of one coin: the price of one whole coin, before any spread. */
export interface RateTick {
  readonly currency: string;
  readonly source: string;
  /** What the price is counted in; dollars are chained to naira by `decideMarket`. */
  readonly quote: 'NGN' | 'USD';
  readonly rate: Rate;
  /** The source's own time where it tells one, else when it answered. */
  readonly observedAt: Date;
}

/** The rate that a customer is offered now: after the spread, and how the market moved in 24 hours. */
export interface CustomerRate {
  readonly rate: Rate;
  /** What it was taken from: the market's, never below `rate`. */
  readonly marketRate: Rate;
  /** The ticks that it was taken from, a line each: id, source, coin, price, what that is counted in, when. */
  readonly evidence: string;
  /** Signed percentage with one decimal, such as `+2.4`; null until a rate of a day ago is on record. */
  readonly change24h: string | null;
}

/** A tick as it is kept. */
export interface KeptTick extends RateTick {
  readonly id: bigint;
}

/** Clocks differ by this much at most: a tick from further in the future is an error of its source. */
export const CLOCK_TOLERANCE_SECONDS = 10;
/** No coin costs more than a trillion naira or dollars: above it a source has mistaken the unit. */
const LARGEST_PRICE: Rate = { digits: 10n ** 12n, scale: 0 };

/** Whether a tick can be kept at all; one that claims the future would hide the true ones that follow. */
export function isCredible(tick: RateTick, now: Date): boolean {
  const isFromFuture = tick.observedAt.getTime() > now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000;
  return !isFromFuture && compareRates(tick.rate, LARGEST_PRICE) <= 0;
}

/** A tick older than this is no rate: nothing is quoted from it. */
export const STALE_AFTER_SECONDS = 120;

/** Digits after the point that a customer's rate keeps, so that the amount times the rate on screen is what is paid. */
const KEPT_DECIMALS = 2;
/** Below one naira a coin two decimals would lose too much of it. */
const KEPT_DECIMALS_BELOW_ONE = 8;

/** The market's rate less the spread, rounded down to the decimals that are shown. Null where nothing is left of it. */
export function offerRate(market: Rate, spreadBasisPoints: number): Rate | null {
  const offered = rateLessSpreadRoundedDown(market, spreadBasisPoints);
  const isBelowOne = offered.digits < 10n ** BigInt(offered.scale);
  const kept = isBelowOne ? KEPT_DECIMALS_BELOW_ONE : KEPT_DECIMALS;
  const cut = Math.max(offered.scale - kept, 0);
  const digits = offered.digits / 10n ** BigInt(cut);
  return digits === 0n ? null : { digits, scale: offered.scale - cut };
}

/** The change from one rate to another in percent with one decimal, cut off towards zero, with its sign: `+2.4`. */
export function describeChange(before: Rate, now: Rate): string {
  const beforeDigits = before.digits * 10n ** BigInt(now.scale);
  const nowDigits = now.digits * 10n ** BigInt(before.scale);
  const perMille = ((nowDigits - beforeDigits) * 1000n) / beforeDigits;
  const size = perMille < 0n ? -perMille : perMille;
  return `${perMille < 0n ? '-' : '+'}${size / 10n}.${size % 10n}`;
}
