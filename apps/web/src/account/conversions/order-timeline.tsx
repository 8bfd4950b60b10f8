import type { OrderDetail } from '@kobogate/contract';
import { LongWords } from '../../ui/long-words.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import type { Progress } from './order-progress.ts';
import { orderSteps } from './order-steps.ts';

/** What happened to an order, what is happening and what comes next. */
export function OrderTimeline({ order }: { order: Progress & Pick<OrderDetail, 'timeline'> }) {
  return (
    <Timeline
      label="Timeline of the order"
      steps={orderSteps(order).map(({ id, text, state, at }) => ({
        id,
        text: <LongWords text={text} />,
        state,
        time: at === null ? undefined : <Moment at={at} />,
      }))}
    />
  );
}
