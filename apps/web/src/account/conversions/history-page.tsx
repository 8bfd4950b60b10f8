import { endpoints } from '@kobogate/contract';
import { useSearchParams } from 'react-router';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { useAddressPart } from '../../lib/use-address-part.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ArrowLeftRight, SearchX } from '../../ui/icons.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { HISTORY_COLUMNS } from './history-columns.tsx';
import { readHistoryFilter } from './history-filter.ts';
import { HistoryFilters } from './history-filters.tsx';

const { listConversions } = endpoints.orders;

/** The conversions of the signed-in user that fit, newest first, a page at a time. The address has the filter. */
export function Component() {
  const [address, change] = useAddressPart();
  const [, setAddress] = useSearchParams();
  const filter = readHistoryFilter(address);
  const isNarrowed = Object.keys(filter).length > 0;
  const { pages, rows: orders } = usePages(
    [listConversions.path, 'pages', filter],
    (page, signal) => callOrThrow(listConversions, { query: { ...filter, ...page }, signal }),
    { isKept: true },
  );
  const [first] = pages.data?.pages ?? [];
  const hasNone = orders?.length === 0 && !isNarrowed && !pages.isPlaceholderData;
  const convertLink = <ButtonLink to="/account/convert-to-naira">Convert to Naira</ButtonLink>;

  return (
    <>
      <PageTitle>Conversion history</PageTitle>
      <PageHeading
        title="Conversion history"
        detail="Every conversion, newest first."
        action={
          hasNone ? undefined : (
            <div className="flex flex-wrap gap-2">
              <ButtonLink variant="secondary" to="/account/convert-to-naira/statements">
                Statements
              </ButtonLink>
              {convertLink}
            </div>
          )
        }
      />
      {!hasNone && (
        <HistoryFilters
          filter={filter}
          banks={first?.banks ?? []}
          currencies={first?.currencies ?? []}
          onChange={change}
        />
      )}
      <Card className={LIST_CARD} aria-busy={pages.isPlaceholderData}>
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
        {orders !== undefined && isNarrowed && (
          <output className="sr-only">
            {pages.isPlaceholderData ? 'Searching...' : `${orders.length}${pages.hasNextPage ? ' or more' : ''} found`}
          </output>
        )}
        {hasNone && (
          <EmptyState icon={ArrowLeftRight} title="No conversions yet" action={convertLink}>
            Each conversion that you make appears here with its state.
          </EmptyState>
        )}
        {orders?.length === 0 && isNarrowed && (
          <EmptyState
            icon={SearchX}
            title="No conversion fits"
            action={
              <Button variant="secondary" onClick={() => setAddress({}, { replace: true, preventScrollReset: true })}>
                Show all conversions
              </Button>
            }
          >
            None of your conversions matches all of this. Enter a reference, a transaction or an account number in full.
          </EmptyState>
        )}
        {orders !== undefined && orders.length > 0 && (
          <DataTable caption="Your conversions" columns={HISTORY_COLUMNS} rows={orders} rowKey={(order) => order.id} />
        )}
        <MoreButton
          pages={pages}
          label="Show older"
          failure="Older conversions could not be loaded. Please try again."
        />
      </Card>
    </>
  );
}
