import type { OrderId, UserId } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { loadUnansweredOrdersForUpdate } from '../funding/db.ts';
import { endOrder } from './decline-order.ts';
import { ANSWER_HOURS } from '../funding/rate-move.ts';

const TAKEN_BACK = 'The rate had moved, and you chose to have the coins back.';
const UNANSWERED = `The rate had moved, and we had no answer from you within ${ANSWER_HOURS} hours.`;

export interface RateAnswerInput {
  readonly orderId: OrderId;
  readonly userId: UserId;
  readonly answer: 'accepted' | 'declined';
  /** The naira that they saw, in kobo, as digits. */
  readonly nairaKobo: string;
}

/**
 * The customer's answer to the new value of their coins: if accepted, an administrator checks the order again; if not,
 * the coins are in the balance and the order has ended. Throws 404 for any but their own order, 409 where there is no
 * question, or no longer, or they saw another amount.
 */
export async function answerRate(
  { database }: { database: Database },
  { orderId, userId, answer, nairaKobo }: RateAnswerInput,
): Promise<void> {
  await database.transaction(async (tx) => {
    const order = isId(orderId) ? await loadOrderForUpdate(tx, orderId) : null;
    if (order?.userId !== userId) throw notFound('There is no such order.');
    if (order.rateAnswer !== 'asked' || order.status !== 'pending') {
      throw conflict('There is nothing to answer on this order.');
    }
    if (nairaKobo !== String(order.nairaKobo)) {
      throw conflict(`It is ${formatNaira(order.nairaKobo)} by now. Nothing was done; please look at it again.`);
    }
    if (answer === 'declined') {
      await endOrder(tx, order, TAKEN_BACK);
      return;
    }
    await saveOrder(tx, { ...order, agreedKobo: order.nairaKobo, rateAnswer: 'accepted', answerBy: null });
    const text = `${formatNaira(order.nairaKobo)} was accepted. We check the order before the naira leaves.`;
    await insertOrderEvents(tx, [{ orderId, type: 'rate-accepted', text }]);
  });
}

/**
 * Returns the coins of orders to the balance whose customers were asked about the rate, and have not answered in time.
 */
export async function returnUnanswered({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await database.transaction(async (tx) => {
    for (const order of await loadUnansweredOrdersForUpdate(tx, clock.now())) await endOrder(tx, order, UNANSWERED);
  });
}
