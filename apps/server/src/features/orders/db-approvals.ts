import type { Transaction } from '../../platform/database.ts';

/** Who gave an order the first of two approvals; null: nobody, or somebody who is no administrator any more. */
export async function loadFirstApprover(tx: Transaction, orderId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `select a.id from customer_order o join app_user a on a.id = o.first_approved_by
     where o.id = $1 and a.is_admin and a.disabled_at is null`,
    [orderId],
  );
  return row?.id ?? null;
}

/** Records the first of two approvals of a locked order; null takes it away. */
export async function saveFirstApprover(tx: Transaction, orderId: string, adminId: string | null): Promise<void> {
  await tx.query(
    `update customer_order set first_approved_by = $2, updated_at = clock_timestamp(),
       first_approved_at = case when $2::uuid is null then null else clock_timestamp() end
     where id = $1`,
    [orderId, adminId],
  );
}

/** Whether somebody was made an administrator within the last day. */
export async function isNewAdmin(tx: Transaction, adminId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from app_user where id = $1 and admin_since > clock_timestamp() - interval '1 day'`,
    [adminId],
  );
  return rows.length > 0;
}
