import { endpoints, type Wallet } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { coinText, nairaOfKobo } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { heldText, koboOf, worthOf } from '../wallets/wallet-worth.ts';

/** The coins that can be converted, what they are worth in naira, and when the rates were those. */
export function BalancesCard() {
  const wallets = useCall(endpoints.wallets.list);
  const list = wallets.data?.data;
  return (
    <Card aria-label="Your coins" className="min-h-36">
      {wallets.isPending && (
        <Loading label="Loading your coins">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="mt-2 h-9 w-56" />
          <Skeleton className="mt-2 h-5 w-64" />
        </Loading>
      )}
      {list === undefined && wallets.isError && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="alert">
            {messageFor(wallets.error, 'Your coins could not be loaded. They are safe where they are.')}
          </p>
          <Button variant="secondary" pending={wallets.isFetching} onClick={() => void wallets.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {list !== undefined && <Balances wallets={list} />}
    </Card>
  );
}

function Balances({ wallets }: { wallets: readonly Wallet[] }) {
  const { kobo, at, unpriced } = worthOf(wallets);
  const held = heldText(wallets);
  const filled = wallets.filter(({ balance }) => balance !== '0');
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div>
        <h2 className="text-sm text-ink-soft">Your coins in naira</h2>
        <p className="headline figures mt-1 text-3xl wrap-anywhere">
          {filled.length > 0 && '≈ '}
          {nairaOfKobo(String(kobo))}
        </p>
        <p className="mt-1 text-sm text-ink-soft">
          {at === null ? (
            held === null && 'Coins that you receive appear here with their worth.'
          ) : (
            <>
              at the rates of <Moment at={at} />
            </>
          )}
          {unpriced.length > 0 && ` Not counted, as there is no rate: ${unpriced.join(', ')}.`}
        </p>
        {held !== null && <p className="figures mt-1 text-sm wrap-anywhere text-ink-soft">{held}</p>}
      </div>
      {filled.length > 0 && (
        <ul aria-label="Your coins" className="grid min-w-56 gap-1.5 text-[15px]">
          {filled.map((wallet) => {
            const worth = koboOf(wallet);
            return (
              <li key={wallet.id} className="flex flex-wrap justify-between gap-x-6">
                <span className="figures font-medium wrap-anywhere">
                  {coinText(wallet.balance, wallet.currency)}{' '}
                  <span className="text-sm font-normal text-ink-soft">{wallet.networkName}</span>
                </span>
                <span className="figures whitespace-nowrap text-ink-soft">
                  {worth === null ? 'No rate' : `≈ ${nairaOfKobo(String(worth))}`}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
