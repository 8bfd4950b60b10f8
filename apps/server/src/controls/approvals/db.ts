import type { OrderId, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';

/** What an administrator can do to a user's account, order, payout, refund, or coins in suspense. */
export const ADMIN_ACTIONS = [
  'user-disabled',
  'user-enabled',
  'user-promoted',
  'user-demoted',
  'user-tier-set',
  'order-approved',
  'order-first-approved',
  'order-approval-undone',
  'order-declined',
  'payout-asked',
  'payout-not-made',
  'payout-retried',
  'suspense-credited',
  'deposit-owner-named',
  'deposit-credited',
  'deposit-first-vouched',
  'deposit-vouched',
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

/** The mail addresses of all administrators who can log in. */
export async function listAdminEmails(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ email: string }>(
    `select email from app_user where is_admin and verified_at is not null and disabled_at is null order by id`,
  );
  return rows.map(({ email }) => email);
}

/** What administrators did on an order, oldest first. */
export function listOrderActions(
  connection: Connection,
  { id, userId }: { readonly id: OrderId; readonly userId: UserId },
): Promise<{ at: Date; by: string; action: AdminActionType; reason: string | null }[]> {
  return connection.query(
    `select x.at, trim(a.first_name || ' ' || a.last_name) as by, x.action, x.reason
     from admin_action x join app_user a on a.id = x.admin_id
     where x.user_id = $2 and x.order_id = $1 order by x.at, x.id`,
    [id, userId],
    'order-actions',
  );
}

/**
 * As SQL: whether the approval of administrator `admin` at `at` still counts. Not once they are disabled or demoted,
 * nor after they are reinstated: another person may have used the account before.
 */
export const countsStill = (admin: string, at: string): string =>
  `${admin}.is_admin and ${admin}.disabled_at is null and coalesce(${admin}.admin_since <= ${at}, true)`;

/** Whether a user became an administrator, or was enabled again as one, within the last day. */
export async function isNewAdmin(tx: Transaction, adminId: UserId): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from app_user where id = $1 and admin_since > clock_timestamp() - interval '1 day'`,
    [adminId],
  );
  return rows.length > 0;
}

/** How many administrators can log in. */
export async function countAdmins(connection: Connection): Promise<number> {
  return (await listAdminEmails(connection)).length;
}

/** Records who did what, to whom and why, in the transaction that does it. It can't be changed afterwards. */
export async function insertAdminAction(
  tx: Transaction,
  action: {
    readonly action: AdminActionType;
    readonly adminId: UserId;
    readonly userId: UserId;
    readonly orderId: OrderId | null;
    readonly reason: string | null;
  },
): Promise<void> {
  await tx.query(
    `insert into admin_action (id, admin_id, action, user_id, order_id, reason) values ($1, $2, $3, $4, $5, $6)`,
    [newId(), action.adminId, action.action, action.userId, action.orderId, action.reason],
  );
}
