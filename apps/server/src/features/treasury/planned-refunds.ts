import { type Plan, type Planned, readPlan } from '@kobogate/plans';
import type { Transaction } from '../../platform/database.ts';
import { lockPlan, type PlanRow } from './db.ts';

/** The refunds that a planned transaction pays. Pure. */
export function refundsIn(planned: Planned): string[] {
  const ids = 'refundId' in planned ? [planned.refundId] : planned.outputs.map(({ refundId }) => refundId);
  return ids.filter((id) => id !== null);
}

/** Reads the plans of one look, each of them once. */
export function createPlanReader(tx: Transaction): (planId: string) => Promise<Plan | null> {
  const read = new Map<string, Promise<Plan | null>>();
  return (planId) => {
    const found = read.get(planId) ?? lockPlan(tx, planId).then((row) => (row === null ? null : planOf(row)));
    read.set(planId, found);
    return found;
  };
}

/** The plan as it was written. Throws where the database has another text than we wrote. Pure. */
export function planOf({ id, body }: Pick<PlanRow, 'id' | 'body'>): Plan {
  const plan = readPlan(body);
  if (plan === null) throw new Error(`the plan ${id} can't be read`);
  return plan;
}
