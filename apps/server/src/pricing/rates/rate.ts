import { compareRates, type Rate, rateLessSpreadRoundedDown } from '@kobogate/money';

/** One source's price of one whole coin, before any spread. */
export interface RateTick {
  readonly currency: string;
  readonly source: string;
  /** The currency of the price; `decideMarket` converts dollars to naira. */
  readonly quote: 'NGN' | 'USD';
  readonly rate: Rate;
  /** The source's own time where it gives one, else when it answered. */
  readonly observedAt: Date;
}

/** A customer's present rate: after the spread, and with the market's change in 24 hours. */
export interface CustomerRate {
  readonly rate: Rate;
  /** The market's rate behind it, never below `rate`. */
  readonly marketRate: Rate;
  /** When it was decided. */
  readonly at: Date;
  /** The ticks behind it, one line each: id, source, coin, price, its currency, time. */
  readonly evidence: string;
  /** Signed percentage with one decimal, such as `+2.4`; null until a rate of a day ago is recorded. */
  readonly change24h: string | null;
}

/** A stored tick. */
export interface KeptTick extends RateTick {
  readonly id: bigint;
}

/** Clocks differ by this much at most: a tick from further in the future is an error of its source. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** No coin costs more than a trillion naira or dollars: above it a source has mistaken the unit. */
const LARGEST_PRICE: Rate = { digits: 10n ** 12n, scale: 0 };

/** Whether a tick can be stored at all; one from the future would hide the true ones that follow. */
export function isCredible(tick: RateTick, now: Date): boolean {
  return tick.observedAt <= freshUntil(now) && compareRates(tick.rate, LARGEST_PRICE) <= 0;
}

/** A tick older than this is stale: nothing is quoted from it. */
const STALE_AFTER_SECONDS = 120;

/** The earliest moment at which a tick that is fresh at `now` was observed. Pure. */
export const freshFrom = (now: Date): Date => new Date(now.getTime() - STALE_AFTER_SECONDS * 1000);
/** The latest such moment: later ticks, of a clock that was ahead, would hide the fresh ones. Pure. */
export const freshUntil = (now: Date): Date => new Date(now.getTime() + CLOCK_TOLERANCE_SECONDS * 1000);

/** Decimals of a customer's rate, so that the amount times the displayed rate is what is paid. */
const KEPT_DECIMALS = 2;
/** Below one naira per coin two decimals would lose too much. */
const KEPT_DECIMALS_BELOW_ONE = 8;

/** The market's rate less the spread, rounded down to the displayed decimals. Null where nothing is left of it. */
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
