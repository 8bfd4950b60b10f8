import { endpoints, type OrderStatus } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { approveOrder } from './approve-order.ts';
import type { CreateOrder } from './create-order.ts';
import { declineOrder } from './decline-order.ts';
import type { NameDependencies } from './payee-name.ts';
import { countOrdersForAdmin, listOrdersForAdmin } from './review-orders.ts';
import { viewDashboard } from './view-dashboard.ts';
import {
  getConversion,
  getOrderForAdmin,
  listConversions,
  presentOrderForAdmin,
  presentOrder,
  worthOfOrder,
} from './view-orders.ts';

const { dashboard, orders } = endpoints;

export interface OrderRouteDependencies extends NameDependencies {
  readonly clock: Clock;
  readonly createOrder: CreateOrder;
}

/** What an admin reads after deciding, by what has become of the order. */
const DECIDED: Readonly<Record<OrderStatus, string>> = {
  approved: 'Order approved',
  declined: 'Order declined',
  pending: 'Your approval is recorded. Another administrator has to approve this order too',
  processing: 'Order cleared',
};

/** Conversions and figures for their owner; the review for admins. */
export function orderRoutes(dependencies: OrderRouteDependencies): Route[] {
  const { database, createOrder } = dependencies;
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
    route(orders.listConversions, ({ caller, query }) =>
      listConversions(dependencies, { userId: caller.userId, before: query.before, limit: query.limit }),
    ),
    route(orders.getConversion, async ({ caller, params }) => ({
      data: await getConversion(dependencies, { orderId: params.id, userId: caller.userId }),
    })),
    route(dashboard.read, async ({ caller }) => ({ data: await viewDashboard(dependencies, caller.userId) })),
    route(orders.listForAdmin, ({ query }) => listOrdersForAdmin(dependencies, query)),
    route(orders.countForAdmin, async ({ query }) => ({ data: await countOrdersForAdmin(dependencies, query.date) })),
    route(orders.getForAdmin, async ({ params }) => ({ data: await getOrderForAdmin(dependencies, params.id) })),
    route(
      orders.decide,
      async ({ caller, params, body }) => {
        if (!isId(params.id)) throw notFound('There is no such order.');
        const { reason, version = null } = body;
        const decision = { orderId: params.id, adminId: caller.userId, reason: reason?.trim() || null, version };
        const order =
          body.status === 'approved'
            ? await approveOrder(dependencies, decision)
            : await declineOrder(dependencies, { ...decision, code: body.code });
        return {
          message: DECIDED[order.status],
          data: await presentOrderForAdmin(database, params.id),
        };
      },
      ({ params }) => worthOfOrder(database, params.id),
    ),
  ];
}
