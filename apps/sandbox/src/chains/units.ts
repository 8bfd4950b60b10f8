import { parseAmount } from '@kobogate/money';
import { Refusal } from '../platform/refusal.ts';

/** A decimal in whole coins as smallest units. Throws a `Refusal` in words where it is not exact. */
export function requireUnits(amount: string, decimals: number): bigint {
  const parsed = parseAmount(amount, decimals);
  if (parsed.ok) return parsed.value;
  throw new Refusal(
    `${amount} is not an amount. Send a plain decimal of zero or more with at most ${decimals} decimals.`,
  );
}
