import { endpoints, isolated, type OwnPaymentLink } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

const FAILED = 'The link has not changed. Please try again.';

/** Switches a link off after a confirmation, or on again at once. */
export function SwitchLink({ link }: { link: OwnPaymentLink }) {
  const [isAsking, setIsAsking] = useState(false);
  if (!link.active) return <SwitchOn id={link.id} />;
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Switch off
      </Button>
      {isAsking && <SwitchOff link={link} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function SwitchOn({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();

  async function activate(): Promise<void> {
    try {
      const answer = await call(endpoints.paymentLinks.activate, { params: { id } });
      if (isUnreachable(answer)) return void toast.error(answer);
      toast.success('The link can be paid again');
      await queryClient.invalidateQueries();
    } catch (failure) {
      toast.error(messageFor(failure, FAILED));
    }
  }
  return (
    <Button variant="secondary" pending={isPending} pendingLabel="Switching on..." onClick={() => void run(activate)}>
      Switch on
    </Button>
  );
}

function SwitchOff({ link, onClose }: { link: OwnPaymentLink; onClose: () => void }) {
  const form = useContractForm(endpoints.paymentLinks.deactivate, {
    params: { id: link.id },
    initial: {},
    done: 'The link is switched off',
    onDone: onClose,
    failed: FAILED,
  });
  return (
    <FormDialog
      form={form}
      title={`Switch off ${isolated(link.name)}`}
      confirm="Switch off"
      cancel="Keep it on"
      pendingLabel="Switching off..."
      isDangerous
      onClose={onClose}
    >
      <p>
        No new payment can be opened with it. Open payments continue and reach your bank account. You can switch it on
        again.
      </p>
    </FormDialog>
  );
}
