import { endpoints, type Order } from '@kobogate/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira, Rate } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { leadingWords } from './order-words.ts';

const COLUMNS: readonly Column<Order>[] = [
  { id: 'date', title: 'Made', cell: (order) => <Moment at={order.createdAt} /> },
  {
    id: 'coins',
    title: 'Converted',
    align: 'end',
    cell: (order) => (
      <>
        <Coin amount={order.fromAmount} currency={order.fromCurrency} className="wrap-anywhere" />
        <span className="block text-sm text-ink-soft">{order.networkName}</span>
      </>
    ),
  },
  {
    id: 'naira',
    title: 'Naira',
    align: 'end',
    cell: (order) => (
      <>
        <Naira amount={order.naira} className="font-semibold" />
        <Rate rate={order.rate} currency={order.fromCurrency} className="block text-sm text-ink-soft" />
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    cell: (order) => {
      const words = leadingWords(order);
      return <Status tone={words.tone}>{words.text}</Status>;
    },
  },
  {
    id: 'open',
    title: 'Details',
    cell: (order) => (
      <ButtonLink
        variant="quiet"
        to={`/account/convert-to-naira/${order.id}`}
        aria-label={`Open the conversion of ${order.fromAmount} ${order.fromCurrency}`}
      >
        Open
      </ButtonLink>
    ),
  },
];

/** Every conversion of the signed-in person, newest first, a page at a time. */
export function Component() {
  const pages = useInfiniteQuery({
    queryKey: [endpoints.orders.listConversions.path, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callOrThrow(endpoints.orders.listConversions, { query: pageParam === '' ? {} : { before: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  });
  const orders = pages.data?.pages.flatMap((page) => page.data);
  const convertLink = <ButtonLink to="/account/convert-to-naira">Convert to Naira</ButtonLink>;

  return (
    <>
      <PageTitle>Conversion history</PageTitle>
      <PageHeading
        title="Conversion history"
        detail="Every conversion, newest first."
        action={orders?.length === 0 ? undefined : convertLink}
      />
      <Card className={LIST_CARD}>
        {pages.isPending && <SkeletonRows label="Loading your conversions" rows={5} />}
        {orders === undefined && pages.isError && (
          <ErrorState
            message={messageFor(pages.error, 'Your conversions could not be loaded.')}
            onRetry={() => void pages.refetch()}
            isRetrying={pages.isFetching}
          >
            Your money is safe where it is.
          </ErrorState>
        )}
        {orders?.length === 0 && (
          <EmptyState icon={ArrowLeftRight} title="No conversions yet" action={convertLink}>
            Each conversion that you make appears here with its state.
          </EmptyState>
        )}
        {orders !== undefined && orders.length > 0 && (
          <DataTable caption="Your conversions" columns={COLUMNS} rows={orders} rowKey={(order) => order.id} />
        )}
        {pages.isFetchNextPageError && (
          <p role="alert" className="mt-4 text-sm text-danger">
            {messageFor(pages.error, 'Older conversions could not be loaded. Please try again.')}
          </p>
        )}
        {pages.hasNextPage && (
          <Button
            variant="secondary"
            className="mt-5 w-full"
            pending={pages.isFetchingNextPage}
            pendingLabel="Loading..."
            onClick={() => void pages.fetchNextPage()}
          >
            Show older
          </Button>
        )}
      </Card>
    </>
  );
}
