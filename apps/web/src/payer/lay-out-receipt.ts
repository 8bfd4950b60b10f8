import {
  coinText,
  type Payment,
  type PayerLanguage,
  PRODUCT_NAME,
  type ReceiptLayout,
  type ReceiptRow,
} from '@kobogate/contract';
import { describeStatus } from './describe-status.ts';
import { describeSteps } from './describe-steps.ts';
import { momentText } from './payer-formats.ts';
import { receiptFacts } from './receipt-facts.ts';
import { TEXTS_OF } from './texts/all.ts';
import type { Texts } from './texts/texts.ts';

type Deposit = Payment['deposits'][number];

/**
 * A payment's receipt in its payer's language, line by line: its figures, the transfers that paid it, and its events
 * with their times. Of the recipient it names what the page names, and no account. Pure.
 */
export function layOutReceipt(payment: Payment, language: PayerLanguage): ReceiptLayout {
  const texts = TEXTS_OF[language];
  const { progress, receipt, sending } = texts;
  const done = describeSteps(payment).filter(({ state }) => state === 'done');
  return {
    language: `${language}-NG`,
    title: receipt.title,
    company: PRODUCT_NAME,
    customer: payment.name,
    amount: coinText(payment.received, payment.currency),
    notice: [payment.purpose, ...describeStatus(payment, texts).help].join('\n'),
    sections: [
      {
        title: receipt.details,
        rows: [
          ...receiptFacts(payment, texts).map(([label, value]) => ({ label, value })),
          { label: sending.addressOn(payment.networkName), value: payment.address },
        ],
      },
      {
        title: progress.transfers,
        rows: payment.deposits.filter(({ state }) => state === 'confirmed').map((deposit) => rowOf(deposit, texts)),
      },
      {
        title: progress.title,
        rows: done.map(({ step, at }) => ({
          label: at === null ? progress.done : momentText(at, texts),
          value: progress[step],
        })),
      },
    ].filter(({ rows }) => rows.length > 0),
    foot: receipt.keep,
  };
}

function rowOf({ amount, currency, networkName, transaction, explorerUrl }: Deposit, { progress }: Texts): ReceiptRow {
  const row = { label: progress.on(coinText(amount, currency), networkName), value: transaction };
  return explorerUrl?.startsWith('https://') === true ? { ...row, link: explorerUrl } : row;
}
