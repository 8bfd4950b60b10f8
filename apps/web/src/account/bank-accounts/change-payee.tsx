import { endpoints, type Order, type PayeeChoice } from '@kobogate/contract';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Account } from '../../ui/account.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

const NOT_CHANGED = 'Nothing was changed. The naira is safe with us; please try again.';

/** Asks whether the naira of an order goes to the present payout account from now on. */
export default function ChangePayee({
  id,
  payee,
  present,
  onClose,
}: {
  id: Order['id'];
  payee: PayeeChoice['payee'];
  present: PayeeChoice['payee'];
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.payees.change, {
    params: { id },
    initial: {},
    body: () => ({ accountNumber: present.accountNumber, bankName: present.bankName }),
    onDone: onClose,
    failed: NOT_CHANGED,
  });
  return (
    <FormDialog
      form={form}
      title="Send this naira to another account?"
      description="A person of our team reviews the account first. You get a mail about this."
      cancel="Leave it as it is"
      confirm="Send it there"
      onClose={onClose}
    >
      <FactList
        facts={[
          { label: 'Goes to', value: <Account of={present} /> },
          { label: 'Instead of', value: <Account of={payee} /> },
        ]}
      />
    </FormDialog>
  );
}
