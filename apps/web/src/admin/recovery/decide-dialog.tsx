import { endpoints, type RecoveredTransfer } from '@kobogate/contract';
import { useState } from 'react';
import { dateText, dateTimeText, nairaOfKobo } from '../../lib/formats.ts';
import { type Choice, ChoiceList } from '../../ui/choice-list.tsx';
import { call } from '../../lib/client.ts';
import { useAct } from '../../lib/use-act.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField, useReason } from '../orders/reason-field.tsx';
import { ANSWER_LOST } from './recovery-words.ts';

const NOTED = 'noted';

/** What a transfer can have been: the payout of an order, naira to a customer, or neither. */
function choicesOf({ orders, customers }: RecoveredTransfer): Choice[] {
  return [
    ...orders
      .filter(({ problem }) => problem === null)
      .map(({ id, accountName, createdAt }) => ({
        value: `order ${id}`,
        label: 'The payout of an order',
        detail: `Of ${dateText(createdAt)}, to ${accountName}. This marks the order as paid.`,
      })),
    ...customers.map(({ userId, name, email }) => ({
      value: `user ${userId}`,
      label: `Owed by ${name}`,
      detail: `${email}. Their orders wait until it is settled.`,
    })),
    {
      value: NOTED,
      label: 'Neither an order’s nor a customer’s',
      detail: 'It is booked as gone. Say what the bank told you.',
    },
  ];
}

/** Asks what a transfer was, and books it as that. */
export function DecideDialog({ transfer, onClose }: { transfer: RecoveredTransfer; onClose: () => void }) {
  const { isPending, problem, act } = useAct(ANSWER_LOST, onClose);
  const { railTitle, madeAt, accountNumber } = transfer;
  const choices = choicesOf(transfer);
  const [choice, setChoice] = useState<string>(choices[0]?.value ?? NOTED);
  const reason = useReason(`transfer ${transfer.id}`);
  const [kind, id = ''] = choice.split(' ');

  function submit(): void {
    if (choice === NOTED && !reason.check()) return;
    const body =
      kind === 'order'
        ? { as: 'payout' as const, orderId: id }
        : kind === 'user'
          ? { as: 'owed' as const, userId: id }
          : { as: 'noted' as const, reason: reason.text };
    act(() => call(endpoints.recovery.decide, { params: { id: transfer.id }, body }));
  }

  return (
    <FormDialog
      title={`What was this transfer of ${nairaOfKobo(transfer.amountKobo)}?`}
      description={`${railTitle} made it on ${dateTimeText(madeAt)}${accountNumber === null ? '' : `, to account ${accountNumber}`}. It is booked once, and nothing is sent.`}
      confirm="Book it"
      pendingLabel="Booking..."
      isPending={isPending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceList legend="What it was" name="verdict" choices={choices} value={choice} onChange={setChoice} />
      {choice === NOTED && (
        <ReasonField reason={reason} hint="Kept with the transfer. Only administrators read this." />
      )}
    </FormDialog>
  );
}
