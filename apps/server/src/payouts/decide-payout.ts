import { formatNaira } from '@kobogate/money';
import type { FindAnswer, MadeTransfer, SendAnswer } from './bank-rail.ts';
import { isUnderWay, type Payout } from './payout.ts';

/** How long a payout may be without an end, whatever the rail says of it, before a person has to look. */
export const OVERDUE_MS = 24 * 60 * 60_000;

/** An instruction goes out at most so often by itself. */
const MOST_SENDS = 5;
/** For how long the rail denies the first before it goes out again; twice as long each time. */
const FIRST_REPEAT_MS = 30_000;

/**
 * Whether a payout that its rail denies goes out once more with the same reference. For rails that make no second transfer of a
 * reference, and only where the process that handed it over never recorded how the call ended: a call that ended without a clear
 * answer may have made the transfer, so it is only asked about. Not once a person was called. Pure.
 */
export function mayGoAgain(
  payout: Pick<Payout, 'status' | 'isSendOpen' | 'sends' | 'notFoundSince' | 'sentAt' | 'needsPerson'>,
  now: Date,
): boolean {
  const { status, isSendOpen, sends, notFoundSince, sentAt, needsPerson } = payout;
  if (status !== 'unknown' || !isSendOpen || needsPerson || sends >= MOST_SENDS) return false;
  if (notFoundSince === null || sentAt === null) return false;
  const waitedMs = now.getTime() - Math.max(notFoundSince.getTime(), sentAt.getTime());
  return waitedMs >= FIRST_REPEAT_MS * 2 ** (sends - 1);
}

/** What an answer means for a payout. */
export type Step =
  | { readonly kind: 'keep' }
  /** The rail knows it after all. */
  | { readonly kind: 'found' }
  /** The rail does not know it; `needsPerson` once it has said so for the whole window. */
  | { readonly kind: 'missing'; readonly needsPerson: boolean }
  | { readonly kind: 'doubt'; readonly reason: string }
  /** Nothing has left: it is as if it had never been handed over. */
  | { readonly kind: 'put-back'; readonly reason: string }
  /** The rail has had it for a day, and says no end. */
  | { readonly kind: 'overdue'; readonly reason: string }
  | { readonly kind: 'settle'; readonly sessionId: string | null }
  | { readonly kind: 'fail'; readonly reason: string }
  | { readonly kind: 'reverse'; readonly reason: string }
  /** The rail contradicts what it said before: money may have moved twice or not at all. */
  | { readonly kind: 'alarm'; readonly reason: string };

const KEEP: Step = { kind: 'keep' };

/** What the answer to the call itself means. The payout may have been asked about, and settled, meanwhile. Pure. */
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

/** What of a payout decides what an answer about it means. */
type AskedPayout = Pick<Payout, 'status' | 'notFoundSince' | 'needsPerson' | 'sentAt' | 'amountKobo' | 'accountNumber'>;

/** What an answer about a reference means, given all that is known of the payout. Pure. */
export function decideAfterFind(payout: AskedPayout, answer: FindAnswer, now: Date, notFoundWindowMs: number): Step {
  if (isUnderWay(payout)) {
    const step = decideUnderWay(payout, answer, now, notFoundWindowMs);
    return step.kind === 'keep' && isOverdue(payout, now) ? { kind: 'overdue', reason: describeSilence(answer) } : step;
  }
  if (payout.status === 'paid') {
    // A rail without a word of its own for a reversal calls it failed.
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

/**
 * Whether an answer that contradicts what is known by now was only overtaken: the payout has another state than when the
 * rail was asked about it. Pure.
 */
export const isOvertaken = (step: Step, asked: Pick<Payout, 'status'>, present: Pick<Payout, 'status'>): boolean =>
  step.kind === 'alarm' && asked.status !== present.status;

/**
 * What a person's word that a payout was not made means, given what the rail says at that moment. The rail's own word
 * goes before: only one that has known nothing of the reference for the whole window, and to which a person was called,
 * lets the payout fail. Everything else means what it means without the person. Pure.
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

/** Told to a person once: one that was called is not called again. */
function isOverdue({ needsPerson, sentAt }: AskedPayout, now: Date): boolean {
  return !needsPerson && sentAt !== null && now.getTime() - sentAt.getTime() >= OVERDUE_MS;
}

const describeSilence = (answer: FindAnswer): string =>
  answer.kind === 'unanswered'
    ? `the rail does not say how it is: ${answer.reason}`
    : 'the rail has called it pending for a day';

/** What else the rail paid than the payout says; null where it paid that, as far as it tells. Pure. */
function describeOther({ amountKobo, accountNumber }: AskedPayout, made: MadeTransfer | undefined): string | null {
  const said = made ?? { amountKobo: null, accountNumber: null };
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
    // Never seen as paid, so for us it never was: the naira is back where it came from.
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
