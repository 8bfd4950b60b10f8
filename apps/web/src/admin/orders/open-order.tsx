import { endpoints } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { applyDecisions, type LocalDecisions } from './local-decisions.ts';
import { OrderDetailDialog } from './order-detail-dialog.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/** The order that the address names, in its dialog: from the page of the list where it is there, else fetched. */
export function OpenOrder({
  id,
  orders,
  decisions,
  onClose,
}: {
  id: string;
  orders: AdminOrders;
  decisions: LocalDecisions;
  onClose: () => void;
}) {
  const listed = orders.rows.find((row) => row.id === id);
  const answer = useCall(
    endpoints.orders.getForAdmin,
    { params: { id } },
    { isEnabled: listed === undefined && !orders.isLoading && !orders.isSample },
  );
  const [row] = listed === undefined ? applyDecisions(answer.data ? [answer.data.data] : [], decisions) : [listed];
  if (row !== undefined) return <OrderDetailDialog row={row} orders={orders} onClose={onClose} />;
  if (orders.isSample) return null;
  return (
    <Dialog isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title="Order">
      {answer.isError ? (
        <ErrorState
          message={messageFor(answer.error, 'The order could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      ) : (
        <SkeletonRows label="Loading the order" rows={5} />
      )}
    </Dialog>
  );
}
