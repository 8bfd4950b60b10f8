import { endpoints, isolated, type OwnPaymentLink } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** Switches a link off, once its owner has confirmed it, or on again at once. */
export function SwitchLink({ link }: { link: OwnPaymentLink }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function change(): Promise<void> {
    const { activate, deactivate } = endpoints.paymentLinks;
    setProblem(null);
    try {
      const answer = await call(link.active ? deactivate : activate, { params: { id: link.id } });
      if (isUnreachable(answer)) return fail(answer);
      toast.success(link.active ? 'The link is switched off' : 'The link can be paid again');
      setIsAsking(false);
      await queryClient.invalidateQueries();
    } catch (failure) {
      fail(messageFor(failure, 'The link stays as it is. Please try again.'));
    }
  }
  function fail(text: string): void {
    if (isAsking) setProblem(text);
    else toast.error(text);
  }

  if (!link.active) {
    return (
      <Button variant="secondary" pending={isPending} pendingLabel="Switching on..." onClick={() => void run(change)}>
        Switch on
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Switch off
      </Button>
      {isAsking && (
        <FormDialog
          title={`Switch off ${isolated(link.name)}`}
          confirm="Switch off"
          cancel="Keep it on"
          pendingLabel="Switching off..."
          isDangerous
          isPending={isPending}
          problem={problem}
          onSubmit={() => void run(change)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Nobody can begin a payment by it any more. Payments that are begun go on and reach your bank account. You
            can switch it on again.
          </p>
        </FormDialog>
      )}
    </>
  );
}
