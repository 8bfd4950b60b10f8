import { ApproveDialog } from './approve-dialog.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import type { AdminOrders } from './use-admin-orders.ts';
import type { Desk } from './use-desk.ts';

/** The dialog of the decision that is being made, about the order as it is now. */
export function OrderDecision({
  orders,
  desk,
  others,
}: {
  orders: Pick<AdminOrders, 'batch' | 'declines'>;
  desk: Pick<Desk, 'deciding' | 'stopDeciding' | 'decide' | 'returnTo'>;
  /** Who else looks at the order, in words; empty: nobody. */
  others: string;
}) {
  const { deciding } = desk;
  if (deciding === null) return null;
  const { verdict, before } = deciding;
  const row = orders.batch.find(({ id }) => id === deciding.row.id) ?? deciding.row;
  const shared = { row, before, others, returnTo: desk.returnTo };
  if (verdict === 'approved') {
    return <ApproveDialog key={row.id} {...shared} onClose={desk.stopDeciding} onApprove={desk.decide} />;
  }
  return (
    <DeclineDialog
      key={row.id}
      {...shared}
      declines={orders.declines}
      onClose={() => {
        desk.stopDeciding();
        orders.declines.forget(row.id);
      }}
      onDecline={desk.decide}
    />
  );
}
