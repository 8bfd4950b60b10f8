/** How many payouts may leave by themselves for one account, and for how much in all (kobo), within a time. */
interface Limit {
  readonly most: number;
  readonly mostKobo: bigint;
}

/** Beyond these a payout that the policy cleared waits for a person. */
export interface HoldLimits {
  readonly hour: Limit;
  readonly day: Limit;
  /** The same for a payout account that was set or changed within the last day. */
  readonly newHour: Limit;
  readonly newDay: Limit;
  /** The smallest payout (kobo) that waits while a changed payout account cools off, for a day after its change. */
  readonly coolingOffKobo: bigint;
}

const NAIRA = 100n;

/** Chosen so that a shop's ordinary day passes and an account that is being emptied does not. */
export const DEFAULT_HOLD_LIMITS: HoldLimits = {
  hour: { most: 30, mostKobo: 20_000_000n * NAIRA },
  day: { most: 200, mostKobo: 100_000_000n * NAIRA },
  newHour: { most: 10, mostKobo: 5_000_000n * NAIRA },
  newDay: { most: 30, mostKobo: 10_000_000n * NAIRA },
  coolingOffKobo: 500_000n * NAIRA,
};

interface Left {
  readonly count: number;
  readonly kobo: bigint;
}

/** What is known of an account when a payout of it is about to be made. */
export interface HoldFacts {
  /** Payouts made for it within the last hour and day, without this one. */
  readonly hour: Left;
  readonly day: Left;
  /** What its payout account went through within the last day. */
  readonly payoutAccount: 'settled' | 'new' | 'changed';
}

/** Why a payout has to wait for a person, in words for the timeline, or null where it may leave. Pure. */
export function decideHold(
  amountKobo: bigint,
  { hour, day, payoutAccount }: HoldFacts,
  limits: HoldLimits,
): string | null {
  if (payoutAccount === 'changed' && amountKobo >= limits.coolingOffKobo) return COOLING_OFF;
  const isFresh = payoutAccount !== 'settled';
  const [hourLimit, dayLimit] = isFresh ? [limits.newHour, limits.newDay] : [limits.hour, limits.day];
  if (isBeyond(hour, amountKobo, hourLimit)) return describeVelocity('hour', isFresh);
  if (isBeyond(day, amountKobo, dayLimit)) return describeVelocity('day', isFresh);
  return null;
}

const isBeyond = ({ count, kobo }: Left, amountKobo: bigint, { most, mostKobo }: Limit): boolean =>
  count + 1 > most || kobo + amountKobo > mostKobo;

const COOLING_OFF =
  'The payout account was changed within the last day, so a person looks at this payout before any naira leaves. Nothing is lost.';

const describeVelocity = (time: 'hour' | 'day', isFresh: boolean): string =>
  `This is more than leaves by itself within ${time === 'hour' ? 'an hour' : 'a day'}${isFresh ? ' for a new payout account' : ''}, so a person looks at this payout first. Nothing is lost.`;
