import { endpoints } from '@kobogate/contract';
import { useEffect, useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useStable } from '../../lib/use-stable.ts';
import { useMay } from '../for-role.tsx';
import { DecisionTray } from './decision-tray.tsx';
import { deskKey, isElsewhere } from './desk-keys.ts';
import { canDecide } from './desk-words.ts';
import { applyDecisions } from './local-decisions.ts';
import { OrderDecision } from './order-decision.tsx';
import { OrderPanel } from './order-panel.tsx';
import type { Review } from './review.tsx';
import type { Decided } from './use-decisions.ts';
import type { Deciding, Desk } from './use-desk.ts';
import { DecidedInContext } from '../use-decision-form.ts';
import type { Queue } from '../overview/use-queue.ts';

/**
 * The orders of the queue: the desk's panel of the open one, with its evidence and its decisions, and the desk's tray of
 * decisions that can be taken back or were not saved.
 */
export function QueueOrders({
  openId,
  others,
  review,
  queue,
}: {
  /** The order whose panel is open; null: none. */
  openId: string | null;
  /** Who else looks at it, in words; empty: nobody. */
  others: string;
  review: Review;
  queue: Queue;
}) {
  const self = useSession().user?.id;
  const mayDecide = useMay(endpoints.adminOrders.decide);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const answer = useCall(endpoints.evidence.read, { params: { id: openId ?? '' } }, { isEnabled: openId !== null });
  const open = answer.data === undefined ? [] : [answer.data.data.order];
  const decided = Object.values(review.decisions).map(({ seen }) => seen);
  const batch = applyDecisions([...open, ...decided.filter(({ id }) => id !== openId)], review.decisions);
  const { isSaving, declines, undoable, undo, undoLast, takeBack } = review;
  const orders = {
    batch,
    isSample: false,
    isLoading: false,
    isSaving,
    declines,
    decisions: review.decisions,
    undoable,
    undo,
    undoLast,
    takeBack,
    decide: (row: { readonly id: string }, choice: Decided) => review.decide(row.id, choice, false),
  };
  const desk: Pick<Desk, 'open' | 'startDeciding' | 'deciding' | 'stopDeciding' | 'decide' | 'returnTo'> = {
    open: (id) => (id === null ? queue.close() : queue.openOrder(id)),
    startDeciding: (row, verdict, before) => setDeciding({ row, verdict, before }),
    deciding,
    stopDeciding: () => setDeciding(null),
    decide: (choice) => {
      if (deciding === null) return;
      setDeciding(null);
      review.decide(deciding.row.id, choice, false);
      queue.moveOn();
    },
    returnTo: queue.returnTo,
  };

  const row = batch.find(({ id }) => id === openId);
  const press = useStable((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isElsewhere(event.target) || row === undefined || deciding !== null) return;
    const key = deskKey(event, false);
    if (key !== 'approve' && key !== 'decline') return;
    const verdict = key === 'approve' ? 'approved' : 'declined';
    if (!mayDecide || !canDecide(row, verdict, self)) return;
    event.preventDefault();
    desk.startDeciding(row, verdict);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [press]);

  const there = row?.id;
  const { isReady } = queue;
  useEffect(() => {
    if (there !== undefined) isReady();
  }, [there, isReady]);

  return (
    <DecidedInContext value={queue}>
      {openId !== null && (
        <OrderPanel
          id={openId}
          others={others}
          orders={orders}
          desk={desk}
          decisions={review.decisions}
          isBeside={queue.isBeside}
          returnTo={queue.panelReturnsTo}
        />
      )}
      <OrderDecision orders={orders} desk={desk} others={others} />
      {/* What was refused is looked at again as it is now. */}
      <DecisionTray orders={orders} desk={{ open: desk.open, startDeciding: ({ id }) => desk.open(id) }} />
    </DecidedInContext>
  );
}
