import { endpoints } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { retryPayout } from './retry-payout.ts';

/** The admin's button for a payout that failed or came back. */
export function payoutRoutes(dependencies: PayoutDependencies): Route[] {
  return [
    route(endpoints.orders.retryPayout, async ({ caller, params }) => {
      if (!isId(params.id)) throw notFound('There is no such order.');
      await retryPayout(dependencies, { orderId: params.id, adminId: caller.userId });
      return { message: 'The payout is queued again' };
    }),
  ];
}
