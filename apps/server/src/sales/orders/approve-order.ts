import type { OrderId, UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict, notFound, ruleBroken } from '../../platform/errors.ts';
import { emit, emitMany } from '../../events.ts';
import { recordDecision, screenOrder } from '../../controls/index.ts';
import {
  countApprovals,
  findOrder,
  forgetApprovals,
  insertOrderEvents,
  loadFirstApprover,
  loadOrderForUpdate,
  saveDecision,
  saveFirstApprover,
  saveOrder,
} from './db.ts';
import { isCovered, moveStatus, type Order, refuseDecision } from './order.ts';
import { seenOrder } from '../order-views/order-version.ts';
import { requireNothingOwed } from './hold-orders.ts';
import { askBeforeDeciding, describeName, type NameDependencies } from './payee-name.ts';
import { payableEvents } from '../funding/funding-work.ts';

/**
 * Clears a pending order: it is paid out as soon as its coins have arrived. One above the operator's second threshold stays
 * pending until another administrator has approved it too. One whose coins may come from a listed sender, or for whose account
 * the bank has another name or none, needs a reason from each, which only administrators see; the bank is asked for an
 * unconfirmed name once more before. Throws 404 if there is no such order; 403 for the administrator's own order and for one
 * who may not approve this amount yet; 409 if it is no longer pending, was approved by the same administrator, is not the
 * `version` that they saw, or its owner has an unsettled transfer without an order; 422 if the reason is missing.
 */
export async function approveOrder(
  dependencies: NameDependencies,
  { orderId, adminId, reason = null, version = null, dueAt = null }: Approval,
): Promise<Order> {
  const { database } = dependencies;
  const before = await findOrder(database, orderId);
  // The bank is not asked for a decision that is refused anyway, nor for a name that it has confirmed.
  const isAsked = before !== null && refuseDecision(before, adminId) === null && describeName(before) !== null;
  if (isAsked) await askBeforeDeciding(dependencies, orderId);
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null) throw notFound('There is no such order.');
    const refusal = refuseDecision(order, adminId);
    if (refusal !== null) throw refusal;
    await requireNothingOwed(tx, order.userId);
    const { senders, lastFoundAt } = await screenOrder(tx, order);
    const why = [describeSenders(senders), describeName(order)].filter((text) => text !== null);
    const approval = await recordDecision(tx, {
      action: 'order-approved',
      adminId,
      userId: order.userId,
      orderId,
      version: seenOrder(tx, order, version, senders),
      refusal: order.rateAnswer === 'asked' ? customerIsAsked() : null,
      reason,
      reasonNeeded: why.length === 0 ? null : reasonIsMissing(why),
      second: {
        thing: 'order',
        nairaKobo: order.nairaKobo,
        firstApprover: await loadFirstApprover(tx, orderId, lastFoundAt),
        action: 'order-first-approved',
      },
    });
    if (approval === 'first') return noteFirstApproval(tx, order, adminId);
    // An administrator who was first under a rule that has ended since now approves alone.
    if (approval === 'alone') await forgetApprovals(tx, orderId);
    return approve(tx, order, { adminId, dueAt: dueAt?.() ?? null });
  });
}

const customerIsAsked = () =>
  conflict(
    'The rate has moved, and the customer has been asked whether they accept the lower amount. Nothing was approved; once they ' +
      'do it can be, and without an answer the coins go back to their balance.',
  );

const describeSenders = (senders: readonly string[]): string | null =>
  senders.length === 0
    ? null
    : `Coins of this order can be from a sender on the sanctions list: ${senders.join(', ')}.`;

const reasonIsMissing = (why: readonly string[]) =>
  ruleBroken(
    `${why.join(' ')} Nothing was approved, and the coins stay where they are. If your own rules and the law allow it, ` +
      'please give the reason.',
    'reason-needed',
  );

export interface Approval {
  readonly orderId: OrderId;
  readonly adminId: UserId;
  readonly reason?: string | null;
  /** The version that the administrator saw; null: the call names none. */
  readonly version?: number | null;
  /**
   * Until then it can be taken back, and nothing of it is done (`carryDecisionOut`); null: at once. Asked once the order
   * is locked: what the call waited for before does not shorten the time.
   */
  readonly dueAt?: (() => Date) | null;
}

/** Records the first of the two approvals that a locked order takes; nothing else of it changes. */
export async function noteFirstApproval(tx: Transaction, order: Order, adminId: UserId): Promise<Order> {
  const orderId = order.id;
  await saveFirstApprover(tx, orderId, adminId);
  const text = 'Approved by one person. An order of this size needs two before any naira leaves.';
  await insertOrderEvents(tx, [{ orderId, type: 'first-approved', text }]);
  return order;
}

/** Notes an approval that can be taken back until `dueAt`, or carries it out at once. */
async function approve(
  tx: Transaction,
  order: Order,
  { adminId, dueAt }: { adminId: UserId; dueAt: Date | null },
): Promise<Order> {
  const orderId = order.id;
  await saveDecision(tx, { orderId, adminId });
  if (dueAt === null) return clearOrder(tx, order);
  await emit(tx, { type: 'order.approval-due', payload: { orderId }, runAt: dueAt });
  return saveOrder(tx, { ...order, declineCode: null, decisionDueAt: dueAt });
}

/** Clears a locked pending order whose approval stands: its customer is told, and its payout is made once it is covered. */
export async function clearOrder(tx: Transaction, order: Order): Promise<Order> {
  const orderId = order.id;
  const saved = await saveOrder(tx, {
    ...moveStatus(order, 'approved'),
    heldReason: null,
    agreedKobo: order.nairaKobo,
  });
  const text = isCovered(saved)
    ? 'Approved. The naira is on its way to the bank.'
    : 'Approved. The naira leaves as soon as the coins have arrived.';
  await insertOrderEvents(tx, [{ orderId, type: 'approved', text }]);
  const approval = await countApprovals(tx, orderId);
  await emitMany(tx, [{ type: 'order.approved', payload: { orderId, approval } }, ...payableEvents(saved)]);
  return saved;
}
