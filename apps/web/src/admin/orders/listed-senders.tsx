import type { AdminOrder } from '@kobogate/contract';
import { AddressList } from '../../ui/grouped-address.tsx';
import { Notice } from '../../ui/notice.tsx';

type Listed = Pick<AdminOrder, 'status' | 'listedSenders'>;

/** Whether an administrator has yet to decide on an order whose coins can be from a listed sender. Pure. */
export const needsReason = ({ status, listedSenders }: Listed): boolean =>
  status === 'pending' && listedSenders.length > 0;

/** Names the listed senders whose coins an order may have, before it is approved. */
export function ListedSenders({ order }: { order: Listed }) {
  if (order.listedSenders.length === 0) return null;
  return (
    <Notice tone="danger" title="On the sanctions list">
      <p>A sender of coins that may be in this order:</p>
      <AddressList addresses={order.listedSenders} />
      {needsReason(order) && (
        <p>Approve it only if your own rules and the law allow it. The customer has not been told.</p>
      )}
    </Notice>
  );
}
