import { type Kobo, toKobo } from './kobo.ts';

/** The largest value that the database's `numeric(78,0)` holds; every EVM uint256 fits below it. */
export const LARGEST_AMOUNT = 10n ** 78n - 1n;

// 78 digits before the point, and room for a chain's decimals and an exchange's padding zeros after it.
const LONGEST_TEXT = 160;
const PLAIN_DECIMAL = /^[0-9]+(?:\.[0-9]+)?$/;

export type ParseFailure = 'malformed' | 'too-many-decimals' | 'negative' | 'too-large';
export type ParsedAmount = { ok: true; value: bigint } | { ok: false; reason: ParseFailure };

/**
 * Reads a plain decimal such as `12.50` into smallest units, exactly.
 * Accepts ASCII digits and one point only: no sign, exponent, space, separator or other script's digits.
 * Digits beyond `decimals` must be zeros: anything else is refused rather than rounded.
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  if (text.length > LONGEST_TEXT) return { ok: false, reason: 'malformed' };
  if (!PLAIN_DECIMAL.test(text)) {
    const isNegative = text.startsWith('-') && PLAIN_DECIMAL.test(text.slice(1));
    return { ok: false, reason: isNegative ? 'negative' : 'malformed' };
  }
  const [whole = '0', fraction = ''] = text.split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return { ok: false, reason: 'too-many-decimals' };
  const value = BigInt(whole + significant.padEnd(decimals, '0'));
  return value > LARGEST_AMOUNT ? { ok: false, reason: 'too-large' } : { ok: true, value };
}

/** The exact decimal of an amount in smallest units, without trailing zeros: `formatUnits(1500000n, 6)` is `1.5`. */
export function formatUnits(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : '';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`;
}

/**
 * The whole part of a decimal text grouped in thousands: `groupThousands('1234.5')` is `1,234.5`.
 * Grouped by our own code, because Node and browsers disagree on locale data.
 */
export function groupThousands(decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.');
  return [whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ','), ...fraction].join('.');
}

/** Kobo as naira that programs read, always to the kobo: `formatKobo(123450000n)` is `1234500.00`. */
export function formatKobo(kobo: Kobo): string {
  const sign = kobo < 0n ? '-' : '';
  const digits = (kobo < 0n ? 0n - kobo : kobo).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Kobo as people read them: `formatNaira(123450000n)` is `₦1,234,500.00`. */
export function formatNaira(kobo: Kobo): string {
  const sign = kobo < 0n ? '-' : '';
  return `${sign}₦${groupThousands(formatKobo(toKobo(kobo < 0n ? 0n - kobo : kobo)))}`;
}
