import {
  coinText,
  type PayerTyped,
  type Payment,
  type PaymentPageView,
  type PaymentRefund,
  type PaymentTrouble,
} from '@kobogate/contract';
import { groupedAddress } from '../lib/formats.ts';
import { buttonStyle } from '../ui/button-style.ts';
import { TroubleBox } from './notice-box.tsx';
import { paymentAddress } from './page-address.ts';
import { Part } from './page-frame.tsx';
import type { Texts } from './texts/texts.ts';

/** Coins that the recipient offers back: the payer gives an address, and sees the state of each offer. */
export function RefundsCard({
  view,
  payment,
  typed,
  trouble,
  texts,
}: {
  view: PaymentPageView;
  payment: Payment;
  typed: PayerTyped | undefined;
  /** With the form of the offer in `typed`. */
  trouble: PaymentTrouble | null;
  texts: Texts;
}) {
  return (
    <Part name="refunds">
      <h2 className="text-lg font-bold">{texts.refund.title}</h2>
      {payment.refunds.map((refund) => (
        <div
          key={refund.id}
          id={`offer-${refund.id}`}
          className="grid gap-3 not-first-of-type:border-t not-first-of-type:border-hairline not-first-of-type:pt-4"
        >
          <p className="text-[15px] wrap-anywhere">{sentence(refund, texts)}</p>
          {refund.state === 'offered' && (
            <AddressForm
              view={view}
              payment={payment}
              refund={refund}
              typed={typed?.offer === refund.id ? typed.address : ''}
              trouble={typed?.offer === refund.id ? trouble : null}
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
  trouble,
  texts,
}: {
  view: PaymentPageView;
  payment: Payment;
  refund: PaymentRefund;
  typed: string;
  trouble: PaymentTrouble | null;
  texts: Texts;
}) {
  const isWrong = trouble !== null;
  return (
    <form
      method="post"
      action={`${paymentAddress(view, payment.id, 'refund')}#offer-${id}`}
      noValidate
      className="grid gap-2 print:hidden"
    >
      <input type="hidden" name="offer" value={id} />
      <label htmlFor={`to-${id}`} className="text-[15px] font-semibold">
        {texts.refund.address(networkName)}
      </label>
      <input
        id={`to-${id}`}
        name="address"
        defaultValue={typed}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        aria-describedby={isWrong ? `wrong-${id} hint-${id}` : `hint-${id}`}
        aria-invalid={isWrong}
        className="field font-mono"
      />
      <p id={`hint-${id}`} className="text-sm text-ink-soft">
        {texts.refund.hint}
      </p>
      {isWrong && (
        <div id={`wrong-${id}`}>
          <TroubleBox trouble={trouble} texts={texts} />
        </div>
      )}
      <button type="submit" id={`send-${id}`} className={`mt-1 ${buttonStyle('primary')}`}>
        {texts.refund.send}
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
