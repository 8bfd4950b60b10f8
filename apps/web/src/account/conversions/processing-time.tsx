import { endpoints } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { Skeleton } from '../../ui/states.tsx';
import { reviewSentence } from './review-words.ts';

/** How long a conversion takes once its coins are there: the minutes of the payout, and before them a review by people. */
export function ProcessingTime() {
  const answer = useCall(endpoints.orders.reviewTime);
  const time = answer.data?.data;
  const note = (text: string) => <span className="block text-sm font-normal text-ink-soft">{text}</span>;
  if (time === undefined) {
    return answer.isPending ? (
      <Skeleton className="h-12 w-40" />
    ) : (
      <>
        Can’t be said right now
        {note('How long reviews take today could not be loaded. The page of your conversion shows each step.')}
      </>
    );
  }
  return time.isReviewed === 'always' ? (
    <>
      2-5 minutes after a person’s review
      {note(reviewSentence(time))}
    </>
  ) : (
    <>
      2-5 minutes
      {note(`Longer if a person reviews it. ${reviewSentence(time)}`)}
    </>
  );
}
