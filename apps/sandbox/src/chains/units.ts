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

/** Throws a `Refusal` for any asset but the only one of a network. */
export function requireCoin(
  asset: string,
  { network, coin }: { readonly network: string; readonly coin: string },
): void {
  if (asset !== coin) throw new Refusal(`There is no ${asset} on ${network}. Choose ${coin}.`);
}
