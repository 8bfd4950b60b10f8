import { formatUnits, parseAmount } from './decimal.ts';
import { type Kobo, toKobo } from './kobo.ts';
import { requireBasisPoints, WHOLE_IN_BASIS_POINTS } from './split.ts';

/** Naira for one whole unit of an asset, as the exact decimal `digits / 10^scale`. Always positive. */
export interface Rate {
  readonly digits: bigint;
  readonly scale: number;
}

export type RateFailure = 'malformed' | 'too-many-decimals' | 'not-positive' | 'too-large';
export type ParsedRate = { ok: true; value: Rate } | { ok: false; reason: RateFailure };

/** Decimals that a rate may carry: enough for a coin worth a millionth of a kobo. */
export const LARGEST_RATE_SCALE = 18;

const KOBO_IN_NAIRA = 100n;

// By the zeros of its text: a division for each of them takes as long as all else of reading a rate.
function trimmed(digits: bigint, scale: number): Rate {
  if (digits === 0n) return { digits, scale: 0 };
  const text = digits.toString();
  const zeros = Math.min(scale, text.length - text.replace(/0+$/, '').length);
  return { digits: digits / 10n ** BigInt(zeros), scale: scale - zeros };
}

/** Reads a positive plain decimal such as `1612.35`; the same strict form as `parseAmount`. Zero is refused. */
export function parseRate(text: string): ParsedRate {
  const parsed = parseAmount(text, LARGEST_RATE_SCALE);
  if (!parsed.ok) return { ok: false, reason: parsed.reason === 'negative' ? 'not-positive' : parsed.reason };
  if (parsed.value === 0n) return { ok: false, reason: 'not-positive' };
  return { ok: true, value: trimmed(parsed.value, LARGEST_RATE_SCALE) };
}

/** The rate's exact decimal, which `parseRate` reads back to the same rate. */
export function formatRate(rate: Rate): string {
  return formatUnits(rate.digits, rate.scale);
}

/** Negative, zero or positive as the first rate is lower than, equal to or higher than the second: for sorting. */
export function compareRates(left: Rate, right: Rate): number {
  const difference = left.digits * 10n ** BigInt(right.scale) - right.digits * 10n ** BigInt(left.scale);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/**
 * The rate that a seller of crypto is offered: the market's less a spread in basis points, rounded down.
 * Exact unless the result needs more than 18 decimals.
 */
export function rateLessSpreadRoundedDown(rate: Rate, basisPoints: number): Rate {
  requireBasisPoints(basisPoints);
  const digits = rate.digits * (WHOLE_IN_BASIS_POINTS - BigInt(basisPoints));
  const scale = rate.scale + 4;
  if (scale <= LARGEST_RATE_SCALE) return trimmed(digits, scale);
  return trimmed(digits / 10n ** BigInt(scale - LARGEST_RATE_SCALE), LARGEST_RATE_SCALE);
}

/**
 * Multiplies two prices: with the first in units of the second's base, the product is in the second's quote, rounded
 * down to 18 decimals. `null` where nothing is left of it.
 */
export function multiplyRatesRoundedDown(left: Rate, right: Rate): Rate | null {
  return limited(left.digits * right.digits, left.scale + right.scale);
}

/** The first price in units of the second, rounded down to 18 decimals. `null` where nothing is left of it. */
export function divideRatesRoundedDown(left: Rate, right: Rate): Rate | null {
  const digits = (left.digits * 10n ** BigInt(LARGEST_RATE_SCALE + right.scale)) / right.digits;
  return limited(digits, left.scale + LARGEST_RATE_SCALE);
}

/** How far `rate` is from `reference`, either way, in basis points of the reference, rounded up. */
export function deviationBasisPointsRoundedUp(rate: Rate, reference: Rate): bigint {
  const digits = rate.digits * 10n ** BigInt(reference.scale);
  const expected = reference.digits * 10n ** BigInt(rate.scale);
  const difference = digits > expected ? digits - expected : expected - digits;
  return (difference * WHOLE_IN_BASIS_POINTS + expected - 1n) / expected;
}

function limited(digits: bigint, scale: number): Rate | null {
  const excess = Math.max(scale - LARGEST_RATE_SCALE, 0);
  const kept = digits / 10n ** BigInt(excess);
  return kept === 0n ? null : trimmed(kept, scale - excess);
}

/** Kobo that `amount` smallest units of an asset are worth; a part of a kobo is dropped, in the house's favour. */
export function nairaForRoundedDown(amount: bigint, assetDecimals: number, rate: Rate): Kobo {
  requireNotNegative(amount);
  return toKobo((amount * rate.digits * KOBO_IN_NAIRA) / 10n ** BigInt(assetDecimals + rate.scale));
}

/** The fewest smallest units of an asset that are worth at least `kobo`. */
export function amountForNairaRoundedUp(kobo: Kobo, assetDecimals: number, rate: Rate): bigint {
  requireNotNegative(kobo);
  const divisor = rate.digits * KOBO_IN_NAIRA;
  return (kobo * 10n ** BigInt(assetDecimals + rate.scale) + divisor - 1n) / divisor;
}

// Integer division truncates towards zero: below zero "rounded down" would round up.
function requireNotNegative(amount: bigint): void {
  if (amount < 0n) throw new RangeError(`an amount to convert must not be negative, and ${amount} is`);
}
