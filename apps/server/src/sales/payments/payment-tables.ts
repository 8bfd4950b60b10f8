import type { MerchantPayment, PaymentState, PayoutState } from '@kobogate/contract';
import { formatKobo, toKobo } from '@kobogate/money';
import type { Cell } from '../../platform/files/csv.ts';
import { lagosTime } from '../../platform/files/report-range.ts';

const naira = (kobo: string): Cell => ({ decimal: formatKobo(toKobo(kobo)) });

const STATE_WORDS: Readonly<Record<PaymentState, string>> = {
  waiting: 'Waiting for coins',
  seen: 'Coins on their way',
  confirming: 'Being confirmed',
  underpaid: 'Part is missing',
  paid: 'Paid',
  expired: 'Not paid',
  declined: 'Declined',
};

const PAYOUT_WORDS: Readonly<Record<PayoutState, string>> = {
  none: 'Not due yet',
  queued: 'About to leave',
  sent: 'On its way',
  unknown: 'The bank has not answered yet',
  paid: 'In your bank account',
  failed: 'Not accepted; it is safe and will be sent again',
  reversed: 'Sent back; it is safe',
};

/** The heading of a file of payments. */
export const PAYMENT_HEADINGS: readonly Cell[] = [
  'Opened (Africa/Lagos)',
  'Link',
  'Purpose',
  'State',
  'Coin',
  'Network',
  'Coins asked for',
  'Coins received',
  'Coins beyond it',
  'Rate (NGN for one coin)',
  'Naira (NGN)',
  'Fee, part of the rate (NGN)',
  'VAT on the fee (NGN)',
  'Payout',
  'Paid to your bank (NGN)',
  'Reference',
  'Metadata (JSON)',
  'Custom fields (JSON)',
  'E-mail of the payer',
  'Transactions',
  'Coins on another network, or other coins',
  'Payment',
];

/** Dropped and reversed deposits are left out. */
const COUNTED: ReadonlySet<string> = new Set(['seen', 'confirming', 'confirmed']);

/** By the link's keys, for programs. */
const valuesText = ({ customValues }: MerchantPayment): string =>
  customValues.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(customValues.map(({ key, value }) => [key, value])));

/** A payment as a row of a file. What reached the bank has its own column, so that it can be summed. Pure. */
export function paymentRow(payment: MerchantPayment): Cell[] {
  const { state, payout, nairaKobo, deposits } = payment;
  const arrived = deposits.filter((deposit) => COUNTED.has(deposit.state));
  const list = (isElsewhere: boolean) => arrived.filter((deposit) => deposit.isElsewhere === isElsewhere);
  return [
    lagosTime(payment.createdAt),
    payment.linkName,
    payment.purpose,
    STATE_WORDS[state],
    payment.currency,
    payment.networkName,
    { decimal: payment.amount },
    { decimal: payment.received },
    { decimal: payment.excess },
    { decimal: payment.rate },
    naira(nairaKobo),
    naira(payment.feeKobo),
    naira(payment.vatKobo),
    state === 'paid' ? PAYOUT_WORDS[payout] : '',
    payout === 'paid' ? naira(nairaKobo) : '',
    payment.reference ?? '',
    Object.keys(payment.metadata).length === 0 ? '' : JSON.stringify(payment.metadata),
    valuesText(payment),
    payment.payerEmail ?? '',
    list(false)
      .map(({ transaction }) => transaction)
      .join(' '),
    list(true)
      .map(({ amount, currency, networkName, transaction }) => `${amount} ${currency} on ${networkName} ${transaction}`)
      .join('; '),
    payment.id,
  ];
}
