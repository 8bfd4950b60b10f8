import type { OrderId, UserId } from '@kobogate/contract';
import { formatNaira } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { insertOrderEvents, loadOrderForUpdate, saveOrder } from './db.ts';
import { loadUnansweredOrdersForUpdate } from '../funding/db.ts';
import { endOrder } from './decline-order.ts';
import { ANSWER_HOURS } from '../funding/rate-move.ts';
import { atRateOfNow, type RepriceDependencies } from '../funding/reprice-order.ts';
import type { Order } from './order.ts';
import { loadQuotesOf } from '../quotes/db.ts';

const TAKEN_BACK = 'The rate had moved, and you chose to have the coins back.';
const UNANSWERED = `The rate had moved, and we had no answer from you within ${ANSWER_HOURS} hours.`;

export interface RateAnswerInput {
  readonly orderId: OrderId;
  readonly userId: UserId;
  readonly answer: 'accepted' | 'declined';
  /** The naira that they saw, in kobo, as digits. */
  readonly nairaKobo: string;
}

export interface RateAnswerDependencies extends RepriceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  /** How long a rate is held for a customer. */
  readonly lockSeconds: number;
}

/**
 * The customer's answer to the new value of their coins: if accepted, an administrator checks the order again; if not,
 * the coins are in the balance and the order has ended. The amount holds as long as a lock does: accepted later, it is
 * that of the moment, which is asked about again where it is less. Else an unanswered question would be an option for
 * a day. Throws 404 for any but their own order, 409 where there is no question, or no longer, or they saw another
 * amount, 503 without a rate where one is needed.
 */
export async function answerRate(
  dependencies: RateAnswerDependencies,
  { orderId, userId, answer, nairaKobo }: RateAnswerInput,
): Promise<void> {
  const { database, clock, currentRates, lockSeconds } = dependencies;
  const rates = await currentRates();
  const now = await database.transaction(async (tx) => {
    const order = isId(orderId) ? await loadOrderForUpdate(tx, orderId) : null;
    if (order?.userId !== userId) throw notFound('There is no such order.');
    if (order.rateAnswer !== 'asked' || order.status !== 'pending') {
      throw conflict('There is nothing to answer on this order.');
    }
    if (nairaKobo !== String(order.nairaKobo)) return order;
    if (answer === 'declined') return endOrder(tx, order, TAKEN_BACK);
    const isHeld = clock.now().getTime() - (await pricedAt(tx, order)).getTime() <= lockSeconds * 1000;
    return accept(tx, order, isHeld ? order : await atRateOfNow(tx, dependencies, order, rates, order.amount));
  });
  if (now.rateAnswer === 'asked') {
    throw conflict(`It is ${formatNaira(now.nairaKobo)} by now. Nothing was done; please look at it again.`);
  }
}

/** The order with its amount accepted; still a question where that is less by now than its customer saw. */
async function accept(tx: Transaction, seen: Order, order: Order): Promise<Order> {
  if (order.nairaKobo < seen.nairaKobo) {
    return saveOrder(tx, { ...order, rateAnswer: 'asked', answerBy: seen.answerBy });
  }
  const text = `${formatNaira(order.nairaKobo)} was accepted. We check the order before the naira leaves.`;
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'rate-accepted', text }]);
  return saveOrder(tx, { ...order, agreedKobo: order.nairaKobo, rateAnswer: 'accepted', answerBy: null });
}

/** When the present amount of an order was calculated. */
async function pricedAt(tx: Transaction, order: Order): Promise<Date> {
  const quote = (await loadQuotesOf(tx, [order])).get(order.orderQuoteId);
  if (quote === undefined) throw new Error(`no quote ${order.orderQuoteId}`);
  return quote.madeAt;
}

/**
 * Returns the coins of orders to the balance whose customers were asked about the rate, and have not answered in time.
 */
export async function returnUnanswered({ database, clock }: { database: Database; clock: Clock }): Promise<void> {
  await database.transaction(async (tx) => {
    for (const order of await loadUnansweredOrdersForUpdate(tx, clock.now())) await endOrder(tx, order, UNANSWERED);
  });
}
