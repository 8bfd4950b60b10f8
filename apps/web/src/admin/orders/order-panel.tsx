import { endpoints, isolated } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { memo } from 'react';
import { messageFor } from '../../lib/client.ts';
import { nairaText } from '../../lib/formats.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Notes } from '../notes/notes.tsx';
import { SidePanel } from '../side-panel.tsx';
import { deskSummary } from './desk-words.ts';
import { applyDecisions, type LocalDecisions } from './local-decisions.ts';
import { PanelActions } from './order-actions.tsx';
import { OrderEvidence } from './order-evidence.tsx';
import { OthersNotice } from './others-notice.tsx';
import type { AdminOrders } from './use-admin-orders.ts';
import type { Desk } from './use-desk.ts';

/**
 * Everything that is known about the order in the address, with its actions: beside the list if there is room, else as a dialog
 * over it.
 */
export function OrderPanel({
  id,
  others,
  orders,
  desk,
  decisions,
  isBeside,
  returnTo,
}: {
  id: string;
  /** Who else looks at it, in words; empty: nobody. */
  others: string;
  orders: Pick<AdminOrders, 'batch' | 'isSample' | 'isLoading' | 'isSaving'>;
  desk: Pick<Desk, 'open' | 'startDeciding'>;
  decisions: LocalDecisions;
  isBeside: boolean;
  /** Where the focus goes when it closes over the list; absent: where it was. */
  returnTo?: () => HTMLElement | null;
}) {
  const listed = orders.batch.find((row) => row.id === id);
  const input = { params: { id } };
  // What was loaded beforehand is enough while a decision is being saved: reading it again would make that wait.
  const isKnown = useQueryClient().getQueryData(callKey(endpoints.evidence.read, input)) !== undefined;
  const isEnabled = !orders.isSample && !orders.isLoading && !(orders.isSaving && isKnown);
  const answer = useCall(endpoints.evidence.read, input, { isEnabled });
  const evidence = answer.data?.data;
  const newest = evidence?.order;
  // An order that has left the server's list stays in this one as it was: its evidence knows better then.
  const isNewer = newest !== undefined && (listed === undefined || newest.updatedAt > listed.updatedAt);
  const row = isNewer ? applyDecisions([newest], decisions)[0] : listed;
  if (row === undefined && orders.isSample) return null;
  const title = row === undefined ? 'Order' : `${nairaText(row.naira)} for ${isolated(row.customerName)}`;
  const content = (
    <div className="grid gap-6">
      <OthersNotice text={others} />
      {orders.isSample && <Notice tone="warning">This is a sample, not a real order.</Notice>}
      {row !== undefined && <OrderEvidence row={row} evidence={evidence} isSample={orders.isSample} />}
      {row !== undefined && !orders.isSample && (
        <NotesOfOrder key={row.id} orderId={row.id} isEnabled={!orders.isSaving} />
      )}
      {evidence === undefined &&
        !orders.isSample &&
        (answer.isError ? (
          <ErrorState
            message={messageFor(answer.error, 'The evidence could not be loaded.')}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          />
        ) : (
          <SkeletonRows label="Loading the evidence" rows={4} />
        ))}
    </div>
  );
  const actions =
    row === undefined ? undefined : <PanelActions row={row} onDecide={desk.startDeciding} isSample={orders.isSample} />;
  return (
    <SidePanel
      id={row?.id}
      title={title}
      summary={row === undefined ? undefined : deskSummary(row)}
      isBeside={isBeside}
      actions={actions}
      onClose={() => desk.open(null)}
      {...(returnTo === undefined ? {} : { returnTo })}
    >
      {content}
    </SidePanel>
  );
}

const NotesOfOrder = memo(function NotesOfOrder({ orderId, isEnabled }: { orderId: string; isEnabled: boolean }) {
  return (
    <section aria-label="Notes" data-aside="">
      <h3 className="mb-2 font-semibold">Notes</h3>
      <Notes on={{ orderId }} isEnabled={isEnabled} />
    </section>
  );
});
