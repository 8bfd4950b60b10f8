import { ArrowDown } from '../ui/icons.ts';
import { Badge, Status } from '../ui/status.tsx';
import { Timeline, type TimelineStep } from '../ui/timeline.tsx';
import { GateArch } from './gate-arch.tsx';

const STEPS: readonly TimelineStep[] = [
  { id: 'seen', state: 'done', text: '250 USDT seen on the chain', time: '14:05:12' },
  { id: 'final', state: 'done', text: 'Final, so it can’t be taken back', time: '14:05:48' },
  { id: 'cleared', state: 'done', text: 'Cleared for payout', time: '14:05:49' },
  { id: 'sent', state: 'now', text: '₦380,000.00 on its way to your bank', time: 'Now' },
];

/** The product in one picture: a coin enters the gate, and a conversion's card shows the naira and each step. */
export function HeroPicture() {
  return (
    <figure className="relative mx-auto w-full max-w-md lg:mr-0 lg:max-w-[25.5rem]">
      <GateArch />
      <div className="relative mx-auto -mt-[38%] lg:-mt-[43%] w-[calc(100%-2rem)] max-w-sm rounded-card border border-hairline bg-surface p-5 shadow-card sm:p-6">
        <div className="flex items-center justify-between">
          <Badge tone="neutral">Example</Badge>
          <Status tone="waiting">Being paid</Status>
        </div>
        <p className="figures mt-5 text-ink-soft">250 USDT</p>
        <p className="my-1.5 flex items-center gap-2 text-sm text-ink-soft">
          <ArrowDown className="size-4 shrink-0 text-copper-text" aria-hidden="true" />
          at ₦1,520.00 each, network fee included
        </p>
        <p className="headline figures text-[2.1rem]">₦380,000.00</p>
        <div className="mt-5 border-t border-hairline pt-5">
          <Timeline label="An example conversion" steps={STEPS} />
        </div>
      </div>
    </figure>
  );
}
