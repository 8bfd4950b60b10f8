import type { AnswerOf, endpoints } from '@kobogate/contract';

export type ReviewTime = AnswerOf<typeof endpoints.orders.reviewTime>['data'];

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A duration as people say it: `under a minute`, `about 12 minutes`, `about 3 hours`. Rounded up. Pure. */
export function durationText(seconds: number): string {
  if (seconds < MINUTE) return 'under a minute';
  const [size, unit] = seconds <= 90 * MINUTE ? [MINUTE, 'minute'] : [HOUR, 'hour'];
  const count = Math.ceil(seconds / size);
  return `about ${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** How long reviews take today, in a sentence; where too few were made, that. Pure. */
export function reviewSentence({ decisions, medianSeconds }: Omit<ReviewTime, 'isReviewed'>): string {
  if (medianSeconds !== null) {
    return `Reviews take ${durationText(medianSeconds)} today: of ${decisions} in the last 24 hours, half were quicker.`;
  }
  return decisions === 0
    ? 'No order was reviewed in the last 24 hours, so we can’t say how long it takes today.'
    : `Only ${decisions === 1 ? 'one order was' : `${decisions} orders were`} reviewed in the last 24 hours: too few to say how long it takes today.`;
}
