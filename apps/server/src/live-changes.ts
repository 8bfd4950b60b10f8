import type { LiveEvent } from '@kobogate/contract';
import type { Connection } from './platform/database.ts';
import type { Change } from './platform/live.ts';

interface ChangeRow {
  user_id: string;
  event: LiveEvent;
  id: string;
  version: string;
}

/**
 * What changed for whom in the last six seconds of the database's clock: orders, payments, deposits (which change
 * wallets, orders and payments) and notifications. Longer than the pause between two looks, so that a change that committed late is not missed.
 */
export async function readChanges(connection: Connection): Promise<Change[]> {
  const rows = await connection.query<ChangeRow>(
    `select user_id, 'order' as event, id, version::text as version from customer_order where updated_at > clock_timestamp() - interval '6 seconds'
     union all
     select user_id, 'payment', id, max(at)::text from (
       select user_id, id, updated_at as at from customer_order
       where updated_at > clock_timestamp() - interval '6 seconds' and kind = 'payment'
       union all
       select o.user_id, o.id, d.updated_at from deposit d join customer_order o on o.address_id = d.address_id
       where d.updated_at > clock_timestamp() - interval '6 seconds') payment group by user_id, id
     union all
     select user_id, 'wallet', id, updated_at::text from deposit where updated_at > clock_timestamp() - interval '6 seconds'
     union all
     select user_id, 'notification', id, coalesce(cleared_at, created_at)::text from notification where created_at > clock_timestamp() - interval '6 seconds'`,
    [],
    'live-changes',
  );
  return rows.map(({ user_id: userId, event, id, version }) => ({ userId, event, id, version }));
}
