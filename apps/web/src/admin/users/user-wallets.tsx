import type { Wallet } from '@kobogate/contract';
import { maskedAddress } from '../../lib/formats.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { MarkedCoin } from '../../ui/coin-mark.tsx';
import { Coin } from '../../ui/money.tsx';

/** A user's wallets with their balances: free, and held for orders. */
export function UserWallets({ wallets }: { wallets: readonly Wallet[] }) {
  return (
    <Card>
      <CardHeading title="Wallets" />
      {wallets.length === 0 && <p className="text-ink-soft">None yet.</p>}
      <ul className="grid divide-y divide-hairline">
        {wallets.map(({ id, currency, network, networkName, depositAddress, balance, held }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <MarkedCoin currency={currency} network={network}>
              <span className="block font-medium">
                {currency} on {networkName}
              </span>
              <code className="block font-mono text-sm text-ink-soft" title={depositAddress}>
                {maskedAddress(depositAddress)}
              </code>
            </MarkedCoin>
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
