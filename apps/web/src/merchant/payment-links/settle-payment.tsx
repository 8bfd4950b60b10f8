import { endpoints, type MerchantPayment } from '@kobogate/contract';
import { useState } from 'react';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Coin } from '../../ui/money.tsx';
import { ACTION_FAILED } from './link-words.ts';

/** Accepts what has arrived for a payment that stays short, once its merchant has confirmed that. */
export function SettlePayment({ payment }: { payment: MerchantPayment }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Accept the amount received
      </Button>
      {isAsking && <SettleDialog payment={payment} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function SettleDialog({
  payment: { id, received, currency },
  onClose,
}: {
  payment: MerchantPayment;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.payments.settle, {
    params: { id },
    initial: {},
    done: 'The amount received is accepted',
    onDone: onClose,
    failed: ACTION_FAILED,
  });
  return (
    <FormDialog
      form={form}
      title="Accept the amount received"
      confirm="Take it"
      cancel="Wait for the rest"
      pendingLabel="Taking..."
      onClose={onClose}
    >
      <p>
        The payment ends with <Coin amount={received} currency={currency} />, at the current rate, and the naira goes to
        your bank account. Less than the smallest payout goes to your balance.
      </p>
    </FormDialog>
  );
}
