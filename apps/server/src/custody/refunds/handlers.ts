import type { DepositId } from '@kobogate/contract';
import { emit, type Handlers } from '../../events.ts';
import { balance, receivable } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { lockRefundsBeside, saveDecision } from './db.ts';
import { giveBack } from './give-back.ts';
import type { RefundRecord } from './refund.ts';

/** The events that refunds handle: none leaves while its owner owes us the coins of a reverted deposit. */
export function refundHandlers(dependencies: { readonly database: Database; readonly log: Log }) {
  return {
    'deposit.reverted': ({ depositId }) => declineAfterRevert(dependencies, depositId),
  } satisfies Handlers;
}

const REASON =
  'The blockchain took back a deposit of this coin after it had been credited. You can ask again for what is left.';

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
    for (const refund of refunds.filter(isInNoPlan)) {
      await giveBack(tx, refund);
      await saveDecision(tx, { id: refund.id, status: 'declined', reason: REASON, adminId: null });
      await emit(tx, { type: 'refund.declined', payload: { refundId: refund.id } });
    }
    return refunds.filter((refund) => !isInNoPlan(refund));
  });
  for (const { id, userId, asset, status } of gone) {
    log.error(
      { refundId: id, userId, asset, status },
      'the chain took back a deposit of a customer whose refund is in a plan already; an administrator has to stop or book it',
    );
  }
}

const isInNoPlan = ({ status }: Pick<RefundRecord, 'status'>): boolean =>
  status === 'requested' || status === 'approved';
