import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { TRIED_MS } from './schedule.ts';

/** Something that merchants' programs are told of. */
export interface NewWebhookEvent {
  readonly userId: string;
  readonly type: string;
  readonly data: object;
  /** What it tells of; of one source a user is told once. */
  readonly source: string;
}

/** Whether a user has an endpoint, on or off, that chose a type. */
export async function hasEndpointFor(connection: Connection, userId: string, type: string): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from webhook_endpoint where user_id = $1 and $2 = any(events) limit 1`,
    [userId, type],
    'webhook-has-endpoint',
  );
  return rows.length > 0;
}

/** Writes an event; null where this source was told before. */
export async function insertEvent(tx: Transaction, event: NewWebhookEvent, now: Date): Promise<string | null> {
  const id = newId();
  const rows = await tx.query(
    `insert into webhook_event (id, user_id, type, data, source, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, source) do nothing returning id`,
    [id, event.userId, event.type, JSON.stringify(event.data), event.source, now],
    'webhook-event-insert',
  );
  return rows.length === 0 ? null : id;
}

/**
 * Puts an event on its way to the user's endpoints that chose its type, or to the one that is named, each with its next
 * number; for one that is off it is kept and not sent. Answers the deliveries' ids.
 */
export async function insertDeliveries(
  tx: Transaction,
  { eventId, userId, type, endpointId }: { eventId: string; userId: string; type: string; endpointId: string | null },
  now: Date,
): Promise<string[]> {
  const endpoints = await tx.query<{ id: string }>(
    `select id from webhook_endpoint where user_id = $1 and case when $3::uuid is null then $2 = any(events) else id = $3 end
     order by id for no key update`,
    [userId, type, endpointId],
    'webhook-endpoints-lock',
  );
  const ids = endpoints.map(() => newId());
  await tx.query(
    `with numbered as (
       update webhook_endpoint e set last_sequence = last_sequence + 1
       from unnest($1::uuid[], $2::uuid[]) as new_delivery (endpoint_id, id) where e.id = new_delivery.endpoint_id
       returning new_delivery.id, e.id as endpoint_id, e.last_sequence, e.turned_off_at
     )
     insert into webhook_delivery (id, endpoint_id, event_id, sequence, state, due_at, give_up_at)
     select id, endpoint_id, $3, last_sequence, case when turned_off_at is null then 'pending' else 'held' end, $4, $5
     from numbered`,
    [endpoints.map(({ id }) => id), ids, eventId, now, new Date(now.getTime() + TRIED_MS)],
    'webhook-deliveries-insert',
  );
  return ids;
}
