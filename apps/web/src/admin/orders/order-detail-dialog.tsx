import { endpoints, isolated, railTitle } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { nairaText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira, Rate } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { DepositsCard } from '../../account/conversions/deposits-card.tsx';
import { OrderTimeline } from '../../account/conversions/order-timeline.tsx';
import { priceFacts } from '../../account/conversions/price-facts.tsx';
import { ThreeFacts } from '../../account/conversions/three-facts.tsx';
import { ListedSenders } from './listed-senders.tsx';
import type { AdminRow } from './local-decisions.ts';
import { OrderActions } from './order-actions.tsx';
import { PayeeName } from './payee-name.tsx';
import { PriorityBadge } from './priority-badge.tsx';
import type { AdminOrders } from './use-admin-orders.ts';

/** Everything about one order: customer, terms, the payout account, deposits and timeline. */
export function OrderDetailDialog({
  row,
  orders,
  onClose,
}: {
  row: AdminRow;
  orders: AdminOrders;
  onClose: () => void;
}) {
  const { bankAccount } = row;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`${nairaText(row.naira)} for ${isolated(row.customerName)}`}
      description={row.summary}
      footer={<OrderActions row={row} orders={orders} />}
    >
      <div className="grid gap-6">
        <ListedSenders order={row} />
        {row.heldReason !== null && (
          <Notice tone="warning" title="Reason for review">
            {row.heldReason}
          </Notice>
        )}
        <ThreeFacts order={row} />
        <FactList
          facts={[
            { label: 'Customer', value: <Customer row={row} isSample={orders.isSample} /> },
            { label: 'E-mail', value: row.customerEmail },
            {
              label: row.kind === 'payment' ? 'Payment by link of' : 'Converts',
              value: <Coin amount={row.fromAmount} currency={row.fromCurrency} />,
            },
            { label: 'Network', value: row.networkName },
            { label: 'Rate', value: <Rate rate={row.rate} currency={row.fromCurrency} /> },
            {
              label: row.lockEnded ? 'Payout amount at today’s rate' : 'Payout amount',
              value: <Naira amount={row.naira} />,
            },
            { label: 'Bank', value: bankAccount.bankName },
            { label: 'Account number', value: <span className="figures">{bankAccount.accountNumber}</span> },
            { label: 'Account name', value: bankAccount.accountName },
            { label: 'The bank’s answer', value: <PayeeName payee={bankAccount} /> },
            { label: 'Payout rail', value: row.payoutRail === null ? 'Not chosen yet' : railTitle(row.payoutRail) },
            { label: 'Priority', value: <PriorityBadge priority={row.priority} /> },
            { label: 'Items', value: row.itemCount },
            { label: 'Created', value: <Moment at={row.date} /> },
            { label: 'Order', value: <code className="font-mono text-sm">{row.id}</code> },
          ]}
        />
        {orders.isSample ? (
          <Notice tone="warning">This is a sample, not a real order.</Notice>
        ) : (
          <OrderHistory orderId={row.id} />
        )}
      </div>
    </Dialog>
  );
}

function Customer({ row, isSample }: { row: AdminRow; isSample: boolean }) {
  if (isSample) return row.customerName;
  return (
    <Link
      to={`/admin/users/${row.customerId}`}
      className="-my-3 inline-flex min-h-11 items-center text-primary-text underline"
    >
      <bdi>{row.customerName}</bdi>
    </Link>
  );
}

function OrderHistory({ orderId }: { orderId: string }) {
  const answer = useCall(endpoints.orders.getForAdmin, { params: { id: orderId } });
  if (answer.isPending) return <SkeletonRows label="Loading deposits and timeline" rows={3} />;
  if (answer.data === undefined) {
    return (
      <ErrorState
        message={messageFor(answer.error, 'Deposits and timeline could not be loaded.')}
        onRetry={() => void answer.refetch()}
        isRetrying={answer.isFetching}
      />
    );
  }
  const order = answer.data.data;
  return (
    <>
      <section>
        <div className="mb-1 flex flex-wrap items-center justify-between gap-3">
          <h3 className="text-lg font-semibold">Price</h3>
          <ButtonLink variant="quiet" to={`/account/receipts/${order.id}`}>
            {order.payout === 'paid' ? 'Receipt' : 'Statement'}
          </ButtonLink>
        </div>
        <FactList
          facts={priceFacts({
            ...order,
            currency: order.fromCurrency,
            isPaid: order.payout === 'paid',
            company: 'the gateway',
          })}
        />
      </section>
      {order.deposits.length > 0 && <DepositsCard order={order} />}
      <section>
        <h3 className="mb-4 text-lg font-semibold">Timeline</h3>
        <OrderTimeline order={order} />
      </section>
    </>
  );
}
