import type { RefundId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { listUsedUp } from '../found/db.ts';
import { returnRefunds } from '../refunds/db.ts';
import { listOutgoingOf, lockRefunds, type OutgoingRow, saveOutgoing } from './db.ts';
import { maybePaid } from './held-refunds.ts';
import { endPlan, type PlanRow } from './plans/db.ts';
import { planOf, refundsIn } from './planned-refunds.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

/** Why a refund is decided on again whose transaction no block can have any more. */
export const IMPOSSIBLE =
  'The transaction that was to pay it can no longer be carried out. Nothing has left; the coins are set aside until we have looked at it.';
const DOUBTED =
  'The transaction that was to pay it can no longer be carried out, and another one may have paid it. The coins are set aside until we have looked at it.';

/**
 * Among plans that replace one another (all of them locked), ends each transaction that can no longer be included because
 * another one that used up the same is final, whether of these plans or a stranger's (`usedUp`); and ends the open plan once
 * none of its transactions can be included. A refund that none of them can pay any more goes back to an administrator's
 * decision, also where nothing was handed in.
 */
export async function retireReplaced(
  tx: Transaction,
  treasuryWallet: TreasuryWallet,
  family: readonly PlanRow[],
  usedUp: readonly string[] = [],
): Promise<void> {
  const { network } = treasuryWallet;
  const plans = new Map(family.map((row) => [row.id, planOf(row)]));
  const rows = await listOutgoingOf(tx, [...plans.keys()]);
  const usesOf = ({ planId, position }: Pick<OutgoingRow, 'planId' | 'position'>): readonly string[] => {
    const planned = plans.get(planId)?.transactions[position];
    return planned === undefined ? [] : (treasuryWallet.replacing?.uses(planned) ?? []);
  };
  const ended = rows.filter(({ status }) => status === 'final' || status === 'failed');
  const gone = new Set([...ended.flatMap(usesOf), ...usedUp, ...(await listUsedUp(tx, network))]);
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
  const over = new Set<RefundId>();
  const live = new Set<RefundId>();
  for (const { id, status } of family) {
    for (const [position, planned] of (plans.get(id)?.transactions ?? []).entries()) {
      const known = statuses.get(`${id} ${position}`) ?? (status === 'open' ? 'sent' : 'replaced');
      const isOver = known === 'replaced' || (known === 'sent' && isImpossible({ planId: id, position }));
      for (const refundId of refundsIn(planned)) (isOver ? over : live).add(refundId);
    }
  }
  const lost = await lockRefunds(
    tx,
    [...over].filter((id) => !live.has(id)),
  );
  // One that was decided on again since may be in another plan.
  const returned = lost.filter(
    ({ status, planId }) => (status === 'sent' || status === 'planned') && planId !== null && plans.has(planId),
  );
  const doubted = await maybePaid(tx, network, returned);
  const idsOf = (isDoubted: boolean): RefundId[] =>
    returned.flatMap(({ id }) => (doubted.has(id) === isDoubted ? [id] : []));
  await returnRefunds(tx, idsOf(false), IMPOSSIBLE);
  await returnRefunds(tx, idsOf(true), DOUBTED);
}
