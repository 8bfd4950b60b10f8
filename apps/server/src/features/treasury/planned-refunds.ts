import { type Plan, type Planned, readPlan } from '@kobogate/plans';
import type { PlanRow } from './db.ts';

/** The refunds that a planned transaction pays. Pure. */
export function refundsIn(planned: Planned): string[] {
  const ids = 'refundId' in planned ? [planned.refundId] : planned.outputs.map(({ refundId }) => refundId);
  return ids.filter((id) => id !== null);
}

/** The plan as it was written. Throws where the database has another text than we wrote. Pure. */
export function planOf({ id, body }: Pick<PlanRow, 'id' | 'body'>): Plan {
  const plan = readPlan(body);
  if (plan === null) throw new Error(`the plan ${id} can't be read`);
  return plan;
}
