import { type AnswerOf, type endpoints, type UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import type { OperatorSettings } from '../../controls/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { keepFresh } from '../../platform/fresh.ts';
import { loadClearingFacts } from '../customers/db.ts';
import { judgeNew } from '../risk/describe-risks.ts';
import { measureReviews } from '../order-views/db.ts';

const DAY_MS = 86_400_000;
/** How long one reading serves everybody. */
const KEPT_MS = 60_000;
/** With fewer reviews than these their middle says nothing about the next one. */
const FEWEST_REVIEWS = 5;
/** The smallest order that there can be: what makes it wait makes every order wait. */
const SMALLEST_KOBO = toKobo(1n);

type ReviewTime = AnswerOf<typeof endpoints.orders.reviewTime>['data'];

/**
 * Whether a person reviews every conversion of a user, and how long reviews took in the last 24 hours: the middle of
 * what is kept, and null where there were too few. The amount from which orders wait is not told.
 */
export function createReviewTime({
  database,
  clock,
  settings,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: OperatorSettings;
}): (userId: UserId) => Promise<ReviewTime> {
  const measured = keepFresh(clock, KEPT_MS, (now) => measureReviews(database, new Date(now.getTime() - DAY_MS)));
  return async (userId) => {
    const [{ decisions, medianSeconds }, context, policy] = await Promise.all([
      measured(),
      loadClearingFacts(database, userId),
      settings.current(),
    ]);
    const now = clock.now();
    const smallest = judgeNew({ kind: 'conversion', context, nairaKobo: SMALLEST_KOBO, now }, policy);
    return {
      isReviewed: smallest.status === 'pending' ? 'always' : 'sometimes',
      decisions,
      medianSeconds: decisions < FEWEST_REVIEWS || medianSeconds === null ? null : Math.round(medianSeconds),
    };
  };
}
