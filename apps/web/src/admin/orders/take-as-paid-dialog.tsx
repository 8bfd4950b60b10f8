import { type AdminOrder, endpoints, isolated } from '@kobogate/contract';
import { toast } from 'react-hot-toast/headless';
import { FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ReasonField } from './reason-field.tsx';
import { ChangedNotice, DoubtFacts, SeenFacts, useSeenOrder } from './seen-order.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

/** Asks for the bank's reference of a payout that was paid, and what shows it: of each of two people. */
export default function TakeAsPaidDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { seen, isStale, look } = useSeenOrder(order);
  const { id, version, payoutClaim: claim } = seen;
  const form = useDecisionForm(endpoints.adminOrders.takeAsPaid, {
    draft: `taken ${id}`,
    initial: { reference: '', reason: '' },
    needed: {
      reference: 'Please give the bank’s reference.',
      reason: 'Please say what shows that it was paid.',
    },
    instead: isStale ? look : null,
    params: { id },
    body: ({ reference, reason }) => ({ version, reference: reference.trim(), reason: reason.trim() }),
    done: '',
    onDone: ({ message }) => {
      toast(message);
      onClose();
    },
    failed: 'Nothing was booked and nothing was sent. Please try again.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={claim === null ? 'Take this payout as paid?' : 'Confirm that this payout was paid?'}
      description="Two people of the team have to give the same bank reference. Then it is booked as paid, and never sent again. If the bank now says clearly how it ended, that is recorded instead."
      cancel="Leave it as it is"
      confirm={isStale ? 'Show it as it is now' : 'Take as paid'}
      pendingLabel="Asking the bank..."
      isDangerous
      onClose={onClose}
    >
      {isStale && <ChangedNotice seen={seen} row={order} />}
      <SeenFacts order={seen} />
      <DoubtFacts order={seen} />
      {claim !== null && (
        <FactList
          facts={[
            { label: 'Stated by', value: <bdi>{isolated(claim.by)}</bdi> },
            { label: 'When', value: <Moment at={claim.at} /> },
            { label: 'Reference', value: <code className="font-mono text-sm wrap-anywhere">{claim.reference}</code> },
            { label: 'What shows it', value: <span className="wrap-anywhere">{claim.evidence}</span> },
          ]}
        />
      )}
      <TextField
        {...form.field('reference')}
        label="The bank’s reference"
        hint="As you read it at the bank, such as the session of the transfer."
        maxLength={60}
        autoComplete="off"
        required
      />
      <ReasonField
        form={form}
        label="What shows that it was paid?"
        hint="For the record, such as a letter or a statement of the bank. The customer does not read this."
      />
    </FormDialog>
  );
}
