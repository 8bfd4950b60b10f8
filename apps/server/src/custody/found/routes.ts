import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { type Route, route } from '../../platform/route.ts';
import { explainPayment } from './explain-payment.ts';
import { listFound } from './list-found.ts';

/** Payments of our addresses without the books' knowledge, and explaining them: for administrators. */
export function treasuryRoutes(dependencies: {
  readonly database: Database;
  readonly currentRates: CurrentRates;
}): Route[] {
  return [
    route(endpoints.foundPayments.list, async () => ({ data: await listFound(dependencies) })),
    route(endpoints.foundPayments.explain, async ({ caller, params, body }) => {
      await explainPayment(dependencies, { ...params, ...body, adminId: caller.userId });
      return { message: 'Booked. The books know this payment now.' };
    }),
  ];
}
