import type { Wallet } from '@kobogate/contract';
import { maskedAddress } from '../../lib/formats.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Coin } from '../../ui/money.tsx';

/** A user's wallets with their balances: free, and held for orders. */
export function UserWallets({ wallets }: { wallets: readonly Wallet[] }) {
  return (
    <Card>
      <CardHeading title="Wallets" />
      {wallets.length === 0 && <p className="text-ink-soft">None yet.</p>}
      <ul className="grid divide-y divide-hairline">
        {wallets.map(({ id, currency, networkName, depositAddress, balance, held }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="font-medium">
                {currency} on {networkName}
              </p>
              <p className="text-sm text-ink-soft">
                <code className="font-mono" title={depositAddress}>
                  {maskedAddress(depositAddress)}
                </code>
              </p>
            </div>
            <div className="ml-auto min-w-0 text-right">
              <Coin amount={balance} currency={currency} className="font-medium wrap-anywhere" />
              {held !== '0' && (
                <p className="text-sm text-ink-soft">
                  <Coin amount={held} currency={currency} className="wrap-anywhere" /> held
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
