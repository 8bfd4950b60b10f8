import { endpoints, type AdminOrder } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { type RetryChoice, RetryDialog } from './retry-dialog.tsx';

const RETRY_FAILED = 'The payout was not queued again. The money is safe where it is; please try again.';

/**
 * Sends a payout again that failed or came back, or lets one that is still queued go another way. The server refuses it
 * where the payout is under way after all.
 */
export function RetryPayout({ order }: { order: AdminOrder }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const isQueued = order.payout === 'queued';

  async function retry({ reason, rail, seen: { version } }: RetryChoice): Promise<void> {
    setProblem(null);
    try {
      const body = rail === null ? { reason, version } : { reason, version, rail };
      const answer = await call(endpoints.orders.retryPayout, { params: { id: order.id }, body });
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success(answer.message);
      setIsChoosing(false);
    } catch (failure) {
      setProblem(messageFor(failure, RETRY_FAILED));
    }
    await queryClient.invalidateQueries();
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
          onConfirm={(choice) => void run(() => retry(choice))}
        />
      )}
    </div>
  );
}
