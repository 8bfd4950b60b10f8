import type { OrderId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { erasePayees } from '../orders/db.ts';
import { eraseSettledReferences } from '../settled/db.ts';
import { erasePurposes } from './db.ts';

/**
 * Overwrites whose account the settled orders from before `before` were paid to, and what payments were for: at most `limit`.
 * Answers the orders.
 */
export async function forgetPayees(tx: Transaction, before: Date, limit: number): Promise<OrderId[]> {
  const orderIds = await erasePayees(tx, before, limit);
  await erasePurposes(tx, orderIds);
  await eraseSettledReferences(tx, orderIds);
  return orderIds;
}
