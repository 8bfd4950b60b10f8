import { type AdminRefund, endpoints } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { RefundsTable } from '../refunds/refunds-table.tsx';

/** What a user asked to be sent back, with the decisions of the page of refunds; nothing where they asked for none. */
export function UserRefunds({ userId }: { userId: string }) {
  const answer = useCall(endpoints.refunds.listForAdmin, { query: { userId } });
  const refunds = refundsOf(answer.data?.data ?? [], userId);
  if (refunds.length === 0 && !answer.isError) return null;
  return (
    <Card aria-label="Refunds" className={LIST_CARD}>
      <CardHeading title="Refunds" />
      {refunds.length > 0 ? (
        <RefundsTable refunds={refunds} isOfOne />
      ) : (
        <ErrorState
          message={messageFor(answer.error, 'Their refunds could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )}
    </Card>
  );
}

/**
 * Those of an answer that are this user's. A server of the version before, as beside this page while an upgrade replaces one
 * after the other, answers with all people's and does not say whose each is. Pure.
 */
export const refundsOf = <Some extends Pick<AdminRefund, 'userId'>>(refunds: readonly Some[], userId: string): Some[] =>
  refunds.filter((refund) => refund.userId === userId);
