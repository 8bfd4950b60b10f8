import { LINK_PAYOUT_SECONDS, nairaOfKobo, type Payment, type PaymentLink } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { Part } from './page-frame.tsx';
import { durationText } from './payer-formats.ts';
import type { Texts } from './texts/texts.ts';

const MONEY: ReadonlySet<string> = new Set(['NGN', 'USD']);

/** The fee and who pays it, and how soon the recipient has naira; with the payment's own figures once there is one. */
export function PayTerms({
  link,
  payment = null,
  texts,
}: {
  link: PaymentLink | null;
  payment?: Payment | null;
  texts: Texts;
}) {
  const { terms } = texts;
  return (
    <Part name="terms" className="grid gap-4 px-5 text-sm text-ink-soft print:hidden">
      <Term title={terms.feeTitle}>
        {feeSentence(link, texts)}{' '}
        {payment === null
          ? terms.feeShown
          : terms.feeFigures(nairaOfKobo(payment.feeKobo), nairaOfKobo(payment.vatKobo))}{' '}
        {terms.networkFee}
      </Term>
      <Term title={terms.promiseTitle(LINK_PAYOUT_SECONDS)}>
        {terms.promise(LINK_PAYOUT_SECONDS)} {measuredSentence(link, texts)}
      </Term>
    </Part>
  );
}

/** How long this link's own payments took; nothing where the link can't be read any more. */
function measuredSentence(link: PaymentLink | null, texts: Texts): string {
  const { terms } = texts;
  if (link === null) return '';
  const { medianPayoutSeconds: median } = link;
  return median === null ? terms.notMeasured : terms.measured(durationText(Math.max(median, 1), texts));
}

// A price in money is what the recipient gets, so the fee in the rate is on top; a price in coins is what the payer
// gives.
function feeSentence(link: PaymentLink | null, { terms }: Texts): string {
  if (link === null) return terms.feeInRate;
  return MONEY.has(link.amountCurrency) ? terms.feeByPayer : terms.feeByRecipient;
}

function Term({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="font-semibold text-ink">{title}</h2>
      <p className="mt-0.5 leading-relaxed">{children}</p>
    </div>
  );
}
