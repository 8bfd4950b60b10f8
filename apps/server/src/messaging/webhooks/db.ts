import type { Connection, Transaction } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import { orderEvents, type WebhookEndpoint } from './webhook.ts';

export interface EndpointRow {
  id: string;
  user_id: string;
  url: string;
  events: string[];
  secret: Buffer;
  former_secret: Buffer | null;
  last_sequence: bigint;
  created_at: Date;
  turned_off_by: 'owner' | 'failing' | null;
  failures: number;
  failing_since: Date | null;
}

/** The columns of `webhook_endpoint e` that make a `WebhookEndpoint`. */
export const ENDPOINT_COLUMNS =
  'e.id, e.user_id, e.url, e.events, e.secret, e.former_secret, e.last_sequence, e.created_at, e.turned_off_by, e.failures, e.failing_since';

/** Reads a row of `ENDPOINT_COLUMNS`. */
export const readEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  userId: row.user_id,
  url: row.url,
  events: orderEvents(row.events),
  secrets: row.former_secret === null ? [row.secret] : [row.secret, row.former_secret],
  lastSequence: Number(row.last_sequence),
  createdAt: row.created_at,
  turnedOffBy: row.turned_off_by,
  failures: row.failures,
  failingSince: row.failing_since,
});

/** A user's endpoints, oldest first. */
export async function listEndpoints(connection: Connection, userId: string): Promise<WebhookEndpoint[]> {
  const rows = await connection.query<EndpointRow>(
    `select ${ENDPOINT_COLUMNS} from webhook_endpoint e where e.user_id = $1 order by e.created_at, e.id`,
    [userId],
  );
  return rows.map(readEndpoint);
}

/** One of a user's endpoints; null where there is none, or the text is no id. */
export async function findEndpoint(
  connection: Connection,
  userId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  if (!isId(id)) return null;
  const [row] = await connection.query<EndpointRow>(
    `select ${ENDPOINT_COLUMNS} from webhook_endpoint e where e.user_id = $1 and e.id = $2`,
    [userId, id],
  );
  return row === undefined ? null : readEndpoint(row);
}

/** The same, locked until the transaction ends. */
export async function lockEndpoint(tx: Transaction, userId: string, id: string): Promise<WebhookEndpoint | null> {
  if (!isId(id)) return null;
  const [row] = await tx.query<EndpointRow>(
    `select ${ENDPOINT_COLUMNS} from webhook_endpoint e where e.user_id = $1 and e.id = $2 for no key update`,
    [userId, id],
  );
  return row === undefined ? null : readEndpoint(row);
}

/** Writes a new endpoint. */
export async function insertEndpoint(tx: Transaction, endpoint: WebhookEndpoint): Promise<void> {
  await tx.query(
    `insert into webhook_endpoint (id, user_id, url, events, secret, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [endpoint.id, endpoint.userId, endpoint.url, endpoint.events, endpoint.secrets[0], endpoint.createdAt],
  );
}

/** Writes what an owner may change: address, events, secrets, and whether it is on. What was on record of failures ends. */
export async function saveEndpoint(tx: Transaction, endpoint: WebhookEndpoint, now: Date): Promise<void> {
  const [secret, former] = endpoint.secrets;
  await tx.query(
    `update webhook_endpoint set url = $2, events = $3, secret = $4, former_secret = $5, turned_off_by = $6,
       turned_off_at = case when $6::text is null then null else coalesce(turned_off_at, $7) end,
       failures = 0, failing_since = null, paused_until = null
     where id = $1`,
    [endpoint.id, endpoint.url, endpoint.events, secret, former ?? null, endpoint.turnedOffBy, now],
  );
}

/** Removes an endpoint with its deliveries; false where it is not the user's. */
export async function deleteEndpoint(connection: Connection, userId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false;
  const rows = await connection.query(`delete from webhook_endpoint where user_id = $1 and id = $2 returning id`, [
    userId,
    id,
  ]);
  return rows.length > 0;
}

/** Removes events from before `before` with their deliveries, but what still waits to be delivered. */
export async function deleteOldEvents(connection: Connection, before: Date): Promise<void> {
  await connection.query(
    `delete from webhook_event v where v.created_at < $1
       and not exists (select from webhook_delivery d where d.event_id = v.id and d.state = 'pending')`,
    [before],
  );
}

/** So many of the sealed secrets that endpoints sign with, of any owners. */
export async function listEndpointSecrets(
  connection: Connection,
  most: number,
): Promise<{ id: string; sealed: Buffer }[]> {
  return connection.query(`select id, secret as sealed from webhook_endpoint limit $1`, [most]);
}
