import type { DepositId } from '@kobogate/contract';
import type { Handlers } from '../../events.ts';
import { balance, receivable } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { lockRefundsBeside } from './db.ts';
import { declineTakenBack } from './decline-taken-back.ts';

/** The events that refunds handle: none leaves while its owner owes us the coins of a reverted deposit. */
export function refundHandlers(dependencies: { readonly database: Database; readonly log: Log }) {
  return {
    'deposit.reverted': ({ depositId }) => declineAfterRevert(dependencies, depositId),
  } satisfies Handlers;
}

/**
 * Handles a reverted deposit: while its owner owes us coins, their refunds of that coin that are in no plan yet are
 * declined, so that the coins set aside pay the debt. For those in a plan it raises an alarm, because an administrator
 * has to decide. May be repeated.
 */
async function declineAfterRevert(
  { database, log }: { readonly database: Database; readonly log: Log },
  depositId: DepositId,
): Promise<void> {
  const gone = await database.transaction(async (tx) => {
    const refunds = await lockRefundsBeside(tx, depositId);
    const [first] = refunds;
    if (first === undefined || (await balance(tx, receivable(first.userId, first.asset))) <= 0n) return [];
    const left = [];
    for (const refund of refunds) if (!(await declineTakenBack(tx, refund))) left.push(refund);
    return left;
  });
  for (const { id, userId, asset, status } of gone) {
    log.error(
      { refundId: id, userId, asset, status },
      'the chain took back a deposit of a customer whose refund is in a plan already; an administrator has to stop or book it',
    );
  }
}
