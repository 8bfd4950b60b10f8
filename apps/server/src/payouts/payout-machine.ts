import { type PayoutState, stampDutyOn, type PayoutId } from '@kobogate/contract';
import type { NewEvent } from '../events.ts';
import { lagosTime } from '../platform/files/report-range.ts';
import {
  type NewTransaction,
  payable,
  payoutInTransit,
  railFloat,
  stampDutyCost,
  stampDutyDue,
  type Transfer,
} from '../ledger/index.ts';
import { type Order, type OrderEvent, withPayout } from '../sales/index.ts';
import type { Step } from './decide-payout.ts';
import {
  describeDestination,
  describePayout,
  isElsewhere,
  isUnderWay,
  type LockedPayout,
  type Payout,
  type PayoutStatus,
  SEND_WITHIN_MS,
} from './payout.ts';

/** What happens to a locked payout: the meaning of its rail's answer, or a use case's action. */
export type PayoutEvent =
  | Step
  /** Its intent is written: it is about to be sent to this rail, with the rail's code for the bank. */
  | { readonly kind: 'leave'; readonly rail: string; readonly bankCode: string }
  /** It is about to be sent once more, exactly as before. */
  | { readonly kind: 'leave-again' }
  /** The call of its own process has ended. */
  | { readonly kind: 'answered' }
  /** A rail has it by its own list, whatever the books say. */
  | { readonly kind: 'listed'; readonly rail: string; readonly madeAt: Date }
  /** An administrator chose the only rail that it may use; null: any. */
  | { readonly kind: 'route'; readonly onlyRail: string | null }
  /** The check numbered `done` is over. */
  | { readonly kind: 'checked'; readonly done: number }
  /** Its rail has just received it again: it is asked soon, besides the chain of checks with its grown pauses. */
  | { readonly kind: 'ask-soon' }
  /**
   * Nothing of it was sent, and nothing will be unless an administrator sends it again. Its owner is told as of any
   * payout that failed, where `isTold`.
   */
  | { readonly kind: 'withdraw'; readonly reason: string; readonly isTold: boolean }
  /** The order's owner wants its naira at another account. One that is queued ends by it. */
  | { readonly kind: 'readdress'; readonly to: Order['bankAccount'] }
  /** Its rail denies it: it is to be sent again. */
  | { readonly kind: 'due-again' }
  /** Two administrators know from the bank, by its reference, that it was paid. */
  | { readonly kind: 'take'; readonly reference: string };

/** The new state of a payout and its order after an event, and all that is written with it in one transaction. */
export interface Move {
  readonly payout: Payout;
  readonly order: Order;
  /** Lines of the order's timeline. */
  readonly lines: readonly OrderEvent[];
  readonly events: readonly NewEvent[];
  readonly postings: readonly NewTransaction[];
  /** The log entry. */
  readonly notes: readonly { readonly level: 'warn' | 'error'; readonly fields: object; readonly text: string }[];
}

type Place = 'payable' | 'transit' | 'float';
interface Transition {
  readonly from: readonly PayoutStatus[];
  readonly to: PayoutStatus;
  /** The naira that moves with it, one posting each. */
  readonly posting?: {
    readonly source: string;
    readonly description: string;
    readonly from: Place;
    readonly to: Place;
  };
}

/**
 * THE TABLE: which change of state may follow which, and what it posts. A retry is a new row. Only a payout of which
 * nothing left goes back to queued: its own process said so, or another rail's list has it.
 */
export const TRANSITIONS = {
  leave: {
    from: ['queued'],
    to: 'sent',
    posting: { source: 'payout-sent', description: 'Payout handed to the rail', from: 'payable', to: 'transit' },
  },
  withdraw: { from: ['queued'], to: 'failed' },
  doubt: { from: ['sent'], to: 'unknown' },
  'put-back': {
    from: ['sent', 'unknown'],
    to: 'queued',
    posting: { source: 'payout-put-back', description: 'Payout did not leave', from: 'transit', to: 'payable' },
  },
  settle: {
    from: ['sent', 'unknown'],
    to: 'paid',
    posting: { source: 'payout-paid', description: 'Payout paid', from: 'transit', to: 'float' },
  },
  fail: {
    from: ['sent', 'unknown'],
    to: 'failed',
    posting: { source: 'payout-failed', description: 'Payout failed', from: 'transit', to: 'payable' },
  },
  reverse: {
    from: ['paid'],
    to: 'reversed',
    posting: { source: 'payout-reversed', description: 'Payout sent back after success', from: 'float', to: 'payable' },
  },
  take: {
    from: ['sent', 'unknown'],
    to: 'paid',
    posting: { source: 'payout-taken', description: 'Payout taken as paid', from: 'transit', to: 'float' },
  },
  'take-ended': {
    from: ['failed', 'reversed'],
    to: 'paid',
    posting: { source: 'payout-taken', description: 'Payout taken as paid', from: 'payable', to: 'float' },
  },
} as const satisfies Record<string, Transition>;
export type TransitionName = keyof typeof TRANSITIONS;

/** Longer than sending and answering may take, so that the first check does not overtake the call. */
const GRACE_MS = 2 * SEND_WITHIN_MS;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** Checks after the end, in milliseconds: it may come back, or be paid after all, and a callback may be lost. */
const WATCH_AFTER_MS = [60_000, 10 * 60_000, 60 * 60_000, 24 * 60 * 60_000];
const OVERDUE =
  'The bank has had this payout for a day, and it has not ended. Our team is looking into it; it is not sent a second time.';
const CONTRADICTED =
  'The bank’s answer about this payout does not match. Our team is looking into it; it is not sent a second time.';
const READDRESSED = 'another account was chosen';
/** Its naira is with us, and no rail has it. */
const HAS_ENDED: ReadonlySet<PayoutStatus> = new Set(['failed', 'reversed']);
const DENIED =
  'The bank still knows nothing of this payout. Our team is looking into it; it is not sent a second time.';

/** The effect of an event on a locked payout and its order. Throws where the table does not allow it. Pure. */
export function movePayout(locked: LockedPayout, event: PayoutEvent, now: Date): Move {
  const start: Move = { ...locked, lines: [], events: [], postings: [], notes: [] };
  const { payout } = locked;
  const { id: payoutId, orderId, sends } = payout;
  const after = (milliseconds: number): Date => new Date(now.getTime() + milliseconds);
  switch (event.kind) {
    case 'keep':
      return start;
    case 'leave': {
      const change = { rail: event.rail, bankCode: event.bankCode, sentAt: now, sends: sends + 1, isSendOpen: true };
      const text = `${describePayout(payout)} was handed to the bank. Reference ${payout.reference}.`;
      return scheduleCheck(pass(start, 'leave', change, text), after(GRACE_MS));
    }
    case 'leave-again': {
      const text = `The bank did not have this payout, so it was sent again with the same reference ${payout.reference}, which the bank pays once.`;
      const line = { orderId, type: 'payout-repeated', text };
      return { ...change(start, { sentAt: now, sends: sends + 1 }), lines: [line] };
    }
    case 'withdraw': {
      const { reason, isTold } = event;
      const failed: NewEvent = { type: 'payout.failed', payload: { orderId, payoutId } };
      const withdrawn = withdraw(start, reason, now);
      return isTold ? emit(withdrawn, failed) : withdrawn;
    }
    case 'readdress':
      return readdress(payout.status === 'queued' ? withdraw(start, READDRESSED, now) : start, event.to);
    case 'answered':
      return change(start, { isSendOpen: false });
    case 'listed':
      return takeAsSent(start, event);
    case 'put-back': {
      const text = `${describePayout(payout)} did not leave. Nothing was sent; it is about to be sent again.`;
      const due: NewEvent = {
        type: 'payout.due',
        payload: { payoutId },
        runAt: after(pauseBefore(sends)),
        // Another key than that of the event that is being handled for it now.
        key: `${payoutId}#${sends}`,
      };
      const moved = emit(pass(start, 'put-back', { ...NOT_WITH_A_RAIL, checks: 0 }, text), due);
      const fields = { payoutId, rail: payout.rail, reason: event.reason };
      return note(moved, 'warn', fields, 'a payout did not leave and is queued again');
    }
    case 'found':
      return change(start, { notFoundSince: null, ...NO_PERSON });
    case 'missing': {
      const doubted = doubt(start);
      const since = doubted.payout.notFoundSince ?? now;
      const noted = change(doubted, { notFoundSince: since });
      const reason = `the rail has known nothing of it since ${lagosTime(since.toISOString())} in Lagos`;
      return event.needsPerson ? callPerson(noted, reason, DENIED) : noted;
    }
    case 'doubt':
      return doubt(start);
    case 'overdue':
      return callPerson(start, event.reason, OVERDUE);
    case 'alarm':
      // Whether a payout that is under way is the one ordered is no longer certain.
      return callPerson(doubt(start), event.reason, CONTRADICTED);
    case 'settle': {
      const { sessionId } = event;
      const session = sessionId === null ? '' : ` Bank session ${sessionId}.`;
      const ended = { sessionId, settledAt: now, notFoundSince: null, ...NO_PERSON };
      const moved = pass(start, 'settle', ended, `${describePayout(payout)} was paid.${session}`);
      return emit(moved, { type: 'payout.paid', payload: { orderId, payoutId } }, ...watch(payoutId, now));
    }
    case 'fail': {
      const { reason } = event;
      const ended = { failureReason: reason, settledAt: now, notFoundSince: null, ...NO_PERSON };
      const text = `The bank did not pay ${describePayout(payout)}. Reason: ${reason}. The naira is safe with us and can be sent again.`;
      const failed: NewEvent = { type: 'payout.failed', payload: { orderId, payoutId } };
      const moved = emit(pass(start, 'fail', ended, text), failed, ...watch(payoutId, now));
      return note(moved, 'warn', { payoutId, reason }, 'a payout failed');
    }
    case 'reverse': {
      const { reason } = event;
      const text = `The bank sent back ${describePayout(payout)} after it was paid. Reason: ${reason}. The naira is safe with us.`;
      const back = pass(start, 'reverse', { failureReason: reason }, text);
      const moved = emit(back, { type: 'payout.reversed', payload: { orderId, payoutId } });
      return note(moved, 'error', { payoutId, reason }, 'a payout came back after it was paid');
    }
    case 'take': {
      const { reference: sessionId } = event;
      const ended = { sessionId, settledAt: now, failureReason: null, notFoundSince: null, ...NO_PERSON };
      const text = `${describePayout(payout)} was paid, as our team confirmed with the bank. Bank reference ${sessionId}.`;
      const name = isUnderWay(payout) ? 'take' : 'take-ended';
      const moved = pass(toPaidAccount(start), name, { ...ended, takes: payout.takes + 1 }, text);
      return emit(moved, { type: 'payout.paid', payload: { orderId, payoutId } }, ...watch(payoutId, now));
    }
    case 'route':
      return route(start, event.onlyRail);
    case 'checked': {
      // Nothing to do where another worker has continued already.
      if (!isUnderWay(payout) || payout.checks !== event.done) return start;
      const next = event.done + 1;
      return scheduleCheck(change(start, { checks: next }), after(pauseBefore(next)));
    }
    case 'ask-soon':
      return emit(start, {
        type: 'payout.check',
        payload: { payoutId },
        runAt: after(pauseBefore(1)),
        key: `${payoutId}:taken${sends}`,
      });
    case 'due-again':
      // No other sending may come in between.
      return emit(start, { type: 'payout.due', payload: { payoutId, after: sends }, key: `${payoutId}+${sends}` });
  }
}

/** Milliseconds until the check numbered `check` (from 1): 2 s, 4 s, 8 s … at most five minutes. Pure. */
export function pauseBefore(check: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(check - 1, 20), LONGEST_PAUSE_MS);
}

/** The timeline line of a locked order for which a queued payout was written. Pure. */
export function queueOf(order: Order, payoutState: PayoutState, text: string): Pick<Move, 'order' | 'lines'> {
  return {
    order: withPayout(order, payoutState),
    lines: [{ orderId: order.id, type: `payout-${payoutState}`, text }],
  };
}

const change = (move: Move, changes: Partial<Payout>): Move => ({ ...move, payout: { ...move.payout, ...changes } });
const emit = (move: Move, ...events: readonly NewEvent[]): Move => ({ ...move, events: [...move.events, ...events] });
const note = (move: Move, level: 'warn' | 'error', fields: object, text: string): Move => ({
  ...move,
  notes: [...move.notes, { level, fields, text }],
});

/** One row of the table: the payout's state, its order's, the timeline line, and the posting. */
function pass(move: Move, name: TransitionName, changes: Partial<Payout>, text: string): Move {
  const { from, to }: Transition = TRANSITIONS[name];
  const { payout, order } = move;
  if (!from.includes(payout.status)) throw new Error(`payout ${payout.id} can't go from ${payout.status} to ${to}`);
  const moved = change(move, { ...changes, status: to });
  const posting = postingOf(name, moved);
  const { order: followed, lines } = queueOf(order, to, text);
  return {
    ...moved,
    order: followed,
    lines: [...move.lines, ...lines],
    postings: [...move.postings, ...(posting === null ? [] : [posting])],
  };
}

const NO_PERSON = { needsPerson: false, doubt: null };
const NOT_WITH_A_RAIL = { isSendOpen: false, sentAt: null, notFoundSince: null, ...NO_PERSON };

function doubt(move: Move): Move {
  if (move.payout.status !== 'sent') return move;
  const text =
    'The bank has not given a clear answer yet. We keep asking about this payout; it is not sent a second time.';
  return pass(move, 'doubt', {}, text);
}

function callPerson(move: Move, reason: string, text: string): Move {
  const { id: payoutId, orderId, reference, needsPerson } = move.payout;
  // The last answer counts, also where the bank has given another one since.
  const called = change(move, { needsPerson: true, doubt: reason });
  if (needsPerson) return called;
  const told = { ...called, lines: [...called.lines, { orderId, type: 'payout-needs-person', text }] };
  const delayed = emit(told, { type: 'payout.delayed', payload: { orderId, payoutId } });
  return note(delayed, 'error', { payoutId, reference, reason }, 'a payout needs an administrator');
}

function withdraw(start: Move, reason: string, now: Date): Move {
  const { payout } = start;
  const text = `${describePayout(payout)} was not sent. Reason: ${reason}. The naira is safe with us.`;
  const passed = pass(start, 'withdraw', { failureReason: reason, settledAt: now }, text);
  return note(passed, 'warn', { payoutId: payout.id, reason }, 'a payout was withdrawn before it left');
}

/** The naira of an ended payout is with us: the order's next payout goes to another account. */
function readdress(start: Move, to: Order['bankAccount']): Move {
  const { payout, order } = start;
  if (!HAS_ENDED.has(payout.status))
    throw new Error(`payout ${payout.id} is ${payout.status}: its naira can't go elsewhere`);
  const text = `Another account was chosen: ${describeDestination(to)} instead of ${describeDestination(order.bankAccount)}. We review it before any naira leaves.`;
  const line = { orderId: order.id, type: 'payout-readdressed', text };
  return { ...start, order: { ...order, bankAccount: to }, lines: [...start.lines, line] };
}

/** The naira is where this payout went, also where another account was chosen since; the bank is not asked for its name again. */
function toPaidAccount(start: Move): Move {
  const { order, payout } = start;
  if (!isElsewhere(order.bankAccount, payout)) return start;
  const { accountNumber, bankCode, bankName, accountName } = payout;
  const paid = {
    accountNumber,
    bankCode,
    bankName,
    accountName,
    nameResolution: 'unresolved',
    resolvedName: null,
  } as const;
  return { ...start, order: { ...order, bankAccount: paid } };
}

/**
 * A rail's list has the payout, though the books have it queued or with another rail: it moves to this one and is asked
 * about. One with this rail, or that has ended, stays as it is.
 */
function takeAsSent(start: Move, { rail, madeAt }: { readonly rail: string; readonly madeAt: Date }): Move {
  const there = isUnderWay(start.payout) && start.payout.rail !== rail ? takeBack(start) : start;
  const { status, sends, reference } = there.payout;
  if (status !== 'queued') return there;
  const text = `${describePayout(there.payout)} is on the bank’s own list, under the reference ${reference}.`;
  const sent = pass(there, 'leave', { rail, sentAt: madeAt, sends: sends + 1, isSendOpen: false }, text);
  return scheduleCheck(sent, null);
}

function takeBack(move: Move): Move {
  const text = `${describePayout(move.payout)} is not with ${move.payout.rail}: another bank rail lists it.`;
  return pass(move, 'put-back', NOT_WITH_A_RAIL, text);
}

/** Nothing was sent of a queued payout: it leaves at once, by the given rail alone, or by any. */
function route(start: Move, onlyRail: string | null): Move {
  const { id: payoutId, orderId, onlyRail: before } = start.payout;
  const text =
    before === onlyRail
      ? 'An administrator had the payout tried again at once. Nothing had been sent before.'
      : 'An administrator chose another way to the bank. Nothing had been sent before.';
  const routed = { ...change(start, { onlyRail }), lines: [{ orderId, type: 'payout-rerouted', text }] };
  return emit(routed, { type: 'payout.due', payload: { payoutId }, key: routeKey(payoutId, onlyRail) });
}

/**
 * A separate key: the event that is being handled for the other rail may take minutes. Still only one of them sends.
 */
export const routeKey = (payoutId: PayoutId, onlyRail: string | null): string => `${payoutId}@${onlyRail ?? 'any'}`;

/**
 * The event of the payout's present check, due at once without a time. The key keeps a single chain: a check is
 * scheduled once.
 */
function scheduleCheck(move: Move, runAt: Date | null): Move {
  const { id: payoutId, checks: check } = move.payout;
  const event: NewEvent = { type: 'payout.check', payload: { payoutId, check }, key: `${payoutId}:${check}` };
  return emit(move, runAt === null ? event : { ...event, runAt });
}

const watch = (payoutId: PayoutId, now: Date): NewEvent[] =>
  WATCH_AFTER_MS.map((milliseconds) => ({
    type: 'payout.check',
    payload: { payoutId },
    runAt: new Date(now.getTime() + milliseconds),
    key: `${payoutId}:paid+${milliseconds}`,
  }));

const isSomething = ({ amount }: Transfer): boolean => amount > 0n;
/** These may happen once per sending; the first one has the payout's own id. */
const OF_A_SEND: ReadonlySet<TransitionName> = new Set(['leave', 'put-back']);
/** These may happen once each time that it is taken as paid; before the first time with the payout's own id. */
const OF_A_TAKE: ReadonlySet<TransitionName> = new Set(['take', 'take-ended', 'reverse']);

/** The id of a posting, unique with its source for ever. Pure. */
function sourceIdOf(name: TransitionName, { id, sends, takes }: Payout): string {
  if (OF_A_SEND.has(name) && sends > 1) return `${id}#${sends}`;
  return OF_A_TAKE.has(name) && takes > 0 ? `${id}#${takes}` : id;
}

/**
 * The posting of a payout's naira, once per payout, or sending of it, and kind of move; a paid payout makes us owe the
 * stamp duty, a reversed one no longer. Null where no naira moves. Pure.
 */
export function postingOf(name: TransitionName, { payout, order }: LockedPayout): NewTransaction | null {
  const { posting }: Transition = TRANSITIONS[name];
  if (posting === undefined) return null;
  const { source, description, from, to } = posting;
  const { rail, amountKobo } = payout;
  const accounts = { payable: payable(order.userId), transit: payoutInTransit(rail), float: railFloat(rail) };
  const amount = stampDutyOn(amountKobo);
  const owed: Transfer = { debit: stampDutyCost(), credit: stampDutyDue(), amount };
  const duties: Partial<Record<TransitionName, Transfer>> = {
    settle: owed,
    take: owed,
    'take-ended': owed,
    reverse: { debit: stampDutyDue(), credit: stampDutyCost(), amount },
  };
  const duty = duties[name];
  return {
    source,
    sourceId: sourceIdOf(name, payout),
    description,
    transfers: [
      { debit: accounts[from], credit: accounts[to], amount: amountKobo },
      ...(duty === undefined ? [] : [duty]).filter(isSomething),
    ],
  };
}
