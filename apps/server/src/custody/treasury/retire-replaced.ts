import type { RefundId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { returnRefunds } from '../refunds/db.ts';
import { listOutgoingOf, lockRefunds, type OutgoingRow, saveOutgoing } from './db.ts';
import { endPlan, type PlanRow } from './plans/db.ts';
import { planOf, refundsIn } from './planned-refunds.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

const CANCELLED =
  'The transaction that was to pay it was cancelled. Nothing has left; the coins are set aside until we have looked at it.';

/**
 * Ends, among plans that replace one another (locked, all of them), each transaction that can't come any more because
 * one that used up the same is final, and the open plan once no transaction of it can come. A refund that none of them
 * can pay any more goes back to an administrator's decision.
 */
export async function retireReplaced(
  tx: Transaction,
  treasuryWallet: TreasuryWallet,
  family: readonly PlanRow[],
): Promise<void> {
  const plans = new Map(family.map((row) => [row.id, planOf(row)]));
  const rows = await listOutgoingOf(tx, [...plans.keys()]);
  const usesOf = ({ planId, position }: Pick<OutgoingRow, 'planId' | 'position'>): readonly string[] => {
    const planned = plans.get(planId)?.transactions[position];
    return planned === undefined ? [] : (treasuryWallet.replacing?.uses(planned) ?? []);
  };
  const gone = new Set(rows.filter(({ status }) => status === 'final' || status === 'failed').flatMap(usesOf));
  const isImpossible = (place: Pick<OutgoingRow, 'planId' | 'position'>): boolean =>
    usesOf(place).some((used) => gone.has(used));
  const over = new Set<RefundId>();
  const statuses = new Map<string, OutgoingRow['status']>();
  for (const row of rows) {
    const isOver = row.status === 'sent' && isImpossible(row);
    if (isOver) await saveOutgoing(tx, row.id, 'replaced', null);
    const planned = plans.get(row.planId)?.transactions[row.position];
    if (isOver && planned !== undefined) for (const id of refundsIn(planned)) over.add(id);
    statuses.set(`${row.planId} ${row.position}`, isOver ? 'replaced' : row.status);
  }
  for (const { id } of family.filter(({ status }) => status === 'open')) {
    const isLeft = plans.get(id)?.transactions.some((_planned, position) => {
      const status = statuses.get(`${id} ${position}`);
      return status === undefined ? !isImpossible({ planId: id, position }) : status === 'sent' || status === 'seen';
    });
    if (isLeft !== true) await endPlan(tx, id, 'done');
  }
  for (const { id, status } of family) {
    for (const [position, planned] of (plans.get(id)?.transactions ?? []).entries()) {
      const known = statuses.get(`${id} ${position}`) ?? (status === 'open' ? 'sent' : 'replaced');
      const isOver = known === 'replaced' || (known === 'sent' && isImpossible({ planId: id, position }));
      if (!isOver) for (const refundId of refundsIn(planned)) over.delete(refundId);
    }
  }
  const lost = await lockRefunds(tx, [...over]);
  const returned = lost.filter(({ status }) => status === 'sent').map(({ id }) => id);
  await returnRefunds(tx, returned, CANCELLED);
}
