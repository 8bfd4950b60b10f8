import { endpoints } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { presentOrderForAdmin } from '../orders/view-orders.ts';
import { askAboutPayout } from './ask-about-payout.ts';
import { declareNotMade } from './declare-not-made.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { retryPayout } from './retry-payout.ts';

/** The admin's buttons for a payout: one that failed or came back, and one of which the bank does not say what it is. */
export function payoutRoutes(dependencies: PayoutDependencies): Route[] {
  return [
    route(endpoints.orders.retryPayout, async ({ caller, params }) => {
      if (!isId(params.id)) throw notFound('There is no such order.');
      await retryPayout(dependencies, { orderId: params.id, adminId: caller.userId });
      return { message: 'The payout is queued again' };
    }),
    route(endpoints.orders.askPayout, async ({ caller, params: { id } }) => {
      if (!isId(id)) throw notFound('There is no such order.');
      const message = await askAboutPayout(dependencies, { orderId: id, adminId: caller.userId });
      return { message, data: await presentOrderForAdmin(dependencies.database, id) };
    }),
    route(endpoints.orders.declareNotMade, async ({ caller, params: { id }, body: { reason } }) => {
      if (!isId(id)) throw notFound('There is no such order.');
      const message = await declareNotMade(dependencies, { orderId: id, adminId: caller.userId, reason });
      return { message, data: await presentOrderForAdmin(dependencies.database, id) };
    }),
  ];
}
