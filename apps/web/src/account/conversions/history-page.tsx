import { endpoints } from '@kobogate/contract';
import { ArrowLeftRight } from 'lucide-react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { usePages } from '../../lib/use-pages.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { CONVERSION_COLUMNS } from './conversion-columns.tsx';

const { listConversions } = endpoints.orders;

/** Every conversion of the signed-in user, newest first, a page at a time. */
export function Component() {
  const { pages, rows: orders } = usePages([listConversions.path, 'pages'], (query, signal) =>
    callOrThrow(listConversions, { query, signal }),
  );
  const convertLink = <ButtonLink to="/account/convert-to-naira">Convert to Naira</ButtonLink>;

  return (
    <>
      <PageTitle>Conversion history</PageTitle>
      <PageHeading
        title="Conversion history"
        detail="Every conversion, newest first."
        action={
          orders?.length === 0 ? undefined : (
            <div className="flex flex-wrap gap-2">
              <ButtonLink variant="secondary" to="/account/convert-to-naira/statements">
                Statements
              </ButtonLink>
              {convertLink}
            </div>
          )
        }
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
          <DataTable
            caption="Your conversions"
            columns={CONVERSION_COLUMNS}
            rows={orders}
            rowKey={(order) => order.id}
          />
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
