import { endpoints, type FoundPaymentView } from '@kobogate/contract';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { CoinsWithAddress, CustomerField, EvidenceField } from './restored-coins.tsx';
import { useDecisionForm } from '../use-decision-form.ts';

const CUSTOMER = 'customer';
const OPERATOR = 'operator';

/** Asks what a payment was: one of the matching refunds, coins of a customer, or the operator’s own. */
export function ExplainPaymentDialog({ payment, onClose }: { payment: FoundPaymentView; onClose: () => void }) {
  const form = useDecisionForm(endpoints.foundPayments.explain, {
    draft: `found ${payment.id}`,
    initial: { what: '', email: '', reason: '' },
    needed: ({ what }) => ({
      what: 'Please pick what it was',
      ...(what === CUSTOMER ? { email: 'Please give the customer’s e-mail address' } : {}),
      reason: 'Please say how you know that',
    }),
    params: { id: payment.id },
    body: ({ what, email, reason }) => {
      const kind = what === CUSTOMER || what === OPERATOR ? what : 'refund';
      return {
        kind,
        refundId: kind === 'refund' ? what : null,
        email: kind === CUSTOMER ? email.trim() : null,
        reason: reason.trim(),
      } as const;
    },
    onDone: onClose,
    failed: 'We do not know whether this was booked. Press again: it is booked only once.',
  });
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title="What was this payment?"
      description="It is booked as you say, and can’t be changed here afterwards."
      cancel="Leave it"
      confirm="Book it"
      pendingLabel="Booking..."
      onClose={onClose}
    >
      <CoinsWithAddress coins={payment} joint="to" />
      <SelectField
        {...form.field('what')}
        label="What it was"
        hint={
          payment.candidates.length === 0
            ? 'No waiting refund has this coin, amount and address.'
            : 'A refund that you pick becomes final, and is not paid again.'
        }
        placeholder="Please pick"
        options={[
          ...payment.candidates.map(({ refundId, customerEmail }) => ({
            value: refundId,
            label: `The refund of ${customerEmail}`,
          })),
          { value: CUSTOMER, label: 'Coins of a customer: taken from their balance' },
          { value: OPERATOR, label: 'My own: the operator’s coins' },
        ]}
      />
      {form.values.what === CUSTOMER && (
        <CustomerField field={form.field('email')} hint="They owe what their balance lacks." />
      )}
      <EvidenceField field={form.field('reason')} />
    </FormDialog>
  );
}
