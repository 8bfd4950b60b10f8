import { coinText, nairaOfKobo, type Payment, rateText } from '@kobogate/contract';
import { momentText } from './payer-formats.ts';
import type { Texts } from './texts/texts.ts';

/** A payment's figures for its payer, each with its name, in the order in which they are shown and printed. Pure. */
export function receiptFacts(payment: Payment, texts: Texts): readonly (readonly [string, string])[] {
  const { choosing, receipt } = texts;
  const coins = (amount: string): string => coinText(amount, payment.currency);
  return [
    // Where another payment has used the link, this one is not to be paid.
    ...(payment.isLinkUsed ? [] : ([[receipt.you, coins(payment.amount)]] as const)),
    ...(/[1-9]/.test(payment.received) ? ([[receipt.received, coins(payment.received)]] as const) : []),
    [choosing.network, payment.networkName],
    ...payment.customValues.map(({ label, value }) => [label, value] as const),
    ...(payment.isLinkUsed ? [] : ([[receipt.rate, `1 ${payment.currency} = ${rateText(payment.rate)}`]] as const)),
    ...(payment.state === 'declined' || payment.isLinkUsed ? [] : nairaFacts(payment, texts)),
    [receipt.opened, momentText(payment.createdAt, texts)],
    [receipt.number, payment.id],
  ];
}

/** A declined payment, and one whose link another has used, has no naira. */
const nairaFacts = ({ nairaKobo, feeKobo, vatKobo }: Payment, { receipt }: Texts) =>
  [
    [receipt.recipient, nairaOfKobo(nairaKobo)],
    [receipt.fee, nairaOfKobo(feeKobo)],
    [receipt.vat, nairaOfKobo(vatKobo)],
  ] as const;
