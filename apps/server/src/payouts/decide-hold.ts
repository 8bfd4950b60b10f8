import type { Kobo } from '@kobogate/money';
import type { Holds } from '@kobogate/contract';

interface Left {
  readonly count: number;
  readonly kobo: Kobo;
}

/** What is known of an account when a payout to it is about to be made. */
export interface HoldFacts {
  /** Payouts to it within the last hour and day, without this one. */
  readonly hour: Left;
  readonly day: Left;
  /** The history of its payout account while it counts as new. */
  readonly payoutAccount: 'settled' | 'new' | 'changed';
}

/** Why a payout has to wait for an administrator, as text for the timeline, or null where it may leave. Pure. */
export function decideHold(amountKobo: Kobo, { hour, day, payoutAccount }: HoldFacts, limits: Holds): string | null {
  if (payoutAccount === 'changed' && amountKobo >= BigInt(limits.coolingOffKobo)) return COOLING_OFF;
  const isFresh = payoutAccount !== 'settled';
  const [hourLimit, dayLimit] = isFresh ? [limits.newHour, limits.newDay] : [limits.hour, limits.day];
  if (isBeyond(hour, amountKobo, hourLimit)) return describeVelocity('hour', isFresh);
  if (isBeyond(day, amountKobo, dayLimit)) return describeVelocity('day', isFresh);
  return null;
}

const isBeyond = ({ count, kobo }: Left, amountKobo: Kobo, { most, mostKobo }: Holds['hour']): boolean =>
  count + 1 > most || kobo + amountKobo > BigInt(mostKobo);

const COOLING_OFF =
  'The payout account was changed a short time ago, so we check this payout before any naira leaves. Nothing is lost.';

const describeVelocity = (time: 'hour' | 'day', isFresh: boolean): string =>
  `This is above the automatic limit within ${time === 'hour' ? 'an hour' : 'a day'}${isFresh ? ' for a new payout account' : ''}, so we check this payout first. Nothing is lost.`;
