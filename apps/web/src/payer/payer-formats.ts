import { CURRENCY_NAMES, dateTimeText, inLagos, isCurrency } from '@kobogate/contract';
import type { Texts } from './texts/texts.ts';

const MINUTE = 60;
const HOUR = 3600;
const two = (value: number): string => String(value).padStart(2, '0');

/** An ISO instant in Lagos, in the payer's language: `21 Nov 2026, 14:05 Lagos time`. Any other text stays as it is. */
export function momentText(instant: string, { time }: Texts): string {
  const lagos = inLagos(Date.parse(instant));
  const month = time.months[lagos.getUTCMonth()];
  if (month === undefined) return dateTimeText(instant);
  const day = `${lagos.getUTCDate()} ${month} ${lagos.getUTCFullYear()}`;
  return `${day}, ${two(lagos.getUTCHours())}:${two(lagos.getUTCMinutes())} ${time.inLagos}`;
}

/** The time of day in Lagos, for ends within the hour: `14:05 Lagos time`. */
export function timeOfDayText(instant: string, { time }: Texts): string {
  const lagos = inLagos(Date.parse(instant));
  return `${two(lagos.getUTCHours())}:${two(lagos.getUTCMinutes())} ${time.inLagos}`;
}

/**
 * How long something takes: seconds below two minutes, whole minutes below two hours, then hours, upwards; a fraction
 * of a second is kept.
 */
export function durationText(seconds: number, { time }: Texts): string {
  if (seconds >= 2 * HOUR) return time.hours(String(Math.ceil(seconds / HOUR)));
  if (seconds >= 2 * MINUTE) return time.minutes(String(Math.ceil(seconds / MINUTE)));
  return time.seconds(String(seconds < 10 ? Math.round(seconds * 10) / 10 : Math.ceil(seconds)));
}

/** A coin with its name: `Tether USD (USDT)`; an unknown coin by its code. */
export const coinName = (currency: string): string =>
  isCurrency(currency) ? `${CURRENCY_NAMES[currency]} (${currency})` : currency;
