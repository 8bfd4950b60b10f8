import { isolated, type Payment, type PaymentPageView } from '@kobogate/contract';
import { buttonStyle } from '../ui/button-style.ts';
import { takesCoins } from './describe-status.ts';
import { NoticeBox } from './notice-box.tsx';
import { paymentAddress } from './page-address.ts';
import { Part } from './page-frame.tsx';
import { receiptFacts } from './receipt-facts.ts';
import type { Texts } from './texts/texts.ts';

/** The payment's figures; once it is paid, the merchant's message and ways to save the receipt. */
export function ReceiptCard({
  view,
  payment,
  isMailed,
  typed,
  texts,
}: {
  view: PaymentPageView;
  payment: Payment;
  isMailed: boolean;
  /** The address in a form that was refused. */
  typed: string | undefined;
  texts: Texts;
}) {
  const { receipt } = texts;
  const isPaid = payment.state === 'paid';
  return (
    <Part name="receipt" className={takesCoins(payment) ? 'card' : 'card beside'}>
      <h2 className="text-lg font-bold">{isPaid ? receipt.title : receipt.details}</h2>
      <dl className="grid gap-2 text-[15px]">
        {receiptFacts(payment, texts).map(([name, value]) => (
          <div key={`${name} ${value}`} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures ml-auto text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {isPaid && <AfterPayment payment={payment} texts={texts} />}
      <p className="text-sm text-ink-soft print:hidden">{receipt.keep}</p>
      {isPaid && <KeepReceipt view={view} payment={payment} isMailed={isMailed} typed={typed} texts={texts} />}
    </Part>
  );
}

function AfterPayment({
  payment: { name, successMessage, redirectUrl },
  texts: { receipt },
}: {
  payment: Payment;
  texts: Texts;
}) {
  const next = redirectUrl === null ? null : siteOf(redirectUrl);
  return (
    <>
      {successMessage !== null && successMessage !== '' && (
        <div className="rounded-card bg-primary-soft p-4 text-[15px] text-primary-text">
          <p className="text-sm font-semibold">{receipt.says(isolated(name))}</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{successMessage}</p>
        </div>
      )}
      {next !== null && (
        <a
          href={next.href}
          target="_top"
          rel="noreferrer"
          className={`print:hidden ${buttonStyle('primary', 'large')}`}
        >
          {receipt.goOn(next.host)}
        </a>
      )}
    </>
  );
}

function KeepReceipt({
  view,
  payment,
  isMailed,
  typed,
  texts,
}: {
  view: PaymentPageView;
  payment: Payment;
  isMailed: boolean;
  /** The address in a form that was refused. */
  typed: string | undefined;
  texts: Texts;
}) {
  const { receipt } = texts;
  return (
    <div className="grid gap-5 print:hidden">
      <div className="flex flex-wrap gap-3">
        <a
          href={paymentAddress(view, payment.id, 'receipt.pdf')}
          download
          className={`grow ${buttonStyle('secondary')}`}
        >
          {receipt.pdf}
        </a>
        <button type="button" data-print="" className={`scripted grow ${buttonStyle('secondary')}`}>
          {receipt.print}
        </button>
      </div>
      {isMailed && <NoticeBox tone="success">{receipt.mailed}</NoticeBox>}
      <form method="post" action={paymentAddress(view, payment.id, 'receipt')} noValidate className="grid gap-2">
        <label htmlFor="email" className="text-[15px] font-semibold">
          {receipt.email}
        </label>
        <input
          id="email"
          name="email"
          type="email"
          defaultValue={typed}
          autoComplete="email"
          maxLength={254}
          className="field"
        />
        <button type="submit" id="mail" className={buttonStyle('secondary')}>
          {receipt.mail}
        </button>
      </form>
    </div>
  );
}

/** The address that the payer can go to after the payment; null for one that is not on the web. */
function siteOf(address: string): { href: string; host: string } | null {
  if (!URL.canParse(address)) return null;
  const { href, host, protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? { href, host } : null;
}
