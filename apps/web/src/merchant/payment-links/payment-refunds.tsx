import type { MerchantPayment, PaymentRefund } from '@kobogate/contract';
import { useState } from 'react';
import { coinText } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';
import { Coin } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { payAddress } from './link-words.ts';
import { ConfirmRefund, OfferRefund, WithdrawRefund } from './refund-dialogs.tsx';
import { PAYMENT_REFUND_WORDS, refundSentence } from './refund-offer-words.ts';

type Refundable = MerchantPayment['refundable'][number];

/** Coins of a payment that were not converted: what can be offered back, and the state of each offer. */
export function PaymentRefunds({ payment }: { payment: MerchantPayment }) {
  const { refundable, refunds } = payment;
  if (refundable.length === 0 && refunds.length === 0) return null;
  return (
    <Card aria-label="Give coins back" className="mb-4">
      <CardHeading
        title="Give coins back"
        detail="The payer gives an address, and you confirm it. We never send to the sender’s address: it may be an exchange."
      />
      <ul className="grid divide-y divide-hairline">
        {refundable.map((coins) => (
          <Offerable key={coins.asset} payment={payment} coins={coins} />
        ))}
        {refunds.map((refund) => (
          <Offered key={refund.id} payment={payment} refund={refund} />
        ))}
      </ul>
    </Card>
  );
}

const ROW = 'flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0';

function Offerable({ payment, coins }: { payment: MerchantPayment; coins: Refundable }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={ROW}>
      <div className="min-w-0">
        <p className="font-medium">
          <Coin amount={coins.amount} currency={coins.currency} /> on {coins.networkName}
        </p>
        <p className="text-sm text-ink-soft">
          {coins.isClosing
            ? 'Kept for this payment, which ends if you give it back.'
            : 'Yours: not counted for this payment.'}
        </p>
      </div>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Offer back
        <span className="sr-only">: {coinText(coins.amount, coins.currency)}</span>
      </Button>
      {isOpen && <OfferRefund payment={payment} coins={coins} onClose={() => setIsOpen(false)} />}
    </li>
  );
}

function Offered({ payment, refund }: { payment: MerchantPayment; refund: PaymentRefund }) {
  const [asked, setAsked] = useState<'confirm' | 'withdraw' | null>(null);
  const { state, amount, currency, networkName, address } = refund;
  const isOpen = state === 'offered' || state === 'answered';
  return (
    <li className={ROW}>
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 font-medium">
          <span>
            <Coin amount={amount} currency={currency} /> on {networkName}
          </span>
          <Status tone={PAYMENT_REFUND_WORDS[state].tone}>{PAYMENT_REFUND_WORDS[state].text}</Status>
        </p>
        <p className="mt-1.5 text-sm text-ink-soft">{refundSentence(refund)}</p>
        {address !== null && (
          <p className="mt-1.5">
            <GroupedAddress address={address} />
          </p>
        )}
      </div>
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {state === 'answered' && <Button onClick={() => setAsked('confirm')}>Confirm address</Button>}
          {state === 'offered' && (
            <CopyButton
              label="Copy the payer’s page"
              text={`${payAddress(location.origin, payment.linkId)}/payments/${payment.id}`}
            />
          )}
          <Button variant="quiet" onClick={() => setAsked('withdraw')}>
            Withdraw
            <span className="sr-only">: {coinText(amount, currency)}</span>
          </Button>
        </div>
      )}
      {asked === 'confirm' && <ConfirmRefund payment={payment} refund={refund} onClose={() => setAsked(null)} />}
      {asked === 'withdraw' && <WithdrawRefund payment={payment} refund={refund} onClose={() => setAsked(null)} />}
    </li>
  );
}
