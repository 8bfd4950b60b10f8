import { endpoints, type Wallet } from '@kobogate/contract';
import { useSearchParams } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { History, Wallet as WalletIcon } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { RateChart } from '../wallets/rate-chart.tsx';
import { ConvertForm } from './convert-form.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PaymentMethodCard } from './payment-method-card.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { useQuote } from './use-quote.ts';

const COLUMNS = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]';

/** Convert to naira: from a coin and an amount to an order at a held rate. `?wallet=` picks the coin. */
export function Component() {
  const wallets = useCall(endpoints.wallets.list);
  const list = wallets.data?.data;
  return (
    <>
      <PageTitle>Convert to Naira</PageTitle>
      <PageHeading
        title="Convert to Naira"
        detail="See the rate and what you are paid before you send anything."
        action={
          <ButtonLink variant="secondary" to="/account/convert-to-naira/history">
            <History className="size-5" aria-hidden="true" />
            History
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {wallets.isPending && (
          <Loading label="Loading your coins" className={COLUMNS}>
            <Skeleton className="h-112" />
            <Skeleton className="h-80" />
          </Loading>
        )}
        {wallets.isError && list === undefined && (
          <Card>
            <ErrorState
              message={messageFor(wallets.error, 'Your wallets could not be loaded.')}
              onRetry={() => void wallets.refetch()}
              isRetrying={wallets.isFetching}
            >
              Your coins are safe where they are.
            </ErrorState>
          </Card>
        )}
        {list?.length === 0 && (
          <Card>
            <EmptyState
              icon={WalletIcon}
              title="You need a wallet first"
              action={<ButtonLink to="/account/wallets">Go to wallets</ButtonLink>}
            >
              A wallet is where your coins arrive. Create one, then come back here to convert them.
            </EmptyState>
          </Card>
        )}
        {list !== undefined && list.length > 0 && <Conversion wallets={list} />}
        <HowItWorks />
      </div>
    </>
  );
}

function Conversion({ wallets }: { wallets: readonly Wallet[] }) {
  const [search, setSearch] = useSearchParams();
  const picked = wallets.find(({ id }) => id === search.get('wallet'));
  const wallet = picked ?? (wallets.length === 1 ? (wallets[0] ?? null) : null);
  const held = useQuote(wallet);
  return (
    <div className={COLUMNS}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ConvertForm
          wallets={wallets}
          wallet={wallet}
          held={held}
          onPick={(id) => setSearch(id === '' ? {} : { wallet: id }, { replace: true, preventScrollReset: true })}
        />
        <PaymentMethodCard />
      </div>
      <div className="grid gap-4">
        <QuotePanel wallet={wallet} held={held} />
        {wallet !== null && <RateChart key={wallet.currency} currency={wallet.currency} />}
      </div>
    </div>
  );
}
