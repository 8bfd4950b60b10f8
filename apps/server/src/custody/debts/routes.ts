import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { type DebtDependencies, settleDebt, viewDebts, worthOfDebt } from './settle-debt.ts';

/** What customers owe of coins, and settling it: for the team. */
export function debtRoutes(dependencies: DebtDependencies): Route[] {
  return [
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
