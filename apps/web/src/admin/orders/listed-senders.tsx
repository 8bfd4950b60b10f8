import type { AdminOrder } from '@kobogate/contract';
import { AddressList } from '../../ui/grouped-address.tsx';
import { Notice } from '../../ui/notice.tsx';

type Listed = Pick<AdminOrder, 'status' | 'payout' | 'listedSenders'>;

/** Whether an administrator has yet to decide on an order whose coins can be from a listed sender. Pure. */
export const needsReason = ({ status, listedSenders }: Pick<Listed, 'status' | 'listedSenders'>): boolean =>
  status === 'pending' && listedSenders.length > 0;

/** The payouts that a person may send again. */
const IS_BACK: ReadonlySet<string> = new Set(['failed', 'reversed']);

/** Names the listed senders whose coins an order may have, before it is approved, or its payout sent again. */
export function ListedSenders({ order }: { order: Listed }) {
  if (order.listedSenders.length === 0) return null;
  return (
    <Notice tone="danger" title="On the sanctions list">
      <p>A sender of coins that may be in this order:</p>
      <AddressList addresses={order.listedSenders} />
      {needsReason(order) && (
        <p>Approve it only if your own rules and the law allow it. The customer has not been told.</p>
      )}
      {IS_BACK.has(order.payout) && (
        <p>Send its payout again only if your own rules and the law allow it. The customer has not been told.</p>
      )}
    </Notice>
  );
}
