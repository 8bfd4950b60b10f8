import type { AdminOrder } from '@kobogate/contract';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** Opened seldom: not a part of what the desk loads. */
const RetryDialog = lazy(() => import('./retry-dialog.tsx'));

/**
 * Sends a failed or returned payout again, or moves a queued one to another rail. The server refuses it
 * where the payout is already on its way.
 */
export function RetryPayout({ order }: { order: AdminOrder }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const isQueued = order.payout === 'queued';

  return (
    <div className="grid justify-items-start gap-1.5">
      <Button
        variant={isQueued ? 'quiet' : 'secondary'}
        aria-haspopup="dialog"
        aria-label={
          isQueued
            ? `Choose the rail of the payout to ${order.customerName}`
            : `Retry the payout to ${order.customerName}`
        }
        onClick={() => setIsChoosing(true)}
      >
        {isQueued ? 'Choose the rail' : 'Retry payout'}
      </Button>
      <Suspense>{isChoosing && <RetryDialog order={order} onClose={() => setIsChoosing(false)} />}</Suspense>
    </div>
  );
}
