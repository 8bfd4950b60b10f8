import { endpoints, type TreasuryPlan } from '@kobogate/contract';
import { useState } from 'react';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { HandInAnswers, HandInButton, useHandIn } from './hand-in.tsx';
import { planName } from './treasury-words.ts';
import { usePlanFile } from './use-plan-file.ts';
import { useRefreshTreasury } from './use-treasury.ts';

const LOST = 'We do not know whether this was done. Look at the plan before you press again.';

interface DialogProps {
  readonly plan: TreasuryPlan;
  readonly onClose: () => void;
}

/** What can be done about a plan in its state: each act that has no sense now is left out, with the reason where it helps. */
export function PlanActions({ plan }: { plan: TreasuryPlan }) {
  const file = usePlanFile();
  const [open, setOpen] = useState<'discard' | 'replace' | 'send' | null>(null);
  const close = () => setOpen(null);
  const handIn = useHandIn();
  const isOpen = ['to-sign', 'sending', 'refused', 'in-blocks'].includes(plan.stage) || plan.waiting > 0;
  if (!isOpen && handIn.said.length === 0) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center gap-3">
      {plan.stage === 'to-sign' && <HandInButton handIn={handIn} variant="primary" />}
      {isOpen && (
        <Button
          variant="secondary"
          pending={file.isPending}
          pendingLabel="Making the file..."
          onClick={() => file.save(plan.id)}
        >
          Download plan
        </Button>
      )}
      {plan.waiting > 0 && (
        <Button variant="secondary" onClick={() => setOpen('send')}>
          Send again
        </Button>
      )}
      {plan.noReplacement === null && (
        <Button variant="secondary" onClick={() => setOpen('replace')}>
          Replace…
        </Button>
      )}
      {plan.noDiscard === null && (
        <Button variant="quiet" onClick={() => setOpen('discard')}>
          Discard…
        </Button>
      )}
      {plan.stage === 'to-sign' && plan.noDiscard !== null && (
        <p className="basis-full text-sm text-ink-soft">It can’t be discarded. {plan.noDiscard}</p>
      )}
      <HandInAnswers handIn={handIn} />
      {open === 'discard' && <DiscardDialog plan={plan} onClose={close} />}
      {open === 'replace' && <ReplaceDialog plan={plan} onClose={close} />}
      {open === 'send' && <SendDialog plan={plan} onClose={close} />}
    </div>
  );
}

function DiscardDialog({ plan, onClose }: DialogProps) {
  const refresh = useRefreshTreasury();
  const form = useContractForm(endpoints.treasury.discard, {
    draft: `discard ${plan.id}`,
    initial: {},
    params: { id: plan.id },
    onDone: () => {
      void refresh();
      onClose();
    },
    failed: LOST,
  });
  return (
    <FormDialog
      form={form}
      title="Discard this plan?"
      description={`${planName(plan)}: its coins stay where they are and go into the next plan. A signed copy that exists is not taken any more.`}
      cancel="Keep it"
      confirm="Discard plan"
      pendingLabel="Discarding..."
      isDangerous
      onClose={onClose}
    />
  );
}

function ReplaceDialog({ plan, onClose }: DialogProps) {
  const refresh = useRefreshTreasury();
  const form = useContractForm(endpoints.treasury.ask, {
    draft: `replace ${plan.id}`,
    initial: {},
    body: () => ({ kind: 'replace' as const, network: plan.network, planId: plan.id, everywhere: false }),
    onDone: () => {
      void refresh();
      onClose();
    },
    failed: LOST,
  });
  return (
    <FormDialog
      form={form}
      title="Have this plan replaced?"
      description="The new one makes the same payments with the same coins or numbers, for a higher fee, so that the network takes one of the two: nothing is paid twice. It has to be signed too; what was sent stays watched until then."
      confirm="Replace plan"
      pendingLabel="Asking..."
      onClose={onClose}
    />
  );
}

function SendDialog({ plan, onClose }: DialogProps) {
  const refresh = useRefreshTreasury();
  const form = useContractForm(endpoints.treasury.sendAgain, {
    draft: `send ${plan.id}`,
    initial: {},
    params: { id: plan.id },
    onDone: () => {
      void refresh();
      onClose();
    },
    failed: LOST,
  });
  return (
    <FormDialog
      form={form}
      title="Send the waiting transactions again?"
      description="The same signed transactions go to the network again, in case its node has lost them. A network takes each of them once."
      confirm="Send again"
      pendingLabel="Asking..."
      onClose={onClose}
    />
  );
}
