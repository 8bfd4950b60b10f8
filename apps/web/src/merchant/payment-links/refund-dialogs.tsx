import { endpoints, type MerchantPayment, type PaymentRefund } from '@kobogate/contract';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';
import { Coin } from '../../ui/money.tsx';
import { ChangeProof } from '../../account/bank-accounts/change-proof.tsx';
import { completeProof } from '../../sign-in/two-factor/complete-proof.ts';
import { usePaymentAction } from './use-payment-action.ts';

const PASSWORD_MISSING = 'Please enter your password: it keeps anybody else from sending your coins away.';

/** Offers coins of a payment back to its payer. */
export function OfferRefund({
  payment: { id },
  coins: { asset, amount, net, fee, currency, networkName, isClosing },
  onClose,
}: {
  payment: MerchantPayment;
  coins: MerchantPayment['refundable'][number];
  onClose: () => void;
}) {
  const { shown, act } = usePaymentAction('The coins are offered back', onClose);
  return (
    <FormDialog
      title="Offer coins back"
      confirm="Offer back"
      pendingLabel="Offering..."
      {...shown}
      onSubmit={() => void act(() => call(endpoints.refundOffers.offer, { params: { id }, body: { asset } }))}
      onClose={onClose}
    >
      <Lines>
        <p>
          The payer is offered <Coin amount={amount} currency={currency} className="font-semibold" /> on {networkName}.
          The network takes <Coin amount={fee} currency={currency} /> of it, so that{' '}
          <Coin amount={net} currency={currency} className="font-semibold" /> reaches them.
        </p>
        <p>They say on the page of the payment where it goes; you confirm the address before anything leaves.</p>
        {isClosing && <p>The payment ends with that: it is declined, and no naira comes of it.</p>}
      </Lines>
    </FormDialog>
  );
}

/** Confirms the address that the payer gave, with the merchant's proof. */
export function ConfirmRefund({
  payment: { id },
  refund: { id: offer, net, currency, networkName, address },
  onClose,
}: {
  payment: MerchantPayment;
  refund: PaymentRefund;
  onClose: () => void;
}) {
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  const [form, setForm] = useState({ password: '', code: '' });
  const { shown, setProblem, act } = usePaymentAction('Confirmed. The operator looks at it.', onClose);

  function submit(): void {
    if (form.password === '') return setProblem(PASSWORD_MISSING);
    void act(async () => {
      const body = { ...form, ...(await completeProof(form.code, twoFactor)) };
      return call(endpoints.refundOffers.confirm, { params: { id, offer }, body });
    });
  }

  return (
    <FormDialog
      title="Confirm address"
      confirm="Send it there"
      pendingLabel="Confirming..."
      {...shown}
      onSubmit={submit}
      onClose={onClose}
    >
      <Lines>
        <p>
          <Coin amount={net} currency={currency} className="font-semibold" /> goes to this address on {networkName}.
          Anyone who knows the page of the payment could have given it, so check it with your payer: coins sent to a
          wrong address can’t be brought back.
        </p>
        <p className="rounded-card bg-sunk p-4">
          <GroupedAddress address={address ?? ''} className="text-base" />
        </p>
      </Lines>
      <ChangeProof
        value={form}
        twoFactor={twoFactor}
        hint="Coins leave your account, so we make sure that it is you."
        onChange={(change) => {
          setForm({ ...form, ...change });
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}

/** Takes an offer back before it is confirmed. */
export function WithdrawRefund({
  payment: { id },
  refund: { id: offer, amount, currency },
  onClose,
}: {
  payment: MerchantPayment;
  refund: PaymentRefund;
  onClose: () => void;
}) {
  const { shown, act } = usePaymentAction('The offer is withdrawn', onClose);
  return (
    <FormDialog
      title="Withdraw the offer"
      confirm="Withdraw"
      cancel="Keep it"
      pendingLabel="Withdrawing..."
      {...shown}
      onSubmit={() => void act(() => call(endpoints.refundOffers.withdraw, { params: { id, offer } }))}
      onClose={onClose}
    >
      <Lines>
        <p>
          <Coin amount={amount} currency={currency} className="font-semibold" /> stays in your balance, and the address
          that was given is forgotten. You can offer it again.
        </p>
      </Lines>
    </FormDialog>
  );
}

const Lines = ({ children }: { children: ReactNode }) => <div className="grid gap-3">{children}</div>;
