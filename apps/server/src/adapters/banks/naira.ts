import { formatUnits, type Kobo, parseAmount, toKobo } from '@kobogate/money';
import { LosslessNumber } from 'lossless-json';

const KOBO_DECIMALS = 2;

/** Kobo as a text of naira, such as `1500.5`. */
export const nairaText = (kobo: Kobo): string => formatUnits(kobo, KOBO_DECIMALS);

/** Kobo as a JSON number of naira that `stringify` writes digit for digit and that never becomes a float. */
export const nairaNumber = (kobo: Kobo): LosslessNumber => new LosslessNumber(nairaText(kobo));

/** A naira balance in kobo: the same as `readNaira`, but may be negative. */
export function readBalance(text: string): Kobo | null {
  if (!text.startsWith('-')) return readNaira(text);
  const owed = readNaira(text.slice(1));
  return owed === null ? null : toKobo(0n - owed);
}

/** An amount of naira in any form, in kobo; null where it is not exact. */
export const readNairaOf = (amount: unknown): Kobo | null => (typeof amount === 'string' ? readNaira(amount) : null);

/** A text of naira in kobo, or null where it is not an exact amount. */
export function readNaira(text: string): Kobo | null {
  const parsed = parseAmount(text, KOBO_DECIMALS);
  return parsed.ok ? toKobo(parsed.value) : null;
}
