import { type DeclineCode, describeDecline, type OrderId, type UserId } from '@kobogate/contract';
import type { Database, Transaction } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { emit } from '../../events.ts';
import { recordDecision } from '../../controls/index.ts';
import { insertOrderEvents, loadOrderForUpdate, saveDecision, saveOrder } from './db.ts';
import { giveBack } from '../funding/funding-work.ts';
import { moveStatus, type Order, refuseDecision, setAsideFor } from './order.ts';
import { seenOrder } from '../order-views/order-version.ts';

/**
 * Refuses a pending order: coins that were held for it return to the customer's balance, and the customer gets the
 * reason of the code and the administrator's own words. With `dueAt`, asked once the order is
 * locked, nothing of that is done before then (`carryDecisionOut`), and it can be taken back. Throws 404, 403 for the administrator's own order, 409 where it
 * is no longer pending, or not the `version` that they saw.
 */
export function declineOrder(
  { database }: { database: Database },
  input: {
    orderId: OrderId;
    adminId: UserId;
    code?: DeclineCode;
    reason: string | null;
    version?: number | null;
    dueAt?: (() => Date) | null;
  },
): Promise<Order> {
  const { orderId, adminId, code = 'other', version = null } = input;
  const reason = describeDecline(code, asSentence(input.reason ?? ''));
  return database.transaction(async (tx) => {
    const order = await loadOrderForUpdate(tx, orderId);
    if (order === null) throw notFound('There is no such order.');
    const refusal = refuseDecision(order, adminId);
    if (refusal !== null) throw refusal;
    const seen = seenOrder(tx, order, version);
    const { userId } = order;
    await recordDecision(tx, { action: 'order-declined', adminId, userId, orderId, reason, version: seen });
    const dueAt = input.dueAt?.() ?? null;
    const saved =
      dueAt === null
        ? await endOrder(tx, order, reason)
        : await saveOrder(tx, { ...order, declineReason: reason, decisionDueAt: dueAt });
    await saveDecision(tx, { orderId, adminId, declineCode: code });
    if (dueAt !== null) await emit(tx, { type: 'order.decline-due', payload: { orderId }, runAt: dueAt });
    return { ...saved, declineCode: code };
  });
}

/** Ends a locked pending order without naira: its coins return to the balance, and its customer gets `reason`. */
export async function endOrder(tx: Transaction, order: Order, reason: string | null): Promise<Order> {
  const orderId = order.id;
  const aside = setAsideFor(order);
  if (aside > 0n) await giveBack(tx, order, aside);
  const ended = { ...moveStatus(order, 'declined'), declineReason: reason, heldReason: null };
  const saved = await saveOrder(tx, { ...ended, rateAnswer: null, answerBy: null });
  const why = reason === null ? 'Declined.' : `Declined: ${reason}`;
  await insertOrderEvents(tx, [{ orderId, type: 'declined', text: `${why} The coins stay in the balance.` }]);
  await emit(tx, { type: 'order.declined', payload: { orderId } });
  return saved;
}

/** The administrator's words as a complete sentence, because another one follows. */
function asSentence(words: string): string {
  const text = words.trim();
  return text === '' || /[.!?…][”’"')]?$/.test(text) ? text : `${text}.`;
}
