import type { PlanId, RefundId } from '@kobogate/contract';
import { type Plan, type Planned, readPlan } from '@kobogate/plans';
import type { Transaction } from '../../platform/database.ts';
import { lockPlan, type PlanRow } from './plans/db.ts';

/** The refunds that a planned transaction pays. Pure. */
export function refundsIn(planned: Planned): RefundId[] {
  const ids = 'refundId' in planned ? [planned.refundId] : planned.outputs.map(({ refundId }) => refundId);
  return ids.filter((id) => id !== null);
}

/** A planned transaction's payments for refunds: each refund's id, with payee and amount as comparable text. Pure. */
export function paymentsIn(planned: Planned): ReadonlyMap<string, string> {
  const paid =
    'refundId' in planned
      ? [{ refundId: planned.refundId, words: `${planned.amount} ${planned.asset} ${planned.payee}` }]
      : planned.outputs.map(({ refundId, amount, address }) => ({ refundId, words: `${amount} ${address}` }));
  return new Map(paid.flatMap(({ refundId, words }) => (refundId === null ? [] : [[refundId, words] as const])));
}

/** Reads plans with a cache, each of them once. */
export function createPlanReader(tx: Transaction): (planId: PlanId) => Promise<Plan | null> {
  const read = new Map<string, Promise<Plan | null>>();
  return (planId) => {
    const found = read.get(planId) ?? lockPlan(tx, planId).then((row) => (row === null ? null : planOf(row)));
    read.set(planId, found);
    return found;
  };
}

/** The addresses of ours that planned transactions spend from. Pure. */
export function payersOf(transactions: readonly Planned[]): ReadonlySet<string> {
  const places = transactions.flatMap((planned) =>
    'from' in planned ? [planned.from] : planned.inputs.map(({ place }) => place),
  );
  return new Set(places.map(({ address }) => address));
}

/** The plan as it was written. Throws where the database has another text than we wrote. Pure. */
export function planOf({ id, body }: Pick<PlanRow, 'id' | 'body'>): Plan {
  const plan = readPlan(body);
  if (plan === null) throw new Error(`the plan ${id} can't be read`);
  return plan;
}
