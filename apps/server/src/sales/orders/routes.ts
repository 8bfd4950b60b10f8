import { DECISION_WAITS_SECONDS, endpoints, type Order as OrderAnswer, type OrderStatus } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { createHistory } from '../history/list-history.ts';
import { createReviewTime } from '../history/review-time.ts';
import { answerRate, type RateAnswerDependencies } from './answer-rate.ts';
import { approveMany } from './approve-many.ts';
import { approveOrder } from './approve-order.ts';
import type { CreateOrder } from './create-order.ts';
import { declineOrder } from './decline-order.ts';
import { decidedStatus } from './order.ts';
import type { NameDependencies } from './payee-name.ts';
import { countOrdersForAdmin, linkToNext, listOrdersForAdmin } from '../order-views/review/review-orders.ts';
import { withTodaysRates } from './todays-rate.ts';
import { undoDecision } from './undo-decision.ts';
import { createDashboards } from '../order-views/view-dashboard.ts';
import {
  getConversion,
  getOrderForAdmin,
  presentOrder,
  presentOrderForAdmin,
  worthOfOrder,
  worthOfOrders,
} from '../order-views/view-orders.ts';

const { adminOrders, dashboard, orders } = endpoints;

export interface OrderRouteDependencies extends NameDependencies, RateAnswerDependencies {
  readonly createOrder: CreateOrder;
}

/** The answer to an administrator after a decision, by the order's new state. */
const DECIDED: Readonly<Record<OrderStatus, string>> = {
  approved: 'Order approved',
  declined: 'Order declined',
  pending: 'Your approval is recorded. Another reviewer or administrator has to approve this order too',
  processing: 'Order cleared',
};

/** Conversions and figures for their owner; the review for administrators. */
export function orderRoutes(dependencies: OrderRouteDependencies): Route[] {
  const { database, clock, createOrder } = dependencies;
  const readReviewTime = createReviewTime(dependencies);
  const listConversions = createHistory(dependencies);
  const viewDashboard = createDashboards(dependencies);
  const today = async <Some extends OrderAnswer>(answer: Some): Promise<Some> =>
    (await withTodaysRates(dependencies, [answer]))[0] ?? answer;
  const afterWait = (): Date => new Date(clock.now().getTime() + DECISION_WAITS_SECONDS * 1000);
  return [
    route(orders.convert, async ({ caller, body, idempotencyKey }) => {
      const { fromCurrency, fromAmount, network, quoteId } = body;
      return presentOrder(
        await createOrder({
          userId: caller.userId,
          fromCurrency,
          fromAmount,
          network,
          quoteId,
          idempotencyKey,
        }),
      );
    }),
    route(orders.reviewTime, async ({ caller }) => ({ data: await readReviewTime(caller.userId) })),
    route(orders.listConversions, async ({ caller, query }) => {
      const page = await listConversions(caller.userId, query);
      return { ...page, data: await withTodaysRates(dependencies, page.data) };
    }),
    route(orders.getConversion, async ({ caller, params }) => ({
      data: await today(await getConversion(dependencies, { orderId: params.id, userId: caller.userId })),
    })),
    route(orders.answerRate, async ({ caller: { userId }, params: { id: orderId }, body }) => {
      await answerRate(dependencies, { orderId, userId, ...body });
      const message = body.answer === 'accepted' ? 'Thank you. We check it now.' : 'The coins are in your balance';
      return { message, data: await getConversion(dependencies, { orderId, userId }) };
    }),
    route(dashboard.read, async ({ caller }) => {
      const figures = await viewDashboard(caller.userId);
      return { data: { ...figures, recent: await withTodaysRates(dependencies, figures.recent) } };
    }),
    route(adminOrders.list, async ({ query, setHeader }) => {
      const page = await listOrdersForAdmin(dependencies, query);
      setHeader('X-Total-Count', String(page.total));
      if (page.next !== null) setHeader('Link', linkToNext(page.next));
      return withTodaysRates(dependencies, page.orders);
    }),
    route(adminOrders.count, async ({ query }) => ({ data: await countOrdersForAdmin(dependencies, query) })),
    route(adminOrders.get, async ({ params }) => ({
      data: await today(await getOrderForAdmin(dependencies, params.id)),
    })),
    route(
      adminOrders.decide,
      async ({ caller, params, body }) => {
        if (!isId(params.id)) throw notFound('There is no such order.');
        const { reason, version = null } = body;
        const decision = { orderId: params.id, adminId: caller.userId, reason: reason?.trim() || null, version };
        const dueAt = body.canUndo === true ? afterWait : null;
        const order =
          body.status === 'approved'
            ? await approveOrder(dependencies, { ...decision, dueAt })
            : await declineOrder(dependencies, { ...decision, code: body.code, dueAt });
        return {
          message: DECIDED[decidedStatus(order)],
          data: await today(await presentOrderForAdmin(database, params.id)),
        };
      },
      ({ params }) => worthOfOrder(database, params.id),
    ),
    route(
      adminOrders.approveMany,
      async ({ caller, body: { orders: seen, canUndo = false } }) => {
        const decision = { orders: seen, adminId: caller.userId, dueAt: canUndo ? afterWait : null };
        const results = await approveMany(
          { database, approve: (approval) => approveOrder(dependencies, approval) },
          decision,
        );
        const approved = results.filter(({ isApproved }) => isApproved).length;
        return {
          message: `${approved} of ${results.length} approved`,
          data: await Promise.all(
            results.map(async ({ id, isApproved, message, order }) => ({
              id,
              isApproved,
              message,
              order: order && (await today(order)),
            })),
          ),
        };
      },
      ({ body }) =>
        worthOfOrders(
          database,
          body.orders.map(({ id }) => id),
        ),
    ),
    route(adminOrders.undo, async ({ caller, params }) => {
      if (!isId(params.id)) throw notFound('There is no such order.');
      const message = await undoDecision(dependencies, { orderId: params.id, adminId: caller.userId });
      return { message, data: await today(await presentOrderForAdmin(database, params.id)) };
    }),
  ];
}
