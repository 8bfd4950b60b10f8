import { formatUnits, parseAmount } from '@kobogate/money';

const KOBO_DECIMALS = 2;

export const NAIRA_WRONG = 'Please enter naira above 0 in plain digits, such as 50000 or 50000.50.';

/** What somebody typed as naira in kobo (digits); null where it is not an amount above 0. */
export function koboOf(typed: string): string | null {
  const parsed = parseAmount(typed.trim(), KOBO_DECIMALS);
  return parsed.ok && parsed.value > 0n ? String(parsed.value) : null;
}

/** Kobo (digits) as somebody would type them. */
export const typedNaira = (kobo: string): string => formatUnits(BigInt(kobo), KOBO_DECIMALS);
