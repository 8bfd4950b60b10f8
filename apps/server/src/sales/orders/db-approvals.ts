import type { Transaction } from '../../platform/database.ts';
import { countsStill } from '../../controls/index.ts';

/**
 * Who gave an order the first of two approvals; null: nobody, somebody whose approval counts no more, or somebody who
 * approved before `knownSince`, when what they would have had to know was found.
 */
export async function loadFirstApprover(
  tx: Transaction,
  orderId: string,
  knownSince: Date | null = null,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `select a.id from customer_order o join app_user a on a.id = o.first_approved_by
     where o.id = $1 and ${countsStill('a', 'o.first_approved_at')}
       and ($2::timestamptz is null or o.first_approved_at >= $2)`,
    [orderId, knownSince],
  );
  return row?.id ?? null;
}

/** Records the first of two approvals of a locked order. */
export async function saveFirstApprover(tx: Transaction, orderId: string, adminId: string): Promise<void> {
  await tx.query(
    `update customer_order set first_approved_by = $2, first_approved_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1`,
    [orderId, adminId],
  );
}

/** Takes away whatever approvals a locked order has: it is decided on anew. */
export async function forgetApprovals(tx: Transaction, orderId: string): Promise<void> {
  await tx.query(
    `update customer_order set first_approved_by = null, first_approved_at = null, decided_by = null, decided_at = null,
       updated_at = clock_timestamp()
     where id = $1`,
    [orderId],
  );
}
