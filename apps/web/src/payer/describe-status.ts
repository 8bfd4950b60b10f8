import type { Payment } from '@kobogate/contract';
import { coinText, nairaOfKobo } from '@kobogate/contract';
import type { Tone } from '../ui/status.tsx';
import { durationText } from './payer-formats.ts';
import type { Texts } from './texts/texts.ts';

export interface StatusWords {
  readonly tone: Tone;
  readonly title: string;
  /** One sentence or more, in order. */
  readonly help: readonly string[];
}

/** Of another payment API, which does not say how long its reviews take. */
const USUAL_REVIEW_HOURS = 24;

/** Whether nothing more can happen to a payment that its page would show. Pure. */
export const isOver = (payment: Payment): boolean =>
  (payment.state === 'declined' || (payment.state === 'paid' && payment.payout === 'paid')) &&
  !mayBeOffered(payment) &&
  payment.refunds.every(({ state }) => state === 'final' || state === 'declined');

/** Whether there are coins that were not converted, and none were offered back yet. */
const mayBeOffered = ({ state, refunds, excess, deposits }: Payment): boolean =>
  refunds.length === 0 && (isSome(excess) || deposits.some(({ isElsewhere }) => isElsewhere || state === 'declined'));

const isSome = (amount: string): boolean => /[1-9]/.test(amount);

/** Whether the payer may still send coins, or more of them, and is shown the address. Pure. */
export const takesCoins = ({ state, isLinkUsed }: Payment): boolean =>
  ['waiting', 'underpaid', 'expired'].includes(state) && !isLinkUsed;

/**
 * Seconds for which the rate is still held by the server's clock; null where none is held, 0 where it has ended. Pure.
 */
export function rateSecondsLeft({ lockExpiresAt, now }: Payment): number | null {
  if (lockExpiresAt === null) return null;
  return Math.max(0, Math.floor((Date.parse(lockExpiresAt) - Date.parse(now)) / 1000));
}

/** A payment's state, in the payer's language: what a payer reads first. Pure. */
export function describeStatus(payment: Payment, texts: Texts): StatusWords {
  const { status, failures } = texts;
  const coins = (amount: string): string => coinText(amount, payment.currency);
  if (payment.isLinkUsed) {
    return { tone: 'warning', title: failures.closed.used, help: [status.sendNothing, failures.closedHelp.used] };
  }
  switch (payment.state) {
    case 'waiting':
      return { tone: 'waiting', title: status.waiting, help: [status.waitingHelp] };
    case 'seen':
    case 'confirming':
      return describeConfirming(payment, texts);
    case 'underpaid': {
      const help = status.underpaidHelp(coins(payment.received), coins(payment.missing));
      return { tone: 'warning', title: status.underpaid(coins(payment.missing)), help: [help] };
    }
    case 'paid':
      return { tone: 'success', title: status.paid, help: [paidSentence(payment, texts), ...extras(payment, texts)] };
    case 'expired':
      return { tone: 'warning', title: status.expired, help: [status.expiredHelp] };
    case 'declined':
      return { tone: 'danger', title: status.declined, help: declinedHelp(payment, texts) };
  }
}

/** The transfer that is furthest from final says how long it takes. */
function describeConfirming(payment: Payment, texts: Texts): StatusWords {
  const { status } = texts;
  const open = payment.deposits.filter(({ state, isElsewhere }) => !isElsewhere && isConfirming(state));
  const left = (deposit: Payment['deposits'][number]): number => deposit.confirmationsNeeded - deposit.confirmations;
  const last = open.toSorted((a, b) => left(b) - left(a))[0];
  if (last === undefined) return { tone: 'brand', title: status.seen, help: [] };
  const title =
    payment.state === 'seen' ? status.seen : status.confirming(last.confirmations, last.confirmationsNeeded);
  return { tone: 'brand', title, help: [waitWords(last, texts)] };
}

/**
 * How many confirmations a transfer still waits for and how long they take, in a sentence; once all are there, that it is
 * checked before it is counted: the chain's own word, a second provider's or a person's is awaited. Pure.
 */
export function waitWords(
  { confirmations, confirmationsNeeded, secondsLeft }: Payment['deposits'][number],
  texts: Texts,
): string {
  const { status } = texts;
  const left = confirmationsNeeded - confirmations;
  if (left <= 0) return status.confirmationsDone;
  return secondsLeft === null
    ? status.confirmationsLeft(left)
    : status.confirmationsLeftAbout(left, durationText(secondsLeft, texts));
}

const isConfirming = (state: Payment['deposits'][number]['state']): boolean =>
  state === 'seen' || state === 'confirming';

/** What the bank did is said only where it was asked. */
function paidSentence({ isHeld, reviewHours, payout, nairaKobo }: Payment, texts: Texts): string {
  const { status, time } = texts;
  if (payout === 'paid') return status.paidArrived(nairaOfKobo(nairaKobo));
  if (payout === 'failed') return status.paidTrouble;
  if (payout === 'reversed') return status.paidReturned;
  if (payout === 'unknown') return status.paidUnknown;
  if (isHeld) return status.paidHeld(time.hours(String(reviewHours ?? USUAL_REVIEW_HOURS)));
  if (payout === 'sent') return status.paidUnderWay(nairaOfKobo(nairaKobo));
  return status.paidQueued(nairaOfKobo(nairaKobo));
}

/** Coins that are offered back need no sentence: the page shows their offers. */
const declinedHelp = ({ refunds }: Payment, { status }: Texts): string[] =>
  refunds.length === 0 ? [status.sendNothing, status.declinedHelp] : [status.sendNothing];

function extras(payment: Payment, { status }: Texts): string[] {
  // Coins that are offered back already need no sentence.
  const isOverpaid = isSome(payment.excess) && payment.refunds.length === 0;
  return [
    ...(isOverpaid ? [status.overpaid(coinText(payment.excess, payment.currency))] : []),
    ...(payment.isLate ? [status.late] : []),
  ];
}
