import { ChevronRight } from 'lucide-react';
import { coinText } from '../../lib/formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira } from '../../ui/money.tsx';
import { Badge, Status } from '../../ui/status.tsx';
import { ThreeFacts } from '../../account/conversions/three-facts.tsx';
import { ListedBadge } from './listed-senders.tsx';
import type { AdminRow } from './local-decisions.ts';
import { OrderActions } from './order-actions.tsx';
import { isNameDoubtful, PayeeName } from './payee-name.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import { isCustomerAsked } from './seen-order.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/** The columns of the review: customer, amount, the three facts, priority, and actions. */
export function orderColumns(orders: AdminOrders, onOpen: (orderId: string) => void): Column<AdminRow>[] {
  return [
    {
      id: 'customer',
      title: 'Customer',
      place: 'title',
      cell: (row) => (
        <span className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 @max-3xl:-mt-3">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={`${row.customerName}, ${coinText(row.fromAmount, row.fromCurrency)}: details of the order`}
              onClick={() => onOpen(row.id)}
              className="inline-flex min-h-11 items-center gap-1 rounded-card text-left font-semibold wrap-anywhere text-primary-text hover:underline"
            >
              <bdi>{row.customerName}</bdi>
              <ChevronRight className="size-4 shrink-0" aria-hidden="true" />
            </button>
            {orders.isSample && <Badge tone="neutral">Sample</Badge>}
            {row.kind === 'payment' && <Badge tone="brand">Payment by link</Badge>}
          </span>
          <span className="text-sm text-ink-soft">
            <EmailText address={row.customerEmail} />
          </span>
          <span className="text-sm text-ink-soft">
            <Moment at={row.date} />
          </span>
        </span>
      ),
    },
    {
      id: 'amount',
      title: 'Amount',
      place: 'aside',
      align: 'end',
      cell: (row) => (
        <span className="grid gap-0.5">
          <Naira amount={row.naira} className="font-semibold" />
          {row.lockEnded && <span className="text-sm text-ink-soft">at today’s rate</span>}
          <Coin amount={row.fromAmount} currency={row.fromCurrency} className="text-sm wrap-anywhere text-ink-soft" />
          <span className="text-sm text-ink-soft">{row.networkName}</span>
        </span>
      ),
    },
    {
      id: 'facts',
      title: 'State',
      place: 'mark',
      cell: (row) => (
        <>
          <ThreeFacts order={row} />
          {(row.status === 'pending' || isNameDoubtful(row.bankAccount)) && <PayeeName payee={row.bankAccount} />}
          {isCustomerAsked(row) && (
            <span className="mt-1.5 block">
              <Status tone="waiting">Customer is asked: lower rate</Status>
            </span>
          )}
          <ListedBadge order={row} />
        </>
      ),
    },
    { id: 'priority', title: 'Priority', place: 'end', cell: (row) => <PriorityBadge priority={row.priority} /> },
    {
      id: 'actions',
      title: 'Actions',
      place: 'action',
      cell: (row) => <OrderActions row={row} orders={orders} />,
    },
  ];
}
