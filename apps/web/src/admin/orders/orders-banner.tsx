import { TEXTS } from '@kobogate/contract';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Fetched } from './use-admin-orders.ts';

/** Warns where the orders could not be loaded: that samples are shown, or that the list may be old. */
export function OrdersBanner({ orders }: { orders: Fetched }) {
  if (orders.problem === null) return null;
  return (
    <div className="mb-5">
      <Notice
        tone="warning"
        isUrgent
        title={TEXTS.ordersLoadFailed}
        action={
          <Button variant="secondary" pending={orders.isRetrying} pendingLabel="Trying again..." onClick={orders.retry}>
            Try again
          </Button>
        }
      >
        {orders.problem !== TEXTS.ordersLoadFailed && <p>{orders.problem}</p>}
        {orders.isSample && 'These are sample orders, not real ones. Nothing that you do here reaches the server.'}
        {orders.isOld && 'This is the list as last loaded; it may have changed since.'}
      </Notice>
    </div>
  );
}
