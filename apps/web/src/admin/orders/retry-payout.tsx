import type { AdminOrder } from '@kobogate/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { RetryDialog } from './retry-dialog.tsx';

/**
 * Sends a payout again that failed or came back, or lets one that is still queued go another way. The server refuses it
 * where the payout is under way after all.
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
      {isChoosing && <RetryDialog order={order} onClose={() => setIsChoosing(false)} />}
    </div>
  );
}
