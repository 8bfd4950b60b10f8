import { endpoints, type FoundPaymentView } from '@kobogate/contract';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CoinsWithAddress, CustomerField } from './restored-coins.tsx';

const CUSTOMER = 'customer';
const OPERATOR = 'operator';

/** Asks what a payment was: one of the refunds that fit, coins of a customer, or the operator’s own. */
export function ExplainPaymentDialog({ payment, onClose }: { payment: FoundPaymentView; onClose: () => void }) {
  const { isPending, problem, setProblem, act } = useAct(
    'We do not know whether this was booked. Press again: it is booked once.',
    onClose,
  );
  const draft = useDraft(`found ${payment.id}`, { what: '', email: '', reason: '' });
  const { what, email, reason } = draft.value;
  const change = (part: Partial<typeof draft.value>): void => draft.setValue({ what, email, reason, ...part });

  function save(): void {
    const kind = what === CUSTOMER || what === OPERATOR ? what : 'refund';
    const body = {
      kind,
      refundId: kind === 'refund' ? what : null,
      email: kind === CUSTOMER ? email.trim() : null,
      reason: reason.trim(),
    } as const;
    act(() => call(endpoints.foundPayments.explain, { params: { id: payment.id }, body }));
  }

  return (
    <FormDialog
      title="What was this payment?"
      description="It is booked as you say, and can’t be changed here afterwards."
      cancel="Leave it"
      confirm="Book it"
      isPending={isPending}
      pendingLabel="Booking..."
      problem={problem}
      onSubmit={() => {
        if (what === '') return setProblem('Please pick what it was');
        if (what === CUSTOMER && email.trim() === '') return setProblem('Please give the customer’s e-mail address');
        if (reason.trim() === '') return setProblem('Please say how you know that');
        save();
      }}
      onClose={onClose}
    >
      <CoinsWithAddress coins={payment} joint="to" />
      <DraftNotice draft={draft} />
      <SelectField
        label="What it was"
        hint={
          payment.candidates.length === 0
            ? 'No waiting refund has this coin, amount and address.'
            : 'A refund that you pick becomes final, and is not paid again.'
        }
        placeholder="Please pick"
        value={what}
        options={[
          ...payment.candidates.map(({ refundId, customerEmail }) => ({
            value: refundId,
            label: `The refund of ${customerEmail}`,
          })),
          { value: CUSTOMER, label: 'Coins of a customer: taken from their balance' },
          { value: OPERATOR, label: 'My own: the operator’s coins' },
        ]}
        onChange={(event) => change({ what: event.currentTarget.value })}
      />
      {what === CUSTOMER && (
        <CustomerField
          hint="What their balance lacks, they owe."
          value={email}
          onChange={(typed) => change({ email: typed })}
        />
      )}
      <TextField
        label="How do you know?"
        hint="Kept with your decision. Only administrators read this."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </FormDialog>
  );
}
