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
 * What changed for whom in the last six seconds of the database's clock: orders, deposits (which change wallets and
 * orders) and notifications. Longer than the pause between two looks, so that a change that committed late is not missed.
 */
export async function readChanges(connection: Connection): Promise<Change[]> {
  const rows = await connection.query<ChangeRow>(
    `select user_id, 'order' as event, id, version::text as version from customer_order where updated_at > clock_timestamp() - interval '6 seconds'
     union all
     select user_id, 'wallet', id, updated_at::text from deposit where updated_at > clock_timestamp() - interval '6 seconds'
     union all
     select user_id, 'notification', id, coalesce(cleared_at, created_at)::text from notification where created_at > clock_timestamp() - interval '6 seconds'`,
    [],
    'live-changes',
  );
  return rows.map(({ user_id: userId, event, id, version }) => ({ userId, event, id, version }));
}
