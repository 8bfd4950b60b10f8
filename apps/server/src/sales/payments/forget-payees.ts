import type { OrderId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { erasePayees } from '../orders/db.ts';
import { eraseSettledReferences } from '../settled/db.ts';
import { erasePurposes } from './db.ts';

/**
 * Overwrites whose account the settled orders from before `before` were paid to, and what payments were for: at most `limit`, from
 * those made at `from` on. Answers the orders, and when the newest of them was made.
 */
export async function forgetPayees(
  tx: Transaction,
  which: { readonly before: Date; readonly from: Date | null; readonly limit: number },
): Promise<{ orderIds: OrderId[]; reached: Date | null }> {
  const erased = await erasePayees(tx, which);
  await erasePurposes(tx, erased.orderIds);
  await eraseSettledReferences(tx, erased.orderIds);
  return erased;
}
