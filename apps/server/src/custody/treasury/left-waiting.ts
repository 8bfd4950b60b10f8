import type { OutgoingRow, PlanRow } from './db.ts';
import { planOf } from './planned-refunds.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

/**
 * What was handed over of plans that replace one another (all of them, oldest first), waits, and is stood in for by no later one:
 * only these can still be handed over again. A plan that was discarded stands in for nothing. Pure.
 */
export function leftWaiting(
  { replacing }: Pick<TreasuryWallet, 'replacing'>,
  family: readonly PlanRow[],
  rows: readonly OutgoingRow[],
): OutgoingRow[] {
  const plans = family.map((row) => Object.assign(planOf(row), { isDiscarded: row.status === 'discarded' }));
  return rows.filter(({ planId, position, status }) => {
    const at = plans.findIndex(({ id }) => id === planId);
    const planned = plans[at]?.transactions[position];
    if (status !== 'sent' || planned === undefined) return false;
    const uses = new Set(replacing?.uses(planned));
    const later = plans.slice(at + 1).filter(({ isDiscarded }) => !isDiscarded);
    return !later.some(({ transactions }) =>
      transactions.some((other) => replacing?.uses(other).some((used) => uses.has(used))),
    );
  });
}
