import { type Kobo, toKobo } from '@kobogate/money';
import type { Holds } from '@kobogate/contract';
import { DISABLED, hasHadNaira, type Order } from '../sales/index.ts';

/** Why a payable order waits for an administrator instead of being paid. */
export interface Hold {
  /** For its timeline, which its owner reads, and for administrators. */
  readonly text: string;
  /** Whether approvals count no more, as they were given without knowing of it. */
  readonly endsApprovals: boolean;
}

/** An order that an administrator approved is `approved`. */
export const wasClearedByPolicy = ({ status }: Pick<Order, 'status'>): boolean => status === 'processing';

/** Why payouts end before they leave, and whether their owner is told; the reason is in the timeline, which they read. */
export interface Withdrawal {
  readonly reason: string;
  readonly isTold: boolean;
}
/** Its owner was told of the account itself, and can't open the order. */
export const OF_DISABLED: Withdrawal = { reason: 'the account was disabled', isTold: false };
export const TAKEN_BACK: Withdrawal = {
  reason: 'coins of this account were taken back, and are owed to us',
  isTold: true,
};

/** Neutral like any other message: the order's owner is not told what is checked. */
const LOOKED_AT = 'We check this order before any naira leaves. The coins are safe; nothing needs to be done.';

const UNNAMED =
  'The bank has not confirmed the name on the payout account, so we check this order before any naira leaves. The coins are safe.';

/** What is known of a payable order's owner and coins. */
interface OrderFacts {
  readonly isDisabled: boolean;
  /** Coins may come from a listed sender, which no administrator who approved it knew. */
  readonly isListed: boolean;
  /** What its owner received by a transfer without an order; null where nothing. */
  readonly owedKobo: Kobo | null;
}

/**
 * Why a payable order waits, whatever the amount; null where it does not. What only an administrator's approval settles
 * holds an order that the policy cleared: a disabled account, and a name that its bank has not confirmed. Pure.
 */
export function holdBefore(order: Order, { isDisabled, isListed, owedKobo }: OrderFacts): Hold | null {
  const isCleared = wasClearedByPolicy(order);
  if (isCleared && isDisabled) return { text: DISABLED, endsApprovals: false };
  if (isListed) return { text: LOOKED_AT, endsApprovals: true };
  if (isCleared && order.bankAccount.nameResolution !== 'resolved') return { text: UNNAMED, endsApprovals: false };
  if (owedKobo !== null) return { text: hasHadNaira(owedKobo), endsApprovals: true };
  return null;
}

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
  /** Whether a lost second factor was removed within the same time. */
  readonly isReset: boolean;
}

/** Why a payout has to wait for an administrator, as text for the timeline, or null where it may leave. Pure. */
export function decideHold(amountKobo: Kobo, facts: HoldFacts, limits: Holds): string | null {
  const { hour, day, payoutAccount, isReset } = facts;
  if (amountKobo >= BigInt(limits.coolingOffKobo)) {
    if (isReset) return FACTOR_RESET;
    if (payoutAccount === 'changed') return COOLING_OFF;
  }
  const isNewAccount = payoutAccount !== 'settled';
  const isFresh = isReset || isNewAccount;
  const [hourLimit, dayLimit] = isFresh ? [limits.newHour, limits.newDay] : [limits.hour, limits.day];
  if (isBeyond(hour, amountKobo, hourLimit)) return describeVelocity('hour', isNewAccount);
  if (isBeyond(day, amountKobo, dayLimit)) return describeVelocity('day', isNewAccount);
  return null;
}

/** The facts once a payout of that amount is made too. Pure. */
export function withPayoutOf({ hour, day, ...account }: HoldFacts, amountKobo: Kobo): HoldFacts {
  const more = ({ count, kobo }: Left): Left => ({ count: count + 1, kobo: toKobo(kobo + amountKobo) });
  return { hour: more(hour), day: more(day), ...account };
}

const isBeyond = ({ count, kobo }: Left, amountKobo: Kobo, { most, mostKobo }: Holds['hour']): boolean =>
  count + 1 > most || kobo + amountKobo > BigInt(mostKobo);

const COOLING_OFF =
  'The payout account was changed a short time ago, so we check this payout before any naira leaves. Nothing is lost.';

const FACTOR_RESET =
  'The second step of this account was removed a short time ago, so we check this payout before any naira leaves. Nothing is lost.';

const describeVelocity = (time: 'hour' | 'day', isNewAccount: boolean): string =>
  `This is above the automatic limit within ${time === 'hour' ? 'an hour' : 'a day'}${isNewAccount ? ' for a new payout account' : ''}, so we check this payout first. Nothing is lost.`;
