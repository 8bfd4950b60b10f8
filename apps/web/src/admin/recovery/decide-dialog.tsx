import { endpoints, type RecoveredTransfer } from '@kobogate/contract';
import { dateText, dateTimeText, nairaOfKobo } from '../../lib/formats.ts';
import { type Choice, ChoiceList } from '../../ui/choice-list.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ReasonField } from '../orders/reason-field.tsx';
import { REASON_NEEDED } from '../orders/reason-needed.ts';
import { FirstSaid } from './first-said.tsx';
import { ANSWER_LOST } from './recovery-words.ts';
import { useDecisionForm } from '../use-decision-form.ts';

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
      label: 'Neither of the two',
      detail: 'It is noted without an order. Say what the bank told you.',
    },
  ];
}

/** Asks what a transfer was, and books that. */
export function DecideDialog({ transfer, onClose }: { transfer: RecoveredTransfer; onClose: () => void }) {
  const { railTitle, madeAt, accountNumber } = transfer;
  const choices = choicesOf(transfer);
  const form = useDecisionForm(endpoints.recovery.decide, {
    draft: `transfer ${transfer.id}`,
    initial: { choice: choices[0]?.value ?? NOTED, reason: '' },
    needed: ({ choice }) => (choice === NOTED ? REASON_NEEDED : {}),
    params: { id: transfer.id },
    body: ({ choice, reason }) => {
      const [kind, id = ''] = choice.split(' ');
      if (kind === 'order') return { as: 'payout' as const, orderId: id };
      return kind === 'user' ? { as: 'owed' as const, userId: id } : { as: 'noted' as const, reason: reason.trim() };
    },
    onDone: onClose,
    failed: ANSWER_LOST,
  });
  const { choice } = form.values;
  return (
    <FormDialog
      form={form}
      returnTo={form.returnTo}
      title={`What was this transfer of ${nairaOfKobo(transfer.amountKobo)}?`}
      description={`${railTitle} made it on ${dateTimeText(madeAt)}${accountNumber === null ? '' : `, to account ${accountNumber}`}. It is booked once, and nothing is sent.`}
      confirm="Book it"
      pendingLabel="Booking..."
      onClose={onClose}
    >
      <FirstSaid transfer={transfer} />
      <ChoiceList legend="What it was" name="verdict" choices={choices} value={choice} onChange={form.set('choice')} />
      {choice === NOTED && <ReasonField form={form} hint="Kept with the transfer. Only the team reads this." />}
    </FormDialog>
  );
}
