import type { Transaction } from '../../platform/database.ts';
import { endPlan, type PlanRow } from './db.ts';
import { listOutgoingOf, type OutgoingRow, saveOutgoing } from './db-outgoing.ts';
import { planOf } from './planned-refunds.ts';
import type { Purse } from './purse.ts';

/**
 * Ends, among plans that replace one another (locked, all of them), each transaction that can't come any more because one that
 * used up the same is final, and the open plan once nothing of it is left to come.
 */
export async function retireReplaced(tx: Transaction, purse: Purse, family: readonly PlanRow[]): Promise<void> {
  const plans = new Map(family.map((row) => [row.id, planOf(row)]));
  const rows = await listOutgoingOf(tx, [...plans.keys()]);
  const usesOf = ({ planId, position }: Pick<OutgoingRow, 'planId' | 'position'>): readonly string[] => {
    const planned = plans.get(planId)?.transactions[position];
    return planned === undefined ? [] : (purse.replacing?.uses(planned) ?? []);
  };
  const gone = new Set(rows.filter(({ status }) => status === 'final' || status === 'failed').flatMap(usesOf));
  const isImpossible = (place: Pick<OutgoingRow, 'planId' | 'position'>): boolean =>
    usesOf(place).some((used) => gone.has(used));
  const statuses = new Map<string, OutgoingRow['status']>();
  for (const row of rows) {
    const isOver = row.status === 'sent' && isImpossible(row);
    if (isOver) await saveOutgoing(tx, row.id, 'replaced', null);
    statuses.set(`${row.planId} ${row.position}`, isOver ? 'replaced' : row.status);
  }
  for (const { id } of family.filter(({ status }) => status === 'open')) {
    const isLeft = plans.get(id)?.transactions.some((_planned, position) => {
      const status = statuses.get(`${id} ${position}`);
      return status === undefined ? !isImpossible({ planId: id, position }) : status === 'sent' || status === 'seen';
    });
    if (isLeft !== true) await endPlan(tx, id, 'done');
  }
}
