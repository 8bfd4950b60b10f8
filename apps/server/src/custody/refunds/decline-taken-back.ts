import type { RefundId } from '@kobogate/contract';
import { requireNoFence } from '../../controls/index.ts';
import { emit } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { loadRefundForUpdate, saveDecision } from './db.ts';
import { giveBack } from './give-back.ts';
import type { RefundRecord } from './refund.ts';

const REASON = 'A deposit of this coin was taken back after it had been credited. You can ask again for what is left.';

/**
 * Declines a locked refund of coins that were taken back, so that they pay what is owed. Answers false, and changes
 * nothing, where it is in a plan already: an administrator has to stop or book it. Throws 503 while a fence is up.
 */
export async function declineTakenBack(
  tx: Transaction,
  refund: Pick<RefundRecord, 'id' | 'userId' | 'asset' | 'place' | 'amount' | 'status'>,
): Promise<boolean> {
  const { id, status } = refund;
  if (status !== 'requested' && status !== 'approved') return false;
  // Books from before it was paid would give its coins back besides.
  await requireNoFence(tx);
  await giveBack(tx, refund);
  await saveDecision(tx, { id, status: 'declined', reason: REASON, adminId: null });
  await emit(tx, { type: 'refund.declined', payload: { refundId: id } });
  return true;
}

/** The same by its id. Where there are several they are locked before, in one order. */
export async function declineTakenBackById(tx: Transaction, id: RefundId): Promise<boolean> {
  const refund = await loadRefundForUpdate(tx, id);
  return refund !== null && declineTakenBack(tx, refund);
}
