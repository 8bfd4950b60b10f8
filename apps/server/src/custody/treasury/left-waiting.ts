import type { OutgoingRow } from './db.ts';
import type { PlanRow } from './plans/db.ts';
import { planOf } from './planned-refunds.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';

/**
 * The waiting transactions of plans that replace one another (all of them, oldest first) for which no later one stands
 * in: only these can still be sent again. A discarded plan stands in for nothing. Pure.
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
