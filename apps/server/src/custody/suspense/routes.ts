import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { type CreditDependencies, creditSuspense, worthOfCredit } from './credit-suspense.ts';
import { creditUnclaimed, keepUnclaimed, takeUnclaimed, worthOfUnclaimed } from './settle-unclaimed.ts';
import { listLate, listSuspense, listTaken, listUnclaimed } from './list-suspense.ts';
import { keepTaken, returnTaken } from './return-taken.ts';
import { settleDebt, viewDebts, worthOfDebt } from './settle-debt.ts';
import { settleLate, worthOfLate } from './settle-late.ts';

/** Coins in suspense, and crediting them; coins that are owed, and settling them: for the team. */
export function suspenseRoutes(dependencies: CreditDependencies): Route[] {
  return [
    route(endpoints.suspense.list, async () => ({ data: await listSuspense(dependencies) })),
    route(endpoints.suspense.listUnclaimed, async () => ({
      data: await listUnclaimed(dependencies),
      taken: await listTaken(dependencies),
    })),
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
            outcome === 'settled'
              ? 'Credited. The customer has been told.'
              : 'Recorded. This amount needs two people: it is credited once another person of finance or an administrator names the same customer.',
        };
      },
      ({ params, body }) => worthOfUnclaimed(dependencies, params.id, body.part),
    ),
    route(
      endpoints.suspense.keepUnclaimed,
      async ({ caller, params, body }) => {
        const said = { ...params, ...body, adminId: caller.userId };
        if (body.as === 'suspense') {
          await keepUnclaimed(dependencies, said);
          return { message: 'Recorded. The coins stay where they are, and can be decided on later.' };
        }
        if (body.as === 'returned') {
          const outcome = await returnTaken(dependencies, said);
          return {
            message:
              outcome === 'returned'
                ? 'They are no longer booked as the operator’s own, and wait for their owner again.'
                : 'Recorded. This amount needs two people: they come back once another person of finance or an administrator says the same.',
          };
        }
        if (body.as === 'not-returned') {
          await keepTaken(dependencies, said);
          return { message: 'Recorded. They stay booked as the operator’s own.' };
        }
        const outcome = await takeUnclaimed(dependencies, said);
        return {
          message:
            outcome === 'settled'
              ? 'Booked as the operator’s own.'
              : 'Recorded. This amount needs two people: it is booked once another person of finance or an administrator says the same.',
        };
      },
      ({ params, body }) => worthOfUnclaimed(dependencies, params.id, body.part),
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
