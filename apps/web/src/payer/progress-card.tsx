import type { Payment, PaymentPageView } from '@kobogate/contract';
import { Timeline, type TimelineStep } from '../ui/timeline.tsx';
import { isOver } from './describe-status.ts';
import { paymentAddress } from './page-address.ts';
import { Part } from './page-frame.tsx';
import { momentText } from './payer-formats.ts';
import { describeSteps } from './describe-steps.ts';
import type { Texts } from './texts/texts.ts';

/**
 * From opening to naira at the bank: what has happened, what is happening and what comes next; and how the page
 * updates.
 */
export function ProgressCard({ view, payment, texts }: { view: PaymentPageView; payment: Payment; texts: Texts }) {
  const { progress } = texts;
  const words: Readonly<Record<TimelineStep['state'], string>> = {
    done: progress.done,
    now: progress.now,
    next: progress.next,
    failed: progress.failed,
  };
  const steps = describeSteps(payment).map(({ step, state, at }) => ({
    id: step,
    text: progress[step],
    state,
    time: at === null ? undefined : momentText(at, texts),
  }));
  return (
    <Part name="progress">
      <h2 className="text-lg font-bold">{progress.title}</h2>
      <Timeline label={progress.title} steps={steps} words={words} />
      {!isOver(payment) && (
        <div className="-mb-3 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-soft print:hidden">
          <p className="scripted">{progress.byItself}</p>
          <a href={paymentAddress(view, payment.id)} className="tap font-semibold text-primary-text underline">
            {progress.refresh}
          </a>
        </div>
      )}
    </Part>
  );
}
