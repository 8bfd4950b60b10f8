import type { Payment, PaymentPageView } from '@kobogate/contract';
import { coinText } from '@kobogate/contract';
import { TONE_ICON, TONE_STYLE } from '../ui/status.tsx';
import { describeStatus, isOver, rateSecondsLeft, takesCoins } from './describe-status.ts';
import { NoticeBox } from './notice-box.tsx';
import { Part } from './page-frame.tsx';
import { RateLine } from './rate-line.tsx';
import type { Texts } from './texts/texts.ts';

/** The payment's state, in a sentence; the data for the page's script is in its attributes. */
export function StatusCard({ view, payment, texts }: { view: PaymentPageView; payment: Payment; texts: Texts }) {
  const { tone, title, help } = describeStatus(payment, texts);
  const Icon = TONE_ICON[tone];
  const elsewhere = payment.deposits.filter(({ isElsewhere }) => isElsewhere);
  const seconds = rateSecondsLeft(payment);
  return (
    <Part name="status" className="card headed">
      <div
        data-payment={payment.id}
        data-api={view.apiBase}
        data-state={payment.state}
        data-version={payment.version}
        data-over={isOver(payment) ? '' : undefined}
        data-seconds={seconds === null || seconds === 0 ? undefined : seconds}
        className={`flex items-start gap-3 p-5 ${TONE_STYLE[tone]}`}
      >
        <Icon className="mt-0.5 size-6 shrink-0" aria-hidden="true" />
        <div className="min-w-0">
          <h2 data-said="" className="text-lg leading-snug font-bold wrap-anywhere">
            {title}
          </h2>
          {help.map((sentence) => (
            <p key={sentence} className="mt-1 text-[15px] leading-relaxed wrap-anywhere">
              {sentence}
            </p>
          ))}
        </div>
      </div>
      {takesCoins(payment) && <RateLine view={view} payment={payment} texts={texts} />}
      {elsewhere.map(({ transaction, amount, currency, networkName }) => (
        <NoticeBox key={transaction} tone="warning" name="elsewhere">
          <p className="font-semibold">{texts.status.elsewhere(coinText(amount, currency), networkName)}</p>
          {texts.status.elsewhereHelp}
        </NoticeBox>
      ))}
      {!isOver(payment) && (
        <output hidden data-notice="lost" className="rounded-card bg-warning-soft p-4 text-sm text-warning">
          {texts.progress.lost}
        </output>
      )}
    </Part>
  );
}
