import { formatUnits, parseAmount } from '@kobogate/money';

const KOBO_DECIMALS = 2;

/** Typed naira in kobo (digits); null where it is not an amount above 0. */
export function koboOf(typed: string): string | null {
  const parsed = parseAmount(typed.trim(), KOBO_DECIMALS);
  return parsed.ok && parsed.value > 0n ? String(parsed.value) : null;
}

/** Kobo (digits) as one would type them. */
export const typedNaira = (kobo: string): string => formatUnits(BigInt(kobo), KOBO_DECIMALS);

/** Hundredths of a percent as one would type them in percent: `150` is `1.5`. Pure. */
export const typedPercent = (basisPoints: number): string => formatUnits(BigInt(basisPoints), 2);

/** The same for display: `1.5 %`. Pure. */
export const percentText = (basisPoints: number): string => `${typedPercent(basisPoints)} %`;

/** Typed percent as hundredths of a percent; null where it is no percentage from 0 to `most` of them. Pure. */
export function basisPointsOf(typed: string, most: number): number | null {
  const parsed = parseAmount(typed.trim(), 2);
  return parsed.ok && parsed.value <= BigInt(most) ? Number(parsed.value) : null;
}
