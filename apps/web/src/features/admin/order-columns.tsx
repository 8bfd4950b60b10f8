import type { Column } from '../../ui/data-table.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira } from '../../ui/money.tsx';
import { Badge } from '../../ui/status.tsx';
import { ThreeFacts } from '../orders/three-facts.tsx';
import type { AdminRow } from './local-decisions.ts';
import { OrderActions } from './order-actions.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/** The columns of the review: who, how much, the three facts, how soon, and what can be done. */
export function orderColumns(orders: AdminOrders, onOpen: (orderId: string) => void): Column<AdminRow>[] {
  return [
    {
      id: 'customer',
      title: 'Customer',
      cell: (row) => (
        <span className="grid gap-0.5">
          <span className="font-medium wrap-anywhere">
            {row.customerName} {orders.isSample && <Badge tone="warning">Sample</Badge>}
          </span>
          <span className="text-sm wrap-anywhere text-ink-soft">{row.customerEmail}</span>
          <span className="text-sm text-ink-soft">
            <Moment at={row.date} />
          </span>
        </span>
      ),
    },
    {
      id: 'amount',
      title: 'Amount',
      align: 'end',
      cell: (row) => (
        <span className="grid gap-0.5">
          <Naira amount={row.naira} className="font-semibold" />
          <Coin amount={row.fromAmount} currency={row.fromCurrency} className="text-sm wrap-anywhere text-ink-soft" />
          <span className="text-sm text-ink-soft">{row.networkName}</span>
        </span>
      ),
    },
    { id: 'facts', title: 'State', cell: (row) => <ThreeFacts order={row} /> },
    { id: 'priority', title: 'Priority', cell: (row) => <PriorityBadge priority={row.priority} /> },
    {
      id: 'actions',
      title: 'Actions',
      cell: (row) => (
        <span className="grid justify-items-start gap-1 max-md:justify-items-end">
          <OrderActions row={row} orders={orders} />
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            aria-label={`Details of the order of ${row.customerName}`}
            onClick={() => onOpen(row.id)}
          >
            Details
          </Button>
        </span>
      ),
    },
  ];
}
