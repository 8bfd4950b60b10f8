import type { Connection } from '../../platform/database.ts';

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
