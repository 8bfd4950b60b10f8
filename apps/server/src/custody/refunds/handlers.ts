import { coinsOfDebt, type DepositId } from '@kobogate/contract';
import { waitsForFence } from '../../controls/index.ts';
import type { Handlers } from '../../events.ts';
import { balance, receivable } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { listCredited } from '../deposits/db.ts';
import { isOwned } from '../deposits/deposit.ts';
import { lockRefundsOf } from './db.ts';
import { declineTakenBack } from './decline-taken-back.ts';

/** The events that refunds handle: none leaves while its owner owes us the coins of a deposit that was reverted, or was another's. */
export function refundHandlers(dependencies: { readonly database: Database; readonly log: Log }) {
  const decline = waitsForFence(({ depositId }: { readonly depositId: DepositId }) =>
    declineAfterRevert(dependencies, depositId),
  );
  return {
    'deposit.reverted': decline,
    'deposit.corrected': decline,
  } satisfies Handlers;
}

/**
 * Handles a deposit that was reverted, or was another's: while its owner owes us coins, their refunds of that coin (and of the coin that it may have been
 * credited as) that are in no plan yet are declined, so that the coins set aside pay the debt. For those in a plan it raises an
 * alarm, because an administrator has to decide. May be repeated. Throws 503 while a fence is up and there is one to decline.
 */
async function declineAfterRevert(
  { database, log }: { readonly database: Database; readonly log: Log },
  depositId: DepositId,
): Promise<void> {
  const gone = await database.transaction(async (tx) => {
    const deposit = (await listCredited(tx, [depositId])).find(isOwned);
    if (deposit === undefined) return [];
    const { userId, asset } = deposit;
    const refunds = await lockRefundsOf(tx, userId, coinsOfDebt(asset));
    if (refunds.length === 0 || (await balance(tx, receivable(userId, asset))) <= 0n) return [];
    const left = [];
    for (const refund of refunds) if (!(await declineTakenBack(tx, refund))) left.push(refund);
    return left;
  });
  for (const { id, userId, asset, status } of gone) {
    log.error(
      { refundId: id, userId, asset, status },
      'a deposit was taken back of a customer whose refund is in a plan already; an administrator has to stop or book it',
    );
  }
}
