import { endpoints, type FoundPaymentView } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { useDraft } from '../../lib/use-draft.ts';
import { usePending } from '../../lib/use-pending.ts';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { AddressList } from '../../ui/grouped-address.tsx';
import { Coin } from '../../ui/money.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

const CUSTOMER = 'customer';
const OPERATOR = 'operator';

/** Asks what a payment was: one of the refunds that fit, coins of a customer, or the operator’s own. */
export function ExplainPaymentDialog({ payment, onClose }: { payment: FoundPaymentView; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const draft = useDraft(`found ${payment.id}`, { what: '', email: '', reason: '' });
  const { what, email, reason } = draft.value;
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<typeof draft.value>): void => draft.setValue({ what, email, reason, ...part });

  async function save(): Promise<void> {
    const kind = what === CUSTOMER || what === OPERATOR ? what : 'refund';
    try {
      const answer = await call(endpoints.foundPayments.explain, {
        params: { id: payment.id },
        body: {
          kind,
          refundId: kind === 'refund' ? what : null,
          email: kind === CUSTOMER ? email.trim() : null,
          reason: reason.trim(),
        },
      });
      if (isUnreachable(answer)) return setProblem(answer);
      toast.success(answer.message);
      onClose();
    } catch (failure) {
      setProblem(messageFor(failure, 'We do not know whether this was booked. Press again: it is booked once.'));
    }
    void queryClient.invalidateQueries();
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
        setProblem(null);
        void run(save);
      }}
      onClose={onClose}
    >
      <div className="rounded-card bg-sunk p-4 text-[15px]">
        <p>
          <Coin amount={payment.amount} currency={payment.currency} className="font-semibold" /> on{' '}
          {payment.networkName} to
        </p>
        <AddressList addresses={[payment.address]} />
      </div>
      <DraftNotice draft={draft} />
      <SelectField
        label="What it was"
        hint={
          payment.candidates.length === 0
            ? 'No refund that waits is of this coin, amount and address.'
            : 'A refund that you pick is final then, and is not paid again.'
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
        <TextField
          label="Customer’s e-mail address"
          hint="What their balance lacks, they owe."
          type="email"
          inputMode="email"
          maxLength={254}
          autoComplete="off"
          value={email}
          onChange={(event) => change({ email: event.target.value })}
        />
      )}
      <TextField
        label="How you know that"
        hint="Kept with your decision. Only administrators read this."
        maxLength={300}
        autoComplete="off"
        value={reason}
        onChange={(event) => change({ reason: event.target.value })}
      />
    </FormDialog>
  );
}
