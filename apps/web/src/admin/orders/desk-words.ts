import type { AdminOrder } from '@kobogate/contract';
import { FUNDING_WORDS, PAYOUT_WORDS, STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { coinText } from '../../lib/formats.ts';
import type { StateWords } from '../../ui/status.tsx';
import { needsReason } from './listed-senders.tsx';
import type { Verdict } from './local-decisions.ts';
import { coinsOf } from './order-filters.ts';
import { isCustomerAsked } from './seen-order.tsx';

/** The one thing that an administrator has to know of an order first. Pure. */
export function deskWords(order: AdminOrder): StateWords {
  if (order.payout !== 'paid' && order.payoutNeedsPerson) return { tone: 'danger', text: 'To decide' };
  if (order.payout !== 'none') return PAYOUT_WORDS[order.payout];
  if (needsReason(order)) return { tone: 'danger', text: 'Sanctions list' };
  if (isCustomerAsked(order)) return { tone: 'waiting', text: 'Customer is asked' };
  if (order.status === 'declined' || coinsOf(order) === 'arrived') {
    return order.status === 'pending' ? { tone: 'warning', text: 'To review' } : STATUS_WORDS[order.status];
  }
  return FUNDING_WORDS[order.funding];
}

const PAYOUT_SENTENCES: Partial<Record<AdminOrder['payout'], string>> = {
  queued: 'Approved. The payout leaves as soon as a rail can take it.',
  sent: 'The payout is with the bank.',
  unknown: 'The bank has given no clear answer about the payout, and is asked again.',
  paid: 'The naira is in the bank account.',
  failed: 'The payout did not go through. It can be sent again.',
  reversed: 'The bank sent the payout back. It can be sent again.',
};

const FUNDING_SENTENCES: Partial<Record<AdminOrder['funding'], string>> = {
  awaiting: 'No coins have arrived yet.',
  confirming: 'The coins are on the chain, and not final yet.',
  expired: 'No coins arrived in time. Late ones count at the rate of that moment.',
};

/** Where an order is, in a sentence for those who decide on it. Pure. */
export function deskSummary(order: AdminOrder): string {
  const { status, funding, payout, missingAmount, fromCurrency, declineReason } = order;
  if (payout !== 'paid' && order.payoutNeedsPerson) return 'The bank’s answers do not settle the payout. Decide on it.';
  if (status === 'declined') return declineReason === null ? 'Declined.' : `Declined: ${declineReason}`;
  const sentence = PAYOUT_SENTENCES[payout] ?? FUNDING_SENTENCES[funding];
  if (sentence !== undefined) return sentence;
  if (funding === 'underpaid') return `${coinText(missingAmount, fromCurrency)} is still missing.`;
  if (status !== 'pending') return 'The coins are there. The naira is about to leave.';
  return isCustomerAsked(order)
    ? 'The customer is asked to accept a lower amount. There is nothing to decide until then.'
    : 'The coins are there. It waits for a decision.';
}

/** Whether this administrator gave the first of its two approvals: another gives the second. Pure. */
export const isApprovedBy = ({ firstApproval }: AdminOrder, adminId: string | undefined): boolean =>
  firstApproval !== null && firstApproval.adminId === adminId;

/** Whether it is the order of this person of the team: a colleague decides on it. Pure. */
export const isOwn = ({ customerId }: AdminOrder, adminId: string | undefined): boolean => customerId === adminId;

type Undecided = AdminOrder & { readonly decision: unknown };

/** Whether it waits for a decision now. Pure. */
export const isToDecide = ({ status, decision }: Undecided): boolean => status === 'pending' && decision === null;

/** Whether this person can decide so on it now. Pure. */
export const canDecide = (row: Undecided, verdict: Verdict, adminId: string | undefined): boolean =>
  isToDecide(row) && !isOwn(row, adminId) && !(verdict === 'approved' && isApprovedBy(row, adminId));

/** The next row that `adminId` can decide on after the one with the id, then from the top; null where there is none. Pure. */
export function nextToDecide<Row extends Undecided>(
  rows: readonly Row[],
  id: string,
  adminId: string | undefined,
): Row | null {
  const index = rows.findIndex((row) => row.id === id);
  const others = [...rows.slice(index + 1), ...rows.slice(0, Math.max(index, 0))];
  return (
    others.find((row) => canDecide(row, 'approved', adminId) && coinsOf(row) === 'arrived' && !isCustomerAsked(row)) ??
    null
  );
}
