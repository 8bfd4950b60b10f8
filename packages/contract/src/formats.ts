/** How money and time are written, on screens and on documents alike. */
import { formatNaira, groupThousands, parseAmount, toKobo } from '@kobogate/money';
import { inLagos } from './lagos.ts';
import type { LinkCurrency } from './link-currencies.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * Naira for people from a decimal text such as `15000.5`: `₦15,000.50`. A text that is not naira (more than two
 * decimals, a sign) is shown as it came: hiding or rounding it would be worse.
 */
export function nairaText(decimal: string): string {
  const parsed = parseAmount(decimal, 2);
  return parsed.ok ? formatNaira(toKobo(parsed.value)) : `₦${decimal}`;
}

/** A rate for people: naira to the kobo where that is exact, else every decimal: `₦1,612.35`, `₦0.012345`. */
export function rateText(rate: string): string {
  return parseAmount(rate, 2).ok ? nairaText(rate) : `₦${decimalText(rate)}`;
}

/** Kobo as integer text to naira for people: `nairaOfKobo('1500050')` is `₦15,000.50`. */
export function nairaOfKobo(kobo: string): string {
  return /^-?\d+$/.test(kobo) ? formatNaira(toKobo(kobo)) : kobo;
}

/** A decimal text grouped in thousands with trailing zeros trimmed, no digit lost: `1234.50` is `1,234.5`. */
export function decimalText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const grouped = groupThousands(whole);
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? grouped : `${grouped}.${kept}`;
}

/** A coin's amount with its ticker: `coinText('0.500000', 'ETH')` is `0.5 ETH`. */
export function coinText(decimal: string, currency: string): string {
  return `${decimalText(decimal)} ${currency}`;
}

/** An amount of a payment link in what it is counted in: `₦25,000.00`, `20.00 USD`, `0.5 BTC`. */
export function linkAmountText(amount: string, currency: LinkCurrency): string {
  if (currency === 'NGN') return nairaText(amount);
  return currency === 'USD' ? `${groupThousands(amount)} USD` : coinText(amount, currency);
}

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * An ISO instant in Lagos: `1 Nov 2026, 14:05 Lagos time`; without the year where that
 * is the year of `now`.
 */
export function dateTimeText(instant: string, now?: number): string {
  const lagos = inLagos(Date.parse(instant));
  if (isInvalid(lagos)) return instant;
  const isThisYear = now !== undefined && lagos.getUTCFullYear() === inLagos(now).getUTCFullYear();
  return `${isThisYear ? dayOfMonthText(lagos) : dayText(lagos)}, ${two(lagos.getUTCHours())}:${two(lagos.getUTCMinutes())} Lagos time`;
}

/** The Lagos day of an ISO instant: `1 Nov 2026`. */
export function dateText(instant: string): string {
  const lagos = inLagos(Date.parse(instant));
  return isInvalid(lagos) ? instant : dayText(lagos);
}

const isInvalid = (date: Date): boolean => Number.isNaN(date.getTime());

function dayOfMonthText(lagos: Date): string {
  return `${lagos.getUTCDate()} ${MONTHS[lagos.getUTCMonth()] ?? ''}`;
}

function dayText(lagos: Date): string {
  return `${dayOfMonthText(lagos)} ${lagos.getUTCFullYear()}`;
}

/** A day such as `2026-11-21` for people: `21 Nov 2026`. */
export function dayName(day: string): string {
  return dateText(`${day}T12:00:00Z`);
}

/** A month such as `2026-11` for people: `Nov 2026`. */
export function monthText(month: string): string {
  const [year = '', number = ''] = month.split('-');
  return `${MONTHS[Number(number) - 1] ?? number} ${year}`;
}
