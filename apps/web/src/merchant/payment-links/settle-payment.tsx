import { endpoints, type MerchantPayment } from '@kobogate/contract';
import { useState } from 'react';
import { call } from '../../lib/client.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Coin } from '../../ui/money.tsx';
import { usePaymentAction } from './use-payment-action.ts';

/** Takes what has arrived for a payment that stays short, once its merchant has confirmed it. */
export function SettlePayment({ payment }: { payment: MerchantPayment }) {
  const { id, received, currency } = payment;
  const [isAsking, setIsAsking] = useState(false);
  const { shown, act } = usePaymentAction('What arrived is taken', () => setIsAsking(false));

  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Accept the amount received
      </Button>
      {isAsking && (
        <FormDialog
          title="Accept the amount received"
          confirm="Take it"
          cancel="Wait for the rest"
          pendingLabel="Taking..."
          {...shown}
          onSubmit={() => void act(() => call(endpoints.payments.settle, { params: { id } }))}
          onClose={() => setIsAsking(false)}
        >
          <p>
            The payment ends with <Coin amount={received} currency={currency} />, at the rate of this moment, and the
            naira goes to your bank account. Less than the smallest payout goes to your balance.
          </p>
        </FormDialog>
      )}
    </>
  );
}
