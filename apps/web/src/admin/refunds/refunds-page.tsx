import { endpoints, REFUNDS_SHOWN } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { Undo2 } from '../../ui/icons.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { FoundPaymentsCard } from './found-payments-card.tsx';
import { LateCard } from './late-card.tsx';
import { RefundsTable } from './refunds-table.tsx';
import { SuspenseCard } from './suspense-card.tsx';
import { UnclaimedCard } from './unclaimed-card.tsx';

// For the queue: one file for both.
export { FoundPaymentsRecord } from './found-payments-card.tsx';
export { LateRecord } from './late-card.tsx';
export { RefundRecord } from './refunds-table.tsx';
export { SuspenseRecord } from './suspense-card.tsx';
export { UnclaimedRecord } from './unclaimed-card.tsx';

/** Refunds that customers ask for, and coins that are not on offer. */
export function Component() {
  return (
    <>
      <PageTitle>Refunds</PageTitle>
      <PageHeading
        title="Refunds"
        detail={
          <>
            Approved refunds leave in the next plan of their network, which is signed offline: see{' '}
            <Link className="underline" to="/admin/treasury">
              Treasury
            </Link>
            .
          </>
        }
      />
      <div className="grid gap-6">
        <RefundsCard />
        <FoundPaymentsCard />
        <UnclaimedCard />
        <LateCard />
        <SuspenseCard />
      </div>
    </>
  );
}

function RefundsCard() {
  const answer = useCall(endpoints.refunds.listForAdmin);
  const refunds = answer.data?.data;
  return (
    <Card className={LIST_CARD}>
      <CardHeading
        title="Requested by customers"
        detail={`Those that wait for you come first.${
          refunds?.length === REFUNDS_SHOWN
            ? ` The newest ${REFUNDS_SHOWN} are here; older ones are on their user’s page.`
            : ''
        }`}
      />
      {answer.isPending && <SkeletonRows label="Loading the refunds" rows={3} className="h-20" />}
      {answer.isError && refunds === undefined && (
        <ErrorState
          message={messageFor(answer.error, 'The refunds could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          The coins stay where they are.
        </ErrorState>
      )}
      {refunds?.length === 0 && (
        <EmptyState icon={Undo2} title="No refunds yet">
          Customers’ requests appear here for you to decide.
        </EmptyState>
      )}
      {refunds !== undefined && refunds.length > 0 && <RefundsTable refunds={refunds} />}
    </Card>
  );
}
