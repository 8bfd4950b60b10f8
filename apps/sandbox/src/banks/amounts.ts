import { formatUnits, parseAmount } from '@kobogate/money';

/** Kobo as the providers write naira: `100` or `100.5`. */
export const naira = (kobo: bigint): string => formatUnits(kobo, 2);

/** Kobo as a JSON number of naira, as some providers write it. For answers only: no arithmetic uses it. */
export const nairaNumber = (kobo: bigint): number => Number(naira(kobo));

/** A positive amount of naira in kobo, or undefined. */
export function readNaira(amount: string): bigint | undefined {
  const parsed = parseAmount(amount, 2);
  return parsed.ok && parsed.value > 0n ? parsed.value : undefined;
}
