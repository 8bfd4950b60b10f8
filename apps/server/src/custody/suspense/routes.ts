import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { type CreditDependencies, creditSuspense, worthOfCredit } from './credit-suspense.ts';
import { creditUnclaimed, worthOfUnclaimed } from './credit-unclaimed.ts';
import { listLate, listSuspense, listUnclaimed } from './list-suspense.ts';
import { settleDebt, viewDebts, worthOfDebt } from './settle-debt.ts';
import { settleLate, worthOfLate } from './settle-late.ts';

/** Coins in suspense, and crediting them; coins that are owed, and settling them: for the team. */
export function suspenseRoutes(dependencies: CreditDependencies): Route[] {
  return [
    route(endpoints.suspense.list, async () => ({ data: await listSuspense(dependencies) })),
    route(endpoints.suspense.listUnclaimed, async () => ({ data: await listUnclaimed(dependencies) })),
    route(endpoints.suspense.listLate, async () => ({ data: await listLate(dependencies) })),
    route(
      endpoints.suspense.settleLate,
      async ({ caller, params, body }) => {
        const outcome = await settleLate(dependencies, { ...params, ...body, adminId: caller.userId });
        return {
          message:
            outcome === 'asked'
              ? 'Set aside. The refund waits for its approval.'
              : 'Recorded. The coins stay booked as owed to the person.',
        };
      },
      ({ params }) => worthOfLate(dependencies, params.id),
    ),
    route(
      endpoints.suspense.creditUnclaimed,
      async ({ caller, params, body }) => {
        const outcome = await creditUnclaimed(dependencies, { ...params, ...body, adminId: caller.userId });
        return {
          message:
            outcome === 'credited'
              ? 'Credited. The customer has been told.'
              : 'Recorded. This amount needs two people: it is credited once another person of finance or an administrator names the same customer.',
        };
      },
      ({ params }) => worthOfUnclaimed(dependencies, params.id),
    ),
    route(
      endpoints.suspense.credit,
      async ({ caller, body, idempotencyKey }) => {
        await creditSuspense(dependencies, { ...body, adminId: caller.userId, idempotencyKey });
        return { message: 'Credited. The customer has been told.' };
      },
      ({ body }) => worthOfCredit(dependencies, body),
    ),
    route(endpoints.debts.ofUser, async ({ params }) => ({ data: await viewDebts(dependencies, params.id) })),
    route(
      endpoints.debts.settle,
      async ({ caller, params, body }) => ({
        message: await settleDebt(dependencies, { ...params, ...body, adminId: caller.userId }),
      }),
      ({ body }) => worthOfDebt(dependencies, body),
    ),
  ];
}
