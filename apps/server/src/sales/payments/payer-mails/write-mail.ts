import { isolated, networkNameOf, type PayerLanguage, rateText } from '@kobogate/contract';
import { formatNaira, formatRate } from '@kobogate/money';
import { layOutMail } from '../../../platform/mail-layout.ts';
import { describeCoins } from '../../orders/describe-order.ts';
import type { PaymentRecord } from '../db.ts';
import { excessOf, pageOf } from '../payment.ts';
import { ENGLISH } from './en.ts';
import { HAUSA } from './ha.ts';
import { IGBO } from './ig.ts';
import { PIDGIN } from './pcm.ts';
import type { PayerMailTexts } from './texts.ts';
import { YORUBA } from './yo.ts';

/** The texts of mails to payers, by the tag of their language. */
export const MAIL_TEXTS: Readonly<Record<PayerLanguage, PayerMailTexts>> = {
  en: ENGLISH,
  pcm: PIDGIN,
  ha: HAUSA,
  yo: YORUBA,
  ig: IGBO,
};

/** A mail for `mail.send`, without its recipient. */
export interface PayerMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Coins of a payment that are refunded, in smallest units; `fee` is the network's fee, deducted from them. */
export interface ReturnedCoins {
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

interface Sent {
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
  /** Within how many hours something held is decided about. */
  readonly reviewHours: number;
}

/** The receipt of a paid payment, in its payer's language, with the transactions that paid it. Pure. */
export function receiptMail(
  payment: PaymentRecord,
  transactions: readonly string[],
  { publicOrigin, reviewHours }: Sent,
): PayerMail {
  const { order, facts } = payment;
  const texts = textsOf(payment);
  const excess = excessOf(order);
  return write(payment, publicOrigin, {
    title: `${texts.receipt}: ${isolated(facts.name)}`,
    paragraphs: [
      texts.paid(describeCoins(order.amount, order.asset), networkNameOf(order), isolated(facts.purpose)),
      texts.counted(formatNaira(order.nairaKobo), rateText(formatRate(order.rate)), order.currency),
      ...(excess === 0n ? [] : [texts.overpaid(describeCoins(excess, order.asset))]),
      ...(order.status === 'pending' ? [heldText(payment, reviewHours)] : []),
      ...transactions.map((transaction) => `${texts.transaction}: ${transaction}`),
      `${texts.number}: ${order.id}`,
    ],
    label: texts.look,
  });
}

/** Tells a payer about a refund offer, and where to give the address. Pure. */
export function offerMail(
  payment: PaymentRecord,
  { asset, amount, fee }: ReturnedCoins,
  publicOrigin: string,
): PayerMail {
  const name = isolated(payment.facts.name);
  const texts = textsOf(payment);
  const net = describeCoins(amount - fee, asset);
  return write(payment, publicOrigin, {
    title: texts.offered(name),
    paragraphs: [texts.offer(name, describeCoins(amount, asset), net), texts.sayWhere],
    label: texts.giveAddress,
  });
}

/** The states of a refund that its payer is mailed about. */
export type MailedState = 'declined' | 'sent' | 'final';

/** Tells a payer that the refund of their coins to `address` was sent, is final or was declined. Pure. */
export function refundMail(
  payment: PaymentRecord,
  { asset, amount, fee, address }: ReturnedCoins & { readonly address: string },
  { state, publicOrigin }: { readonly state: MailedState; readonly publicOrigin: string },
): PayerMail {
  const texts = textsOf(payment);
  const net = describeCoins(amount - fee, asset);
  const said = {
    declined: { title: texts.notSent(net), paragraphs: [texts.declined(describeCoins(amount, asset))] },
    sent: { title: texts.sent(net), paragraphs: [texts.sentTo(address)] },
    final: { title: texts.arrived(net), paragraphs: [texts.final(address)] },
  };
  return write(payment, publicOrigin, { ...said[state], label: texts.look });
}

/** Tells a payer that a person reviews what they paid, which takes `reviewHours` at most as a rule. Pure. */
export function heldMail(payment: PaymentRecord, { publicOrigin, reviewHours }: Sent): PayerMail {
  const texts = textsOf(payment);
  return write(payment, publicOrigin, {
    title: `${texts.held}: ${isolated(payment.facts.name)}`,
    paragraphs: [heldText(payment, reviewHours)],
    label: texts.look,
  });
}

function heldText(payment: PaymentRecord, reviewHours: number): string {
  const texts = textsOf(payment);
  return texts.heldText(formatNaira(payment.order.nairaKobo), texts.hours(String(reviewHours)));
}

const textsOf = ({ facts }: PaymentRecord): PayerMailTexts => MAIL_TEXTS[facts.payerLanguage];

/** The button leads to the payment's page, in the same language. */
function write(
  { order, facts: { payerLanguage } }: PaymentRecord,
  publicOrigin: string,
  { title, paragraphs, label }: { title: string; paragraphs: readonly string[]; label: string },
): PayerMail {
  const page = pageOf(publicOrigin, order);
  const link = { label, url: payerLanguage === 'en' ? page : `${page}?lang=${payerLanguage}` };
  const { reason } = MAIL_TEXTS[payerLanguage];
  return { subject: title, ...layOutMail({ title, paragraphs, link, reason, language: `${payerLanguage}-NG` }) };
}
