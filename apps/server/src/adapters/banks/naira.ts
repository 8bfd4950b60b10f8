import { formatUnits, parseAmount } from '@kobogate/money';
import { LosslessNumber } from 'lossless-json';

const KOBO_DECIMALS = 2;

/** Kobo as a text of naira, such as `1500.5`. */
export const nairaText = (kobo: bigint): string => formatUnits(kobo, KOBO_DECIMALS);

/** Kobo as a JSON number of naira that is written digit for digit by `stringify` and never becomes a float. */
export const nairaNumber = (kobo: bigint): LosslessNumber => new LosslessNumber(nairaText(kobo));

/** A text of naira in kobo, or null where it is not an exact amount. */
export function readNaira(text: string): bigint | null {
  const parsed = parseAmount(text, KOBO_DECIMALS);
  return parsed.ok ? parsed.value : null;
}
