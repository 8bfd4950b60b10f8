import { endpoints, type MerchantPayment } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Coin } from '../../ui/money.tsx';

/** Takes what has arrived for a payment that stays short, once its merchant has confirmed it. */
export function SettlePayment({ payment }: { payment: MerchantPayment }) {
  const { id, received, currency } = payment;
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function settle(): Promise<void> {
    setProblem(null);
    try {
      const answer = await call(endpoints.payments.settle, { params: { id } });
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success('What arrived is taken');
      setIsAsking(false);
      await queryClient.invalidateQueries();
    } catch (failure) {
      setProblem(messageFor(failure, 'Nothing was changed; the coins stay with this payment. Please try again.'));
    }
  }

  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Take what arrived
      </Button>
      {isAsking && (
        <FormDialog
          title="Take what arrived"
          confirm="Take it"
          cancel="Wait for the rest"
          pendingLabel="Taking..."
          isPending={isPending}
          problem={problem}
          onSubmit={() => void run(settle)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The payment ends with <Coin amount={received} currency={currency} />, at the rate of this moment, and the
            naira goes to your bank account. Less than the smallest payout goes to your balance.
          </p>
        </FormDialog>
      )}
    </>
  );
}
