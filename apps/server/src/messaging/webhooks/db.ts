import { type DepositId, type EndpointId, isDust, type OrderId, type UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { isId, newId } from '../../platform/identifiers.ts';
import { orderEvents, type WebhookEndpoint } from './webhook.ts';

/** An endpoint that this sender has claimed; `claim` distinguishes it from a later sender's claim. */
export interface ClaimedEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly claim: string;
}

interface EndpointRow {
  id: EndpointId;
  user_id: UserId;
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

/** Reads a row of `ENDPOINT_COLUMNS`. */
const readEndpoint = (row: EndpointRow): WebhookEndpoint => ({
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

/** The columns of `webhook_endpoint e` that make a `WebhookEndpoint`. */
const ENDPOINT_COLUMNS =
  'e.id, e.user_id, e.url, e.events, e.secret, e.former_secret, e.last_sequence, e.created_at, e.turned_off_by, e.failures, e.failing_since';

/** A user's endpoints, oldest first. */
export async function listEndpoints(connection: Connection, userId: UserId): Promise<WebhookEndpoint[]> {
  const rows = await connection.query<EndpointRow>(
    `select ${ENDPOINT_COLUMNS} from webhook_endpoint e where e.user_id = $1 and e.listener_of is null
     order by e.created_at, e.id`,
    [userId],
  );
  return rows.map(readEndpoint);
}

/** One of a user's endpoints; null where there is none, or the text is not an id. */
export async function findEndpoint(
  connection: Connection,
  userId: UserId,
  id: EndpointId,
): Promise<WebhookEndpoint | null> {
  if (!isId(id)) return null;
  const [row] = await connection.query<EndpointRow>(
    `select ${ENDPOINT_COLUMNS} from webhook_endpoint e where e.user_id = $1 and e.id = $2 and e.listener_of is null`,
    [userId, id],
  );
  return row === undefined ? null : readEndpoint(row);
}

/** The same, locked until the transaction ends. */
export async function lockEndpoint(tx: Transaction, userId: UserId, id: EndpointId): Promise<WebhookEndpoint | null> {
  const receiver = await lockReceiver(tx, userId, id);
  return receiver?.isListener === false ? receiver.endpoint : null;
}

/** One of a user's endpoints or listeners, locked until the transaction ends; null as above. */
export async function lockReceiver(
  tx: Transaction,
  userId: UserId,
  id: EndpointId,
): Promise<{ endpoint: WebhookEndpoint; isListener: boolean } | null> {
  if (!isId(id)) return null;
  const [row] = await tx.query<EndpointRow & { is_listener: boolean }>(
    `select ${ENDPOINT_COLUMNS}, e.listener_of is not null as is_listener
     from webhook_endpoint e where e.user_id = $1 and e.id = $2 for no key update`,
    [userId, id],
  );
  return row === undefined ? null : { endpoint: readEndpoint(row), isListener: row.is_listener };
}

/** Up to this many sealed signing secrets of endpoints, of any owners. */
export async function listEndpointSecrets(
  connection: Connection,
  most: number,
): Promise<{ id: EndpointId; sealed: Buffer }[]> {
  return connection.query(`select id, secret as sealed from webhook_endpoint limit $1`, [most]);
}

/**
 * Those of the users and types, in their order, for which the user has an endpoint, on or off, or a program that listens,
 * which chose the type.
 */
export async function areChosen(
  connection: Connection,
  asked: readonly { readonly userId: UserId; readonly type: string }[],
  now: Date,
): Promise<boolean[]> {
  if (asked.length === 0) return [];
  const rows = await connection.query<{ isChosen: boolean }>(
    `select exists (select from webhook_endpoint e
       where e.user_id = asked.user_id and asked.type = any(e.events) and (e.listener_of is null or e.listening_until > $3)) as "isChosen"
     from unnest($1::uuid[], $2::text[]) with ordinality as asked (user_id, type, position) order by asked.position`,
    [asked.map(({ userId }) => userId), asked.map(({ type }) => type), now],
    'webhook-chosen',
  );
  return rows.map(({ isChosen }) => isChosen);
}

/** Writes a new endpoint. */
export async function insertEndpoint(tx: Transaction, endpoint: WebhookEndpoint): Promise<void> {
  await tx.query(
    `insert into webhook_endpoint (id, user_id, url, events, secret, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [endpoint.id, endpoint.userId, endpoint.url, endpoint.events, endpoint.secrets[0], endpoint.createdAt],
  );
}

/**
 * Writes what an owner may change: address, events, secrets, and whether it is on. Resets its record of failures, which an
 * attempt that is under way does not write again: its claim ends, and with its time another sender may claim.
 */
export async function saveEndpoint(tx: Transaction, endpoint: WebhookEndpoint, now: Date): Promise<void> {
  const [secret, former] = endpoint.secrets;
  await tx.query(
    `update webhook_endpoint set url = $2, events = $3, secret = $4, former_secret = $5, turned_off_by = $6,
       turned_off_at = case when $6::text is null then null else coalesce(turned_off_at, $7) end,
       failures = 0, failing_since = null, paused_until = null, claimed_by = null
     where id = $1`,
    [endpoint.id, endpoint.url, endpoint.events, secret, former ?? null, endpoint.turnedOffBy, now],
  );
}

/** Removes an endpoint with its deliveries; false where it is not the user's. */
export async function deleteEndpoint(connection: Connection, userId: UserId, id: EndpointId): Promise<boolean> {
  if (!isId(id)) return false;
  const rows = await connection.query(`delete from webhook_endpoint where user_id = $1 and id = $2 returning id`, [
    userId,
    id,
  ]);
  return rows.length > 0;
}

/**
 * Claims up to `limit` endpoints with due deliveries, first those whose last turn ended first. Skips endpoints that other
 * senders have claimed, that rest, that are off, or whose owner is disabled.
 */
export async function claimEndpoints(
  connection: Connection,
  { limit, leaseMs, now }: { limit: number; leaseMs: number; now: Date },
): Promise<ClaimedEndpoint[]> {
  const claim = newId();
  const rows = await connection.query<EndpointRow>(
    `update webhook_endpoint e set claimed_by = $1, claimed_until = clock_timestamp() + $2::int * interval '1 ms'
     where e.id in (
       select w.id from webhook_endpoint w join app_user u on u.id = w.user_id
       where w.turned_off_at is null and u.disabled_at is null and (w.paused_until is null or w.paused_until <= $3)
         and (w.claimed_until is null or w.claimed_until <= clock_timestamp())
         and exists (select from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending' and d.due_at <= $3)
       order by w.claimed_until nulls first limit $4 for update of w skip locked)
     returning ${ENDPOINT_COLUMNS}`,
    [claim, leaseMs, now, limit],
    'webhook-claim',
  );
  return rows.map((row) => ({ endpoint: readEndpoint(row), claim }));
}

/** Releases an endpoint and records its failures; false, and nothing is done, where the claim was lost. */
export async function releaseEndpoint(
  connection: Connection,
  { endpoint, claim }: ClaimedEndpoint,
  health: { failures: number; failingSince: Date | null; restUntil: Date | null },
): Promise<boolean> {
  const rows = await connection.query(
    // The end of this turn: what is always due waits then for those whose last one ended before.
    `update webhook_endpoint set claimed_by = null, claimed_until = clock_timestamp(), failures = $3, failing_since = $4, paused_until = $5
     where id = $1 and claimed_by = $2 returning id`,
    [endpoint.id, claim, health.failures, health.failingSince, health.restUntil],
    'webhook-release',
  );
  return rows.length > 0;
}

const TOLD_AGAIN_HOURS = 24;

/** Records that an endpoint's owner is notified now; false where that was within the last day. */
export async function noteTold(tx: Transaction, endpointId: EndpointId, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update webhook_endpoint set told_at = $2
     where id = $1 and (told_at is null or told_at <= $2::timestamptz - ${TOLD_AGAIN_HOURS} * interval '1 hour') returning id`,
    [endpointId, now],
  );
  return rows.length > 0;
}

/** Turns an endpoint off that only fails; false where it was off already. */
export async function turnOffFailing(tx: Transaction, endpointId: EndpointId, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update webhook_endpoint set turned_off_at = $2, turned_off_by = 'failing' where id = $1 and turned_off_at is null
     returning id`,
    [endpointId, now],
  );
  return rows.length > 0;
}

/** Turns all endpoints of a user off, as their owner would. */
export async function turnOffEndpoints(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await tx.query(
    `update webhook_endpoint set turned_off_at = $2, turned_off_by = 'owner' where user_id = $1 and turned_off_at is null`,
    [userId, now],
  );
}

/** Gives every endpoint's secrets to `reseal`, and stores what it answers; null: nothing. Answers how many. */
export async function resealEndpoints(
  connection: Connection,
  reseal: (id: EndpointId, sealed: Buffer) => Buffer | null,
): Promise<number> {
  let count = 0;
  for (const column of ['secret', 'former_secret']) {
    const rows = await connection.query<{ id: EndpointId; sealed: Buffer }>(
      `select id, ${column} as sealed from webhook_endpoint where ${column} is not null`,
    );
    for (const { id, sealed } of rows) {
      const fresh = reseal(id, sealed);
      if (fresh === null) continue;
      await connection.query(`update webhook_endpoint set ${column} = $3 where id = $1 and ${column} = $2`, [
        id,
        sealed,
        fresh,
      ]);
      count += 1;
    }
  }
  return count;
}

/** A developer's machine that gets the events of its owner from a stream; by the API key that opened it. */
export interface Listener {
  readonly id: EndpointId;
  readonly lastSequence: number;
  /** Sealed. */
  readonly secret: Buffer;
}

/** What no delivery is sent to: a listener's events are read. */
const NO_ADDRESS = 'kobogate://listen';

interface ListenerRow {
  id: EndpointId;
  secret: Buffer;
  last_sequence: bigint;
}

/**
 * Writes the listener of a key, or the events and the time of the one that the key has; its id and secret stay. Answers
 * it.
 */
export async function saveListener(
  tx: Transaction,
  listener: {
    readonly id: EndpointId;
    readonly userId: UserId;
    readonly keyHash: Buffer;
    readonly events: readonly string[];
    readonly secret: Buffer;
    readonly now: Date;
    readonly until: Date;
  },
): Promise<Listener> {
  const { id, userId, keyHash, events, secret, now, until } = listener;
  const [row] = await tx.query<ListenerRow>(
    `insert into webhook_endpoint
       (id, user_id, url, events, secret, created_at, turned_off_by, turned_off_at, listener_of, listening_until)
     values ($1, $2, $3, $4, $5, $6, 'owner', $6, $7, $8)
     on conflict (user_id, listener_of) where listener_of is not null
       do update set events = excluded.events, listening_until = excluded.listening_until
     returning id, secret, last_sequence`,
    [id, userId, NO_ADDRESS, events, secret, now, keyHash, until],
  );
  if (row === undefined) throw new Error('a listener was not written');
  return { id: row.id, secret: row.secret, lastSequence: Number(row.last_sequence) };
}

/** Lets the listener of a key go on; false where there is none, or it is another key's. */
export async function keepListening(
  connection: Connection,
  { id, userId, keyHash, until }: { id: EndpointId; userId: UserId; keyHash: Buffer; until: Date },
): Promise<boolean> {
  if (!isId(id)) return false;
  const rows = await connection.query(
    `update webhook_endpoint set listening_until = $4 where id = $1 and user_id = $2 and listener_of = $3 returning id`,
    [id, userId, keyHash, until],
    'listener-keep',
  );
  return rows.length > 0;
}

/** Removes listeners, with their events, that have not listened since `before`. */
export async function deleteOldListeners(connection: Connection, before: Date): Promise<void> {
  await connection.query(`delete from webhook_endpoint where listening_until < $1`, [before]);
}

/** An order and its owner; of a payment by link the merchant who receives it. */
export interface OrderOwner {
  readonly orderId: OrderId;
  readonly userId: UserId;
  readonly isPayment: boolean;
}

/**
 * The owners of these orders, and of the payments at whose addresses these deposits arrived, by the id that was asked
 * for. Without deposits that are dust, and deposits of another coin than requested.
 */
export async function listOrderOwners(
  connection: Connection,
  ids: readonly (OrderId | DepositId)[],
): Promise<ReadonlyMap<OrderId | DepositId, OrderOwner>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.query<
    OrderOwner & { asked: OrderId | DepositId; asset: string; amount: string | null }
  >(
    `select id as asked, id as "orderId", user_id as "userId", kind = 'payment' as "isPayment", asset, null as amount
     from customer_order where id = any($1::uuid[])
     union all
     select d.id, o.id, o.user_id, true, d.asset, d.amount
     from deposit d join customer_order o on o.address_id = d.address_id and o.asset = d.asset
     where d.id = any($1::uuid[]) and o.kind = 'payment'`,
    [ids],
    'order-owners',
  );
  return new Map(
    rows
      .filter(({ asset, amount }) => amount === null || !isDust(asset, BigInt(amount)))
      .map(({ asked, orderId, userId, isPayment }) => [asked, { orderId, userId, isPayment }]),
  );
}

/** An endpoint that gets a delivery, with its number. */
export interface NumberedEndpoint {
  readonly id: EndpointId;
  readonly sequence: bigint;
  readonly isOff: boolean;
}

/**
 * Gives each of a user's endpoints that chose a type of event, or the one that is named, its next number. They are locked until the
 * transaction ends, so that no number is left out.
 */
export function numberEndpoints(
  tx: Transaction,
  { userId, type, endpointId }: { userId: UserId; type: string; endpointId: EndpointId | null },
  now: Date,
): Promise<NumberedEndpoint[]> {
  return tx.query<NumberedEndpoint>(
    `update webhook_endpoint e set last_sequence = e.last_sequence + 1 from (
       select id from webhook_endpoint where user_id = $1 and case when $3::uuid is null
         then $2 = any(events) and (listener_of is null or listening_until > $4) else id = $3 end
       order by id for no key update) chosen
     where e.id = chosen.id returning e.id, e.last_sequence as sequence, e.turned_off_at is not null as "isOff"`,
    [userId, type, endpointId, now],
    'webhook-endpoints-number',
  );
}

/** Ends an endpoint's pause, so that its due deliveries are sent at once. */
export async function endPause(tx: Transaction, endpointId: EndpointId): Promise<void> {
  await tx.query(`update webhook_endpoint set paused_until = null where id = $1`, [endpointId]);
}
