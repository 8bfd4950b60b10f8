import type { Kobo } from '@kobogate/money';
import { endpoints, type OrderId } from '@kobogate/contract';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/identifiers.ts';
import { type Route, route } from '../platform/route.ts';
import { presentOrderForAdmin, worthOfOrder } from '../sales/index.ts';
import { askAboutPayout } from './ask-about-payout.ts';
import { declareNotMade } from './declare-not-made.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { retryPayout } from './retry-payout.ts';
import { takeAsPaid } from './take-as-paid.ts';
import { viewRails } from './floats/watch-floats.ts';

/**
 * The rails, and the administrator's actions on a payout: one that failed or came back, and one whose end the bank does
 * not report.
 */
export function payoutRoutes(dependencies: PayoutDependencies & { lowFloatKobo: Kobo }): Route[] {
  const worth = ({ params }: { params: { id: OrderId } }) => worthOfOrder(dependencies.database, params.id);
  return [
    route(endpoints.payouts.rails, async () => ({
      data: await viewRails(dependencies),
      lowBelowKobo: String(dependencies.lowFloatKobo),
    })),
    route(
      endpoints.adminOrders.retryPayout,
      async ({ caller, params: { id }, body }) => {
        if (!isId(id)) throw notFound('There is no such order.');
        const outcome = await retryPayout(dependencies, { orderId: id, adminId: caller.userId, ...body });
        const message =
          outcome === 'queued'
            ? 'The payout is queued again'
            : 'Approved by you. Another reviewer or administrator has to send it again too.';
        return { message, data: await presentOrderForAdmin(dependencies.database, id) };
      },
      worth,
    ),
    route(endpoints.adminOrders.askPayout, async ({ caller, params: { id } }) => {
      if (!isId(id)) throw notFound('There is no such order.');
      const message = await askAboutPayout(dependencies, { orderId: id, adminId: caller.userId });
      return { message, data: await presentOrderForAdmin(dependencies.database, id) };
    }),
    route(
      endpoints.adminOrders.declareNotMade,
      async ({ caller, params: { id }, body: { reason, version } }) => {
        if (!isId(id)) throw notFound('There is no such order.');
        const message = await declareNotMade(dependencies, { orderId: id, adminId: caller.userId, reason, version });
        return { message, data: await presentOrderForAdmin(dependencies.database, id) };
      },
      worth,
    ),
    route(endpoints.adminOrders.takeAsPaid, async ({ caller, params: { id }, body }) => {
      if (!isId(id)) throw notFound('There is no such order.');
      const message = await takeAsPaid(dependencies, { orderId: id, adminId: caller.userId, ...body });
      return { message, data: await presentOrderForAdmin(dependencies.database, id) };
    }),
  ];
}
