import { layOutMail } from '../../platform/mail-layout.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { PaymentRecord } from '../payments/db.ts';

type Spoken = PaymentRecord & { readonly asset: string; readonly amount: bigint; readonly fee: bigint };

const REASON = 'You get this mail because somebody entered your address on the page of this payment.';

/** Where the payer sees the payment. */
const pageOf = ({ order }: PaymentRecord, publicOrigin: string): string =>
  `${publicOrigin}/custom-payment/${order.paymentLinkId}/payments/${order.id}`;

/** Tells a payer that coins are offered back, and where to say the address. */
export function offerMail(payment: Spoken, publicOrigin: string) {
  const { facts, asset, amount, fee } = payment;
  const subject = `${facts.name} offers coins back to you`;
  const mail = layOutMail({
    title: subject,
    paragraphs: [
      `${facts.name} offers ${describeCoins(amount, asset)} of your payment back. ${describeCoins(amount - fee, asset)} will reach you; the network takes the rest.`,
      'Please say on the page of your payment where it should go. Give an address of your own on that network. We never ask for a password or the words of a wallet.',
    ],
    link: { label: 'Say where it goes', url: pageOf(payment, publicOrigin) },
    reason: REASON,
  });
  return { subject, ...mail };
}

/** Tells a payer that their coins were sent. */
export function sentMail(payment: Spoken & { readonly address: string }, publicOrigin: string) {
  const { asset, amount, fee, address } = payment;
  const subject = `${describeCoins(amount - fee, asset)} is on its way back to you`;
  const mail = layOutMail({
    title: subject,
    paragraphs: [`It was sent to ${address}. The page of your payment shows when it is final.`],
    link: { label: 'See the payment', url: pageOf(payment, publicOrigin) },
    reason: REASON,
  });
  return { subject, ...mail };
}
