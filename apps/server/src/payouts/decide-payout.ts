import { formatNaira } from '@kobogate/money';
import type { FindAnswer, MadeTransfer, SendAnswer } from './bank-rail.ts';
import { isUnderWay, type Payout } from './payout.ts';

/** How long a payout may be without an end, whatever the rail reports, before an administrator has to look. */
export const OVERDUE_MS = 24 * 60 * 60_000;

/** How often an instruction is sent automatically, at most. */
const MOST_SENDS = 5;
/** How long the rail has to deny the first sending before it is sent again; twice as long each time. */
const FIRST_REPEAT_MS = 30_000;

/**
 * Whether a payout that its rail denies is sent once more with the same reference. Only for rails that make no second transfer
 * of a reference, and only if the sending process never recorded how the call ended: a call that ended without a clear answer
 * may have made the transfer, so the rail is only asked about it. Not once an administrator was called to it, or to another
 * payout of its order, or the sanctions list names a sender of its coins since. Pure.
 */
export function mayGoAgain(
  payout: Pick<
    Payout,
    'status' | 'isSendOpen' | 'sends' | 'notFoundSince' | 'sentAt' | 'needsPerson' | 'isContested' | 'isListed'
  >,
  now: Date,
): boolean {
  const { status, isSendOpen, sends, notFoundSince, sentAt, needsPerson, isContested, isListed } = payout;
  if (status !== 'unknown' || !isSendOpen || needsPerson || isContested || isListed || sends >= MOST_SENDS)
    return false;
  if (notFoundSince === null || sentAt === null) return false;
  const waitedMs = now.getTime() - Math.max(notFoundSince.getTime(), sentAt.getTime());
  return waitedMs >= FIRST_REPEAT_MS * 2 ** (sends - 1);
}

/** What an answer means for a payout. */
export type Step =
  | { readonly kind: 'keep' }
  /** The rail knows it after all. */
  | { readonly kind: 'found' }
  /** The rail does not know it; `needsPerson` once it has denied it for the whole window. */
  | { readonly kind: 'missing'; readonly needsPerson: boolean }
  | { readonly kind: 'doubt'; readonly reason: string }
  /** Nothing has left: as if it had never been sent. */
  | { readonly kind: 'put-back'; readonly reason: string }
  /** The rail has had it for a day without an end. */
  | { readonly kind: 'overdue'; readonly reason: string }
  | { readonly kind: 'settle'; readonly sessionId: string | null }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'reverse'; readonly reason: string }
  /** The rail contradicts its earlier answer: money may have moved twice or not at all. */
  | { readonly kind: 'alarm'; readonly reason: string };

const KEEP: Step = { kind: 'keep' };

/** What the answer to the call itself means. The payout may already have been asked about and settled. Pure. */
export function decideAfterSend(payout: Pick<Payout, 'status'>, answer: SendAnswer): Step {
  switch (answer.kind) {
    case 'accepted':
      return KEEP;
    case 'refused':
      if (isUnderWay(payout)) return { kind: 'fail', reason: answer.reason };
      return payout.status === 'paid'
        ? { kind: 'alarm', reason: 'the rail refused a payout that it had called paid' }
        : KEEP;
    case 'unknown':
      return payout.status === 'sent' ? { kind: 'doubt', reason: answer.reason } : KEEP;
    case 'not-sent':
      return isUnderWay(payout) ? { kind: 'put-back', reason: answer.reason } : KEEP;
  }
}

/** The facts of a payout that decide what an answer about it means. */
type AskedPayout = Pick<Payout, 'status' | 'notFoundSince' | 'needsPerson' | 'sentAt' | 'amountKobo' | 'accountNumber'>;

/** What an answer about a reference means, given all that is known of the payout. Pure. */
export function decideAfterFind(payout: AskedPayout, answer: FindAnswer, now: Date, notFoundWindowMs: number): Step {
  if (isUnderWay(payout)) {
    const step = decideUnderWay(payout, answer, now, notFoundWindowMs);
    return step.kind === 'keep' && isOverdue(payout, now) ? { kind: 'overdue', reason: describeSilence(answer) } : step;
  }
  if (payout.status === 'paid') {
    // A rail without a state for reversals calls it failed.
    if (answer.kind === 'reversed' || answer.kind === 'failed') return { kind: 'reverse', reason: answer.reason };
    return KEEP;
  }
  if (payout.status === 'failed' && (answer.kind === 'paid' || answer.kind === 'pending')) {
    return { kind: 'alarm', reason: `the rail calls a payout ${answer.kind} that it had refused or called failed` };
  }
  if (payout.status === 'reversed' && (answer.kind === 'paid' || answer.kind === 'pending')) {
    return { kind: 'alarm', reason: `the rail calls a payout ${answer.kind} that it had sent back` };
  }
  return KEEP;
}

type AskedRail = Pick<Payout, 'status' | 'rail'>;

/**
 * Whether an answer may just be outdated: it contradicts the present state, or takes it back, and that state has changed since
 * the rail was asked; or the payout has since gone to another rail, of which this one knows nothing. Pure.
 */
export const isOvertaken = (step: Step, asked: AskedRail, present: AskedRail): boolean =>
  asked.rail !== present.rail ||
  ((step.kind === 'alarm' || step.kind === 'reverse') && asked.status !== present.status);

/**
 * What an administrator's statement that a payout was not made means, given the rail's answer at that moment. The
 * rail's answer takes precedence: the payout fails only if the rail has known nothing of the reference for the whole
 * window and an administrator was called to it. Any other answer means what it means without the administrator. Pure.
 */
export function decideNotMade(
  payout: AskedPayout & Pick<Payout, 'reference'>,
  answer: FindAnswer,
  now: Date,
  notFoundWindowMs: number,
): Step {
  const step = decideAfterFind(payout, answer, now, notFoundWindowMs);
  const isDenied = step.kind === 'missing' && step.needsPerson && payout.needsPerson && payout.status === 'unknown';
  return isDenied ? { kind: 'fail', reason: `it knows of no payout with the reference ${payout.reference}` } : step;
}

/** Calls an administrator once, not again. */
function isOverdue({ needsPerson, sentAt }: AskedPayout, now: Date): boolean {
  return !needsPerson && sentAt !== null && now.getTime() - sentAt.getTime() >= OVERDUE_MS;
}

const describeSilence = (answer: FindAnswer): string =>
  answer.kind === 'unanswered'
    ? `the rail does not report its state: ${answer.reason}`
    : 'the rail has called it pending for a day';

/** How the rail's payment differs from the payout; null where it does not, as far as the rail reports it. Pure. */
function describeOther({ amountKobo, accountNumber }: AskedPayout, made: MadeTransfer | undefined): string | null {
  const { currency = null, ...said } = made ?? { amountKobo: null, accountNumber: null };
  if (currency !== null && currency !== 'NGN') return `the rail says that it paid in ${currency}`;
  if (said.amountKobo !== null && said.amountKobo !== amountKobo) {
    return `the rail says that it paid ${formatNaira(said.amountKobo)} instead of ${formatNaira(amountKobo)}`;
  }
  if (said.accountNumber !== null && said.accountNumber !== accountNumber) {
    return `the rail says that it paid to the account ${said.accountNumber} instead of ${accountNumber}`;
  }
  return null;
}

function decideUnderWay(payout: AskedPayout, answer: FindAnswer, now: Date, notFoundWindowMs: number): Step {
  switch (answer.kind) {
    case 'paid': {
      const other = describeOther(payout, answer.made);
      return other === null ? { kind: 'settle', sessionId: answer.sessionId } : { kind: 'alarm', reason: other };
    }
    // Never reported as paid, so for us it never was: the naira is back where it came from.
    case 'failed':
    case 'reversed':
      return { kind: 'fail', reason: answer.reason };
    case 'pending':
      return payout.notFoundSince === null ? KEEP : { kind: 'found' };
    case 'not-found': {
      const since = payout.notFoundSince ?? now;
      return { kind: 'missing', needsPerson: now.getTime() - since.getTime() >= notFoundWindowMs };
    }
    case 'unanswered':
      return KEEP;
  }
}
