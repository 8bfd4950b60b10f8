import { endpoints, type OrderDetail } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { isInReview } from './order-words.ts';
import { reviewSentence } from './review-words.ts';

/** What a review is and how long it takes today, while a person decides on the order; else nothing. */
export function ReviewCard({ order }: { order: OrderDetail }) {
  const isShown = isInReview(order);
  const time = useCall(endpoints.orders.reviewTime, {}, { isEnabled: isShown }).data?.data;
  if (!isShown) return null;
  return (
    <Card aria-label="The review">
      <CardHeading title="What the review is" />
      <p className="text-pretty">
        A person compares the name on the bank account with yours, and looks at the amount and at where the coins came
        from. You don’t need to do anything: this page shows the decision at once.
      </p>
      {time !== undefined && <p className="mt-3 text-pretty">{reviewSentence(time)}</p>}
      <p className="mt-3 text-sm text-ink-soft">
        Until then your coins are held for this order. If it is declined, they return to your balance.
      </p>
    </Card>
  );
}
