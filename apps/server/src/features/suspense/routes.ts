import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { type CreditDependencies, creditSuspense, worthOfCredit } from './credit-suspense.ts';
import { listSuspense } from './list-suspense.ts';

/** What lies in suspense, and crediting it: for administrators. */
export function suspenseRoutes(dependencies: CreditDependencies): Route[] {
  return [
    route(endpoints.suspense.list, async () => ({ data: await listSuspense(dependencies) })),
    route(
      endpoints.suspense.credit,
      async ({ caller, body, idempotencyKey }) => {
        await creditSuspense(dependencies, { ...body, adminId: caller.userId, idempotencyKey });
        return { message: 'Credited. The customer has been told.' };
      },
      ({ body }) => worthOfCredit(dependencies, body),
    ),
  ];
}
