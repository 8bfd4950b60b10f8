import { endpoints, type AdminOrder } from '@kobogate/contract';
import { useState } from 'react';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { type RetryChoice, RetryDialog } from './retry-dialog.tsx';

const RETRY_FAILED = 'The payout was not queued again. The money is safe where it is; please try again.';

/**
 * Sends a payout again that failed or came back, or lets one that is still queued go another way. The server refuses it
 * where the payout is under way after all.
 */
export function RetryPayout({ order }: { order: AdminOrder }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { isPending, problem, setProblem, act } = useAct(RETRY_FAILED, () => setIsChoosing(false));
  const isQueued = order.payout === 'queued';

  function retry({ reason, rail, seen: { version } }: RetryChoice): void {
    const body = rail === null ? { reason, version } : { reason, version, rail };
    act(() => call(endpoints.orders.retryPayout, { params: { id: order.id }, body }));
  }

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
        onClick={() => {
          setProblem(null);
          setIsChoosing(true);
        }}
      >
        {isQueued ? 'Choose the rail' : 'Retry payout'}
      </Button>
      {isChoosing && (
        <RetryDialog
          order={order}
          isPending={isPending}
          problem={problem}
          onClose={() => setIsChoosing(false)}
          onConfirm={retry}
        />
      )}
    </div>
  );
}
