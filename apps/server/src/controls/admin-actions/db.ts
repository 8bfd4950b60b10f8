import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';

/** What an administrator can do to somebody's account, order, payout, refund, or coins in suspense. */
export const ADMIN_ACTIONS = [
  'user-disabled',
  'user-enabled',
  'user-promoted',
  'user-demoted',
  'user-tier-set',
  'order-approved',
  'order-first-approved',
  'order-declined',
  'payout-asked',
  'payout-not-made',
  'payout-retried',
  'suspense-credited',
  'deposit-owner-named',
  'deposit-credited',
  'payment-explained',
  'refund-first-approved',
  'refund-approved',
  'refund-declined',
  'refund-listing-accepted',
  'payout-rerouted',
  'transfer-first-approved',
  'transfer-booked',
  'transfer-owed',
  'transfer-noted',
  'transfer-settled',
  'fence-first-lifted',
  'fence-lifted',
  'fence-read-further',
] as const;

export type AdminActionType = (typeof ADMIN_ACTIONS)[number];

/** Where every administrator who can log in gets mail. */
export async function listAdminEmails(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ email: string }>(
    `select email from app_user where is_admin and verified_at is not null and disabled_at is null order by id`,
  );
  return rows.map(({ email }) => email);
}

/** Why administrators approved an order, oldest first, where they said why. */
export function listApprovalReasons(
  connection: Connection,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<{ at: Date; by: string; reason: string }[]> {
  return connection.query(
    `select x.at, trim(a.first_name || ' ' || a.last_name) as by, x.reason
     from admin_action x join app_user a on a.id = x.admin_id
     where x.user_id = $2 and x.order_id = $1 and x.action in ('order-first-approved', 'order-approved')
       and x.reason is not null
     order by x.at, x.id`,
    [id, userId],
    'approval-reasons',
  );
}

interface AdminAction {
  readonly action: AdminActionType;
  readonly adminId: string;
  /** On whom; for an order or a payout, whose it is. */
  readonly userId: string;
  readonly orderId?: string;
  readonly reason?: string | null;
}

/** Writes who did what, to whom and why, in the transaction that does it. It can't be changed afterwards. */
export async function recordAdminAction(tx: Transaction, action: AdminAction): Promise<void> {
  await tx.query(
    `insert into admin_action (id, admin_id, action, user_id, order_id, reason) values ($1, $2, $3, $4, $5, $6)`,
    [newId(), action.adminId, action.action, action.userId, action.orderId ?? null, action.reason ?? null],
  );
}
