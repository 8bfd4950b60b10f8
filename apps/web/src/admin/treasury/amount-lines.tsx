import type { TreasuryPlan } from '@kobogate/contract';
import { Coin } from '../../ui/money.tsx';

/** Amounts of several coins, one a line. */
export function AmountLines({ amounts }: { amounts: TreasuryPlan['swept'] }) {
  if (amounts.length === 0) return '—';
  return amounts.map(({ asset, amount, currency }) => (
    <Coin key={asset} amount={amount} currency={currency} className="block wrap-anywhere @3xl:whitespace-nowrap" />
  ));
}
