import { endpoints, type OrderDetail } from '@kobogate/contract';
import { useParams } from 'react-router';
import { coinText, nairaText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { AnotherAccount } from '../bank-accounts/another-account.tsx';
import { DepositsCard } from './deposits-card.tsx';
import { stillToSend } from './order-progress.ts';
import { OrderTerms } from './order-terms.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { leadingWords } from './order-words.ts';
import { RateMove } from './rate-move.tsx';
import { ReviewCard } from './review-card.tsx';
import { SendCard } from './send-card.tsx';

const COLUMNS = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]';

/** One conversion, kept current by the server's events, from the address to send to down to the bank's payment. */
export function Component() {
  const { id = '' } = useParams();
  const answer = useCall(endpoints.orders.getConversion, { params: { id } });
  const order = answer.data?.data;
  return (
    <>
      <PageTitle>Conversion</PageTitle>
      <BackLink to="/account/convert-to-naira/history">History</BackLink>
      {answer.isPending && (
        <Loading label="Loading the conversion">
          <h1 className="sr-only">Conversion</h1>
          <Skeleton className="h-10 w-80 max-w-full" />
          <Skeleton className="mt-3 mb-8 h-6 w-96 max-w-full" />
          <span className={COLUMNS}>
            <Skeleton className="h-112" />
            <Skeleton className="h-96" />
          </span>
        </Loading>
      )}
      {order === undefined && answer.isError && (
        <NotLoaded
          title="Conversion"
          answer={answer}
          fallback="The conversion could not be loaded."
          others={{ to: '/account/convert-to-naira/history', label: 'Open the history' }}
        >
          Your money is safe where it is.
        </NotLoaded>
      )}
      {order !== undefined && <OrderView order={order} />}
    </>
  );
}

function OrderView({ order }: { order: OrderDetail }) {
  const toSend = stillToSend(order);
  const lead = leadingWords(order);
  return (
    <>
      <header className="mb-8">
        <h1 className="headline figures text-3xl wrap-anywhere sm:text-4xl">
          {coinText(order.fromAmount, order.fromCurrency)} to {nairaText(order.naira)}
        </h1>
        {order.lockEnded && <p className="mt-1 text-ink-soft">At the current rate: the rate lock has ended.</p>}
        <output className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Status tone={lead.tone}>{lead.text}</Status>
          <span className="text-lg text-pretty wrap-anywhere">{order.summary}</span>
        </output>
      </header>
      <div className={COLUMNS}>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <RateMove order={order} />
          <AnotherAccount order={order} />
          <ReviewCard order={order} />
          {toSend !== '0' && <SendCard order={order} amount={toSend} />}
          {order.deposits.length > 0 && <DepositsCard order={order} />}
          <Card>
            <CardHeading title="What happened, what comes next" />
            <OrderTimeline order={order} />
          </Card>
        </div>
        <OrderTerms order={order} />
      </div>
    </>
  );
}
