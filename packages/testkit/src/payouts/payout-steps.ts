import type { OrderId, PayoutId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createPayoutCreation } from '@kobogate/server/src/payouts/create-payout.ts';
import { movePayout, type PayoutEvent } from '@kobogate/server/src/payouts/payout-machine.ts';
import type { LockedPayout, Payout, PayoutStatus } from '@kobogate/server/src/payouts/payout.ts';
import { idFor } from '../contract/ids.ts';
import { orderMade } from '../sales/orders.ts';

/** For tests of decisions: the moment of each step. */
export const NOW = new Date('2026-03-01T09:00:00.000Z');
/** For tests of decisions: when a payout that is not queued was sent. */
export const EARLIER = new Date('2026-03-01T08:10:00.000Z');

/**
 * For tests of decisions: the first payout of an approved order, of ₦16,000 by BudPay; one that is not queued was sent
 * once. Except as said.
 */
export function payoutMade(status: PayoutStatus, facts: Partial<Payout> = {}): LockedPayout {
  const order = orderMade(EARLIER, { status: 'approved', funding: 'funded', payout: status, received: 10_000_000n });
  const payout: Payout = {
    id: idFor<PayoutId>('payout'),
    orderId: idFor<OrderId>('order'),
    attempt: 1,
    rail: 'budpay',
    onlyRail: null,
    reference: 'kg-reference',
    amountKobo: toKobo(1_600_000n),
    accountNumber: '0123456785',
    bankCode: '000013',
    bankName: 'GTBANK',
    accountName: 'SAMPLE PERSON',
    status,
    checks: 0,
    notFoundSince: null,
    needsPerson: false,
    doubt: null,
    isContested: false,
    isListed: false,
    isOwnerDisabled: false,
    isTakenBack: false,
    sends: status === 'queued' ? 0 : 1,
    takes: 0,
    isSendOpen: false,
    sessionId: null,
    failureReason: null,
    sentAt: status === 'queued' ? null : EARLIER,
    settledAt: null,
    ...facts,
  };
  return { payout, order };
}

/** For tests: how `after` differs from `before`. */
function changesOf(before: object, after: object): object {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== was.get(name)));
}

/**
 * For tests: everything that a step of a payout at `NOW` writes: the changed parts of the payout, lines of the timeline as
 * `[type, text]` (`line` if there is one), events, postings as `source sourceId`, and the log; not what stayed as it was.
 * `order` is there only where the order changed otherwise than by taking the payout's state.
 */
export function writtenBy(locked: LockedPayout, event: PayoutEvent): object {
  const { payout, order, lines, events, postings, notes } = movePayout(locked, event, NOW);
  const told = lines.map(({ orderId, type, text }) => (orderId === order.id ? [type, text] : [type, text, orderId]));
  const [line = [], ...more] = told;
  const written = {
    payout: changesOf(locked.payout, payout),
    order: changesOf({ ...locked.order, payout: payout.status }, order),
    ...(more.length === 0 ? { line } : { lines: told }),
    events,
    postings: postings.map(({ source, sourceId }) => `${source} ${sourceId}`),
    notes,
  };
  return Object.fromEntries(Object.entries(written).filter(([, part]) => Object.keys(part).length > 0));
}

/** For tests: makes the payout of one payable order alone, as a process of its own. */
export const createPayout = (
  dependencies: Parameters<typeof createPayoutCreation>[0],
  due: { readonly orderId: OrderId },
): Promise<void> => createPayoutCreation(dependencies)(due);
