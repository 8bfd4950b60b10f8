import { endpoints, type AdminOrder } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { NotMadeDialog } from './not-made-dialog.tsx';

const ASKING_FAILED = 'The bank could not be asked. Nothing was sent; please try again.';

/** The actions for a payout that the bank still does not know: ask again, or mark it as not sent. */
export function UnknownPayout({ order }: { order: Pick<AdminOrder, 'id' | 'customerName' | 'version'> }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [problem, setProblem] = useState<string | null>(null);
  const [isDeciding, setIsDeciding] = useState(false);

  async function ask(): Promise<void> {
    setProblem(null);
    try {
      const answer = await call(endpoints.adminOrders.askPayout, { params: { id: order.id } });
      if (isUnreachable(answer)) return setProblem(answer);
      toast(answer.message);
    } catch (failure) {
      setProblem(messageFor(failure, ASKING_FAILED));
    }
    await queryClient.invalidateQueries();
  }

  return (
    <div className="grid justify-items-start gap-1.5">
      <p className="max-w-60 text-sm text-ink-soft">The bank does not know this payout. Please ask them about it.</p>
      <div className="flex flex-wrap gap-1">
        <Button
          variant="secondary"
          aria-label={`Ask the bank again about the payout to ${order.customerName}`}
          pending={isPending}
          pendingLabel="Asking..."
          onClick={() => void run(ask)}
        >
          Ask the bank again
        </Button>
        <Button
          variant="quiet"
          disabled={isPending}
          aria-haspopup="dialog"
          aria-label={`Mark as not sent: the payout to ${order.customerName}`}
          onClick={() => {
            setProblem(null);
            setIsDeciding(true);
          }}
        >
          Mark as not sent
        </Button>
      </div>
      {problem !== null && !isDeciding && (
        <p role="alert" className="max-w-60 text-sm text-danger">
          {problem}
        </p>
      )}
      {isDeciding && <NotMadeDialog order={order} onClose={() => setIsDeciding(false)} />}
    </div>
  );
}
