import { endpoints, isolated } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { memo, type ReactNode, useState, useSyncExternalStore } from 'react';
import { messageFor } from '../../lib/client.ts';
import { nairaText } from '../../lib/formats.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { Dialog, ScrollArea } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Notes } from '../notes/notes.tsx';
import { deskSummary } from './desk-words.ts';
import { applyDecisions, type AdminRow, type LocalDecisions } from './local-decisions.ts';
import { PanelActions } from './order-actions.tsx';
import { OrderEvidence } from './order-evidence.tsx';
import { OthersNotice } from './others-notice.tsx';
import type { AdminOrders } from './use-admin-orders.ts';
import type { Desk } from './use-desk.ts';

/** From this width on the evidence stands beside the list. */
const BESIDE = '(min-width: 1360px)';

function onBesideChange(onChange: () => void): () => void {
  const beside = window.matchMedia(BESIDE);
  beside.addEventListener('change', onChange);
  return () => beside.removeEventListener('change', onChange);
}

/** Dialogs are drawn at the end of the page. */
function onDialogChange(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.body, { childList: true });
  return () => observer.disconnect();
}

const countDialogs = (): number => document.querySelectorAll('[role=dialog]').length;

/**
 * Whether the evidence stands beside the list, which has room for it. While a dialog is open over the desk, such as a
 * decision’s, the panel stays where it is: moving it would close what is being decided in it.
 */
export function usePanelBeside(isOpen: boolean): boolean {
  const hasRoom = useSyncExternalStore(onBesideChange, () => window.matchMedia(BESIDE).matches);
  const [isBeside, setIsBeside] = useState(hasRoom);
  // While it stays where it is, nothing is drawn again for a dialog that opens or closes.
  const dialogs = useSyncExternalStore(onDialogChange, () => (hasRoom === isBeside ? 0 : countDialogs()));
  // Over the list the panel is a dialog itself.
  const own = isOpen && !isBeside ? 1 : 0;
  if (hasRoom !== isBeside && dialogs <= own) setIsBeside(hasRoom);
  return isBeside;
}

/**
 * Everything that is known about the order that the address names, and what can be done to it: beside the list where
 * there is room, else as a dialog over it.
 */
export function OrderPanel({
  id,
  others,
  orders,
  desk,
  decisions,
  isBeside,
}: {
  id: string;
  /** Who else looks at it, in words; empty: nobody. */
  others: string;
  orders: AdminOrders;
  desk: Desk;
  decisions: LocalDecisions;
  isBeside: boolean;
}) {
  const listed = orders.batch.find((row) => row.id === id);
  const input = { params: { id } };
  // What was loaded beforehand is enough while a decision is being saved: reading it anew would make that wait.
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
      {row !== undefined && !orders.isSample && <NotesOfOrder key={row.id} orderId={row.id} />}
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
  if (!isBeside) {
    return (
      <Dialog
        isOpen
        onOpenChange={(isOpen) => (isOpen ? undefined : desk.open(null))}
        title={title}
        description={row === undefined ? undefined : deskSummary(row)}
        footer={actions}
      >
        {content}
      </Dialog>
    );
  }
  return (
    <Beside title={title} row={row} onClose={() => desk.open(null)} actions={actions}>
      {content}
    </Beside>
  );
}

const NotesOfOrder = memo(function NotesOfOrder({ orderId }: { orderId: string }) {
  return (
    <section aria-label="Notes" data-aside="">
      <h3 className="mb-2 font-semibold">Notes</h3>
      <Notes on={{ orderId }} />
    </section>
  );
});

function Beside({
  title,
  row,
  onClose,
  actions,
  children,
}: {
  title: string;
  row: AdminRow | undefined;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
}) {
  return (
    <aside
      aria-label={title}
      className="sticky top-20 flex max-[1360px]:hidden max-h-[calc(100dvh-6rem)] flex-col self-start rounded-card border border-hairline bg-surface shadow-card"
    >
      <div className="flex items-start gap-2 border-b border-hairline py-2 pr-2 pl-4">
        <div className="min-w-0 grow py-1.5">
          <h2 className="headline text-lg wrap-anywhere">{title}</h2>
          {row !== undefined && <p className="mt-0.5 text-sm text-ink-soft">{deskSummary(row)}</p>}
        </div>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-card text-ink-soft hover:bg-sunk hover:text-ink"
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      <ScrollArea key={row?.id}>{children}</ScrollArea>
      {/* Above the end of the list's first screen the panel is longer than the window: the decision stays in it. */}
      <div className="sticky bottom-0 rounded-b-card border-t border-hairline bg-surface px-4 py-3">{actions}</div>
    </aside>
  );
}
