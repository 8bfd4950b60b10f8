import {
  COVERED,
  type FundingState,
  type HistoryState,
  type Order,
  type OrderStatus,
  type PayoutState,
} from '@kobogate/contract';
import type { StateWords } from '../../ui/status.tsx';

/** How each status reads, with the tone it is shown in. */
export const STATUS_WORDS: Readonly<Record<OrderStatus, StateWords>> = {
  pending: { tone: 'waiting', text: 'Pending' },
  processing: { tone: 'brand', text: 'Processing' },
  approved: { tone: 'success', text: 'Approved' },
  declined: { tone: 'danger', text: 'Declined' },
};

/** How each state of the coins reads. */
export const FUNDING_WORDS: Readonly<Record<FundingState, StateWords>> = {
  awaiting: { tone: 'neutral', text: 'Awaiting coins' },
  confirming: { tone: 'waiting', text: 'Confirming' },
  funded: { tone: 'success', text: 'Funded' },
  underpaid: { tone: 'warning', text: 'Underpaid' },
  overpaid: { tone: 'success', text: 'Overpaid' },
  late: { tone: 'success', text: 'Funded late' },
  expired: { tone: 'warning', text: 'Lock ended' },
};

/** How each state of the payout reads. */
export const PAYOUT_WORDS: Readonly<Record<PayoutState, StateWords>> = {
  none: { tone: 'neutral', text: 'Not due yet' },
  queued: { tone: 'waiting', text: 'Queued' },
  sent: { tone: 'waiting', text: 'Sent to bank' },
  unknown: { tone: 'warning', text: 'Asking bank' },
  paid: { tone: 'success', text: 'Paid' },
  failed: { tone: 'danger', text: 'Failed' },
  reversed: { tone: 'danger', text: 'Reversed' },
};

const NOT_PAID: StateWords = { tone: 'neutral', text: 'Not paid' };

/** How far the naira is, in words: an order that was declined is not paid, and no day will change that. */
export const nairaWords = ({ status, payout }: Pick<Order, 'status' | 'payout'>): StateWords =>
  status === 'declined' && payout === 'none' ? NOT_PAID : PAYOUT_WORDS[payout];

type Standing = Pick<Order, 'status' | 'funding' | 'payout' | 'rateMove'>;

/**
 * The state that matters most to the order's owner now: a payout first, else a decline, else a question to them, else
 * the coins.
 */
export function leadingWords(order: Standing): StateWords {
  if (order.payout !== 'none') return PAYOUT_WORDS[order.payout];
  if (order.status === 'declined') return STATUS_WORDS.declined;
  if (order.rateMove?.answer === 'asked') return { tone: 'warning', text: 'Waits for you' };
  return isInReview(order) ? { tone: 'waiting', text: 'In review' } : FUNDING_WORDS[order.funding];
}

/** Whether a person decides on the order now: its coins are there, and its owner has no question to answer. */
export const isInReview = ({ status, funding, payout, rateMove }: Standing): boolean =>
  status === 'pending' && payout === 'none' && COVERED.has(funding) && rateMove?.answer !== 'asked';

/** What the history is narrowed to, in the words of its rows. */
export const HISTORY_WORDS: Readonly<Record<HistoryState, string>> = {
  waiting: 'Waiting for coins',
  asked: 'Waits for you',
  review: 'In review',
  moving: 'Naira on its way',
  attention: 'We look into it',
  paid: 'Paid',
  declined: 'Declined',
};
