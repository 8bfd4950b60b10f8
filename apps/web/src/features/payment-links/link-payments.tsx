import { endpoints, type MerchantPayment } from '@kobogate/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { PAYMENT_STATE_WORDS } from './link-words.ts';

/** The payments of a link, newest first, a page at a time; kept fresh while they happen. */
export function LinkPayments({ linkId }: { linkId: string }) {
  const pages = useInfiniteQuery({
    queryKey: [endpoints.payments.list.path, linkId],
    queryFn: ({ pageParam, signal }) =>
      callOrThrow(endpoints.payments.list, {
        query: { link: linkId, ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
  const payments = pages.data?.pages.flatMap((page) => page.data);
  return (
    <Card className={LIST_CARD}>
      <CardHeading title="Payments" />
      {pages.isPending && <SkeletonRows label="Loading its payments" rows={3} />}
      {payments === undefined && pages.isError && (
        <ErrorState
          message={messageFor(pages.error, 'The payments could not be loaded.')}
          onRetry={() => void pages.refetch()}
          isRetrying={pages.isFetching}
        >
          Your money is safe where it is.
        </ErrorState>
      )}
      {payments?.length === 0 && (
        <EmptyState icon={ReceiptText} title="No payments yet">
          Share the link; each payment appears here from its first moment on.
        </EmptyState>
      )}
      {payments !== undefined && payments.length > 0 && (
        <DataTable caption="Payments of this link" columns={COLUMNS} rows={payments} rowKey={({ id }) => id} />
      )}
      <MoreButton pages={pages} label="Show older" failure="Older payments could not be loaded. Please try again." />
    </Card>
  );
}

const COLUMNS: readonly Column<MerchantPayment>[] = [
  {
    id: 'coins',
    title: 'Coins',
    place: 'title',
    cell: ({ amount, currency, networkName, reference }) => (
      <>
        <Coin amount={amount} currency={currency} className="font-medium wrap-anywhere" />
        <span className="block text-sm text-ink-soft">{networkName}</span>
        {reference !== null && <span className="block text-sm text-ink-soft wrap-anywhere">{reference}</span>}
      </>
    ),
  },
  {
    id: 'naira',
    title: 'Naira',
    place: 'aside',
    align: 'end',
    cell: ({ nairaKobo }) => <span className="figures font-semibold">{nairaOfKobo(nairaKobo)}</span>,
  },
  {
    id: 'summary',
    title: 'What happens',
    place: 'note',
    cell: ({ summary, createdAt }) => (
      <>
        <span className="block max-w-sm">{summary}</span>
        <span className="block text-sm text-ink-soft">
          <Moment at={createdAt} />
        </span>
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    place: 'mark',
    cell: ({ state }) => <Status tone={PAYMENT_STATE_WORDS[state].tone}>{PAYMENT_STATE_WORDS[state].text}</Status>,
  },
  {
    id: 'open',
    title: 'Details',
    place: 'end',
    cell: ({ id, linkId, amount, currency }) => (
      <ButtonLink
        variant="quiet"
        to={`/account/payment-link/${linkId}/payments/${id}`}
        aria-label={`Open the payment of ${amount} ${currency}`}
      >
        Open
      </ButtonLink>
    ),
  },
];
