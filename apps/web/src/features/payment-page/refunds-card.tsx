import { coinText, type PayerTyped, type Payment, type PaymentPageView, type PaymentRefund } from '@kobogate/contract';
import { groupedAddress } from '../../lib/formats.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { paymentAddress } from './page-address.ts';
import { Part } from './page-frame.tsx';
import type { Texts } from './texts/texts.ts';

/** Coins that the recipient offers back: the payer says where they go, and sees what becomes of them. */
export function RefundsCard({
  view,
  payment,
  typed,
  texts,
}: {
  view: PaymentPageView;
  payment: Payment;
  typed: PayerTyped | undefined;
  texts: Texts;
}) {
  return (
    <Part name="refunds">
      <h2 className="text-lg font-bold">{texts.refund.title}</h2>
      {payment.refunds.map((refund) => (
        <div
          key={refund.id}
          className="grid gap-3 not-first-of-type:border-t not-first-of-type:border-hairline not-first-of-type:pt-4"
        >
          <p className="text-[15px] wrap-anywhere">{sentence(refund, texts)}</p>
          {refund.state === 'offered' && (
            <AddressForm
              view={view}
              payment={payment}
              refund={refund}
              typed={typed?.offer === refund.id ? typed.address : ''}
              texts={texts}
            />
          )}
          {refund.address !== null && (
            <p className="text-sm text-ink-soft">
              {texts.refund.to} ({refund.networkName}):{' '}
              <span className="font-mono text-ink wrap-anywhere">{groupedAddress(refund.address)}</span>
            </p>
          )}
          {refund.explorerUrl?.startsWith('https://') && (
            <a
              href={refund.explorerUrl}
              target="_blank"
              rel="noreferrer"
              className="tap text-sm text-primary-text underline"
            >
              {texts.progress.look}
              <span className="sr-only"> ({texts.frame.newTab})</span>
            </a>
          )}
        </div>
      ))}
    </Part>
  );
}

function AddressForm({
  view,
  payment,
  refund: { id, networkName },
  typed,
  texts: { refund },
}: {
  view: PaymentPageView;
  payment: Payment;
  refund: PaymentRefund;
  typed: string;
  texts: Texts;
}) {
  return (
    <form
      method="post"
      action={paymentAddress(view, payment.id, 'refund')}
      noValidate
      className="grid gap-2 print:hidden"
    >
      <input type="hidden" name="offer" value={id} />
      <label htmlFor={`to-${id}`} className="text-[15px] font-semibold">
        {refund.address(networkName)}
      </label>
      <input
        id={`to-${id}`}
        name="address"
        defaultValue={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        aria-describedby={`hint-${id}`}
        className="field font-mono"
      />
      <p id={`hint-${id}`} className="text-sm text-ink-soft">
        {refund.hint}
      </p>
      <button type="submit" id={`send-${id}`} className={buttonStyle('primary')}>
        {refund.send}
      </button>
    </form>
  );
}

function sentence({ state, amount, net, currency }: PaymentRefund, { refund }: Texts): string {
  const [all, rest] = [coinText(amount, currency), coinText(net, currency)];
  switch (state) {
    case 'offered':
      return refund.offered(all, rest);
    case 'answered':
      return refund.answered(rest);
    case 'requested':
    case 'approved':
    case 'planned':
      return refund.underWay(rest);
    case 'sent':
    case 'seen':
      return refund.sent(rest);
    case 'final':
      return refund.final(rest);
    case 'declined':
      return refund.declined(all);
  }
}
