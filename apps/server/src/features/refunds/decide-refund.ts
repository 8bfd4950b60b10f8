import { refunding } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { emit } from '../../platform/queue.ts';
import { recordAdminAction } from '../admin-actions/record-admin-action.ts';
import { findRefund, loadRefundForUpdate, type RefundWithOwner, saveDecision } from './db.ts';
import { accountOf, refuseDecision } from './refund.ts';

export interface DecideInput {
  readonly id: string;
  readonly adminId: string;
  readonly status: 'approved' | 'declined';
  /** The customer reads it. */
  readonly reason: string | null;
}

/**
 * An admin's decision on a refund. Approved, it is in the next plan of its network; declined, the coins go back to where they
 * lay. Throws 404 without such a refund, 403 for one's own, 409 where it was decided before.
 */
export async function decideRefund(
  { database }: { readonly database: Database },
  { id, adminId, status, reason }: DecideInput,
): Promise<RefundWithOwner> {
  await database.transaction(async (tx) => {
    const refund = await loadRefundForUpdate(tx, id);
    if (refund === null) throw notFound('There is no such refund.');
    const refusal = refuseDecision(refund, adminId);
    if (refusal !== null) throw refusal;
    if (status === 'declined') {
      const { userId, asset, place, amount } = refund;
      const [result] = await post(tx, [
        {
          source: 'refund-declined',
          sourceId: id,
          description: 'Coins given back from a declined refund',
          transfers: [{ debit: refunding(userId, asset), credit: accountOf(place, userId, asset), amount }],
        },
      ]);
      if (result?.ok !== true) throw new Error(`the coins set aside for refund ${id} are not there`);
    }
    await saveDecision(tx, { id, status, reason, adminId });
    await recordAdminAction(tx, { action: `refund-${status}`, adminId, userId: refund.userId, reason });
    await emit(tx, { type: `refund.${status}`, payload: { refundId: id } });
  });
  const decided = await findRefund(database, id);
  if (decided === null) throw new Error('a refund that was decided is not there');
  return decided;
}
