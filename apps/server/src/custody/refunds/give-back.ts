import { post, refunding } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { collectReceivables } from '../deposits/collect-receivable.ts';
import { reopenLate } from '../suspense/db.ts';
import { accountOf, type RefundRecord } from './refund.ts';

/**
 * Returns the coins of a locked refund that is declined to their account; what its owner owes us of them is collected
 * at once. Coins of a closed account wait for a decision again. Throws where they are not set aside.
 */
export async function giveBack(
  tx: Transaction,
  { id, userId, asset, place, amount }: Pick<RefundRecord, 'id' | 'userId' | 'asset' | 'place' | 'amount'>,
): Promise<void> {
  const [result] = await post(tx, [
    {
      source: 'refund-declined',
      sourceId: id,
      description: 'Coins given back from a declined refund',
      transfers: [{ debit: refunding(userId, asset), credit: accountOf(place, userId, asset), amount }],
    },
  ]);
  if (result?.ok !== true) throw new Error(`the coins set aside for refund ${id} are not there`);
  await reopenLate(tx, id);
  await collectReceivables(tx, [{ userId, asset }]);
}
