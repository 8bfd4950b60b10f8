import type { Payment, PaymentPageView } from '@kobogate/contract';
import { buttonStyle } from '../ui/button-style.ts';
import { rateSecondsLeft } from './describe-status.ts';
import { paymentAddress } from './page-address.ts';
import { timeOfDayText } from './payer-formats.ts';
import type { Texts } from './texts/texts.ts';
import { clockText } from '../lib/clock-text.ts';

/** How long the rate holds, or that none is held and how to hold one. */
export function RateLine({ view, payment, texts }: { view: PaymentPageView; payment: Payment; texts: Texts }) {
  const { sending } = texts;
  const seconds = rateSecondsLeft(payment);
  if (seconds !== null && seconds > 0 && payment.lockExpiresAt !== null) {
    return (
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        {sending.rateHolds(timeOfDayText(payment.lockExpiresAt, texts))}
        <span className="scripted figures font-semibold text-ink">
          {sending.timeLeft}: <time data-left="">{clockText(seconds)}</time>
        </span>
      </p>
    );
  }
  return (
    <form method="post" action={paymentAddress(view, payment.id, 'rate')} className="grid gap-3">
      <p className="text-sm text-ink-soft">{seconds === null ? sending.noRate : sending.rateEnded}</p>
      <button type="submit" id="renew" className={`print:hidden ${buttonStyle('secondary')}`}>
        {sending.renew}
      </button>
    </form>
  );
}
