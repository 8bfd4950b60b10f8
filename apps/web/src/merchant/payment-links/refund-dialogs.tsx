import { endpoints, type MerchantPayment, type PaymentRefund } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useCall } from '../../lib/queries.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';
import { Coin } from '../../ui/money.tsx';
import { PASSWORD_MISSING } from '../../account/refunds/refund-words.ts';
import { ProofFields } from '../../sign-in/two-factor/proof-fields.tsx';
import { NO_PROOF } from '../../sign-in/two-factor/proof-rules.ts';
import { ACTION_FAILED } from './link-words.ts';

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
  const form = useContractForm(endpoints.refundOffers.offer, {
    params: { id },
    initial: {},
    body: () => ({ asset }),
    done: 'The coins are offered back',
    onDone: onClose,
    failed: ACTION_FAILED,
  });
  return (
    <FormDialog form={form} title="Offer coins back" confirm="Offer back" pendingLabel="Offering..." onClose={onClose}>
      <Lines>
        <p>
          The payer is offered <Coin amount={amount} currency={currency} className="font-semibold" /> on {networkName}.
          The network takes <Coin amount={fee} currency={currency} /> of it, so that{' '}
          <Coin amount={net} currency={currency} className="font-semibold" /> reaches them.
        </p>
        <p>They say on the page of the payment where it goes; you confirm the address before anything leaves.</p>
        {isClosing && <p>This ends the payment: it is declined, and no naira is paid for it.</p>}
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
  const form = useContractForm(endpoints.refundOffers.confirm, {
    params: { id, offer },
    initial: NO_PROOF,
    needed: { password: PASSWORD_MISSING },
    body: (_, proof) => proof,
    twoFactor,
    done: 'Confirmed. The operator reviews it.',
    onDone: onClose,
    failed: ACTION_FAILED,
  });
  return (
    <FormDialog
      form={form}
      title="Confirm address"
      confirm="Send it there"
      pendingLabel="Confirming..."
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
      <ProofFields form={form} twoFactor={twoFactor} hint="Coins leave your account, so we make sure that it is you." />
    </FormDialog>
  );
}

/** Withdraws an offer before it is confirmed. */
export function WithdrawRefund({
  payment: { id },
  refund: { id: offer, amount, currency },
  onClose,
}: {
  payment: MerchantPayment;
  refund: PaymentRefund;
  onClose: () => void;
}) {
  const form = useContractForm(endpoints.refundOffers.withdraw, {
    params: { id, offer },
    initial: {},
    done: 'The offer is withdrawn',
    onDone: onClose,
    failed: ACTION_FAILED,
  });
  return (
    <FormDialog
      form={form}
      title="Withdraw the offer"
      confirm="Withdraw"
      cancel="Keep it"
      pendingLabel="Withdrawing..."
      onClose={onClose}
    >
      <Lines>
        <p>
          <Coin amount={amount} currency={currency} className="font-semibold" /> stays in your balance, and the address
          from the payer is dropped. You can offer it again.
        </p>
      </Lines>
    </FormDialog>
  );
}

const Lines = ({ children }: { children: ReactNode }) => <div className="grid gap-3">{children}</div>;
