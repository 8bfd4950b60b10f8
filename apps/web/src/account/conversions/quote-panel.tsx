import type { Wallet } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { FactList } from '../../ui/facts.tsx';
import { RefreshCw } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { MaskedAddress } from '../../ui/masked-address.tsx';
import { Rate } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { RateChange } from '../wallets/rate-change.tsx';
import { ProcessingTime } from './processing-time.tsx';
import type { HeldQuote } from './use-quote.ts';

/** The terms of the conversion beside its form: rate with its countdown, change, time, fee, deposit address. */
export function QuotePanel({ wallet, held }: { wallet: Wallet | null; held: HeldQuote }) {
  return (
    <Card aria-label="Terms">
      <CardHeading title="Your rate" detail={wallet === null ? 'Pick a coin to see its rate.' : undefined} />
      {wallet !== null && <RateLine wallet={wallet} held={held} />}
      <FactList
        facts={[
          ...(wallet === null
            ? []
            : [{ label: '24h change', value: <RateChange key={wallet.id} change={wallet.change24h} /> }]),
          { label: 'Processing time', value: <ProcessingTime /> },
          { label: 'Network fee', value: 'Included' },
        ]}
      />
      {wallet !== null && (
        <div className="mt-2 border-t border-hairline pt-4">
          <p className="mb-2 text-[15px] text-ink-soft">
            Deposit address for {wallet.currency} on {wallet.networkName}
          </p>
          <MaskedAddress key={wallet.id} address={wallet.depositAddress} />
        </div>
      )}
    </Card>
  );
}

function RateLine({ wallet, held }: { wallet: Wallet; held: HeldQuote }) {
  const { quote, failure, isLoading, until, refresh } = held;
  if (failure !== null) {
    return (
      <div className="mb-4">
        <Notice
          tone="warning"
          isUrgent
          title={messageFor(failure, 'There is no rate at the moment.')}
          action={
            <Button variant="secondary" pending={isLoading} onClick={refresh}>
              Try again
            </Button>
          }
        >
          Nothing is converted without a rate. Your coins are safe where they are.
        </Notice>
      </div>
    );
  }
  return (
    <div className="mb-4 min-h-19">
      {quote === null ? (
        <Loading label="Loading the rate">
          <Skeleton className="h-8 w-56" />
          <Skeleton className="mt-2 h-5 w-40" />
        </Loading>
      ) : (
        <>
          <p className="headline text-2xl wrap-anywhere">
            <Rate rate={quote.rate} currency={wallet.currency} />
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-sm text-ink-soft">
            <RefreshCw className="size-4" aria-hidden="true" />
            Held for you, renewed in <Countdown key={quote.id} until={until} onEnd={refresh} endedText="a moment" />
          </p>
        </>
      )}
    </div>
  );
}
