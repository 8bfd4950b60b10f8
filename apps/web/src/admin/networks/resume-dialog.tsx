import { endpoints, type NetworkStatus } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { EvidenceField } from '../refunds/restored-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

/** Asks what the coins were that no known payment explains, and lets their network go on. */
export function ResumeDialog({
  network: { network, name, surplus },
  onClose,
}: {
  network: NetworkStatus;
  onClose: () => void;
}) {
  // What was seen is explained: more that is found behind the dialog is not.
  const form = useDecisionForm(endpoints.admin.resume, {
    draft: `resume ${network}`,
    initial: { reason: '', surplus: surplus ?? '' },
    needed: { reason: 'Please say what these coins are' },
    params: { network },
    body: ({ reason, surplus: seen }) => ({ reason: reason.trim(), surplus: seen }),
    onDone: onClose,
    failed: 'We do not know whether this was recorded. Look at the network before you press again.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={`Resume ${name}?`}
      description="Look at the newest transactions of the deposit addresses first: an upgrade of the network may have changed how payments look. From then on deposits are credited again, and these coins are in the books, in suspense."
      cancel="Leave it stopped"
      confirm="Resume the network"
      pendingLabel="Recording..."
      isDangerous
      onClose={onClose}
    >
      <p>
        <span className="block text-sm text-ink-soft">Above all known payments</span>
        <span className="figures font-semibold">{form.values.surplus}</span>
      </p>
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}
