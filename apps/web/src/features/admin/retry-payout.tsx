import { endpoints, type AdminOrder } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';

const RETRY_FAILED = 'The payout was not queued again. The money is safe where it is; please try again.';

/** Queues a payout again that failed or came back. The server refuses it where the payout is under way after all. */
export function RetryPayout({ order }: { order: Pick<AdminOrder, 'id' | 'customerName'> }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);

  async function retry(): Promise<void> {
    setProblem(null);
    try {
      const answer = await call(endpoints.orders.retryPayout, { params: { id: order.id } });
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success(answer.message);
      await queryClient.invalidateQueries();
    } catch (failure) {
      setProblem(messageFor(failure, RETRY_FAILED));
    }
  }

  return (
    <div className="grid justify-items-start gap-1.5 @max-3xl:justify-items-end">
      <Button
        variant="secondary"
        aria-label={`Retry the payout to ${order.customerName}`}
        pending={isPending}
        pendingLabel="Queueing..."
        onClick={() => void run(retry)}
      >
        Retry payout
      </Button>
      {problem !== null && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
