import type {
  CustomValue,
  DeliveryId,
  DeliveryState,
  EndpointId,
  OfferId,
  OrderId,
  PayoutId,
  PayoutState,
  RefundEventData,
  RefundId,
  UserId,
  WebhookEventId,
} from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import type { Connection, Transaction } from '../../platform/database.ts';
import { isId, newId } from '../../platform/identifiers.ts';
import type { NumberedEndpoint } from '../webhooks/db.ts';
import type { Delivery, PastAttempt } from '../webhooks/webhook.ts';
import { TRIED_MS } from './schedule.ts';

/** The state of a delivery after an attempt. */
export interface Outcome {
  readonly delivery: Delivery;
  readonly attempt: PastAttempt;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly dueAt: Date;
}

/** An event for merchants' programs. */
export interface NewWebhookEvent {
  readonly userId: UserId;
  readonly type: string;
  readonly data: object;
  /** The source of the event; a user gets one event per source. */
  readonly source: string;
  /** Nothing of it has happened: its owner asked for a sample. */
  readonly isSample?: boolean;
}

interface DeliveryRow {
  id: DeliveryId;
  endpoint_id: EndpointId;
  sequence: bigint;
  state: DeliveryState;
  attempts: number;
  due_at: Date;
  give_up_at: Date;
  event_id: WebhookEventId;
  type: string;
  data: object;
  is_sample: boolean;
  created_at: Date;
}

/** Reads a row of `DELIVERY_COLUMNS`. */
const readDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  sequence: Number(row.sequence),
  state: row.state,
  attempts: row.attempts,
  dueAt: row.due_at,
  giveUpAt: row.give_up_at,
  event: { id: row.event_id, type: row.type, createdAt: row.created_at, isSample: row.is_sample, data: row.data },
});

/** The columns of `webhook_delivery d` and its `webhook_event v` that make a `Delivery`. */
const DELIVERY_COLUMNS =
  'd.id, d.endpoint_id, d.sequence, d.state, d.attempts, d.due_at, d.give_up_at, d.event_id, v.type, v.data, v.is_sample, v.created_at';

/** A delivery with its number of attempts and the result of the last one. */
interface LoggedDelivery {
  readonly delivery: Delivery;
  readonly count: number;
  readonly last: PastAttempt | null;
}

interface AttemptRow {
  at: Date;
  status: number | null;
  problem: string | null;
  answer: string;
  milliseconds: number;
}

/** An attempt in the database's JSON. */
type LastAttempt = Omit<AttemptRow, 'at'> & { at: string };

/** An endpoint's deliveries before a sequence number (null: from the newest), newest first. */
export async function listDeliveries(
  connection: Connection,
  endpointId: EndpointId,
  { before, limit }: { before: number | null; limit: number },
): Promise<LoggedDelivery[]> {
  const rows = await connection.query<DeliveryRow & { count: bigint; last: LastAttempt | null }>(
    `select ${DELIVERY_COLUMNS}, tried.count, tried.last
     from webhook_delivery d join webhook_event v on v.id = d.event_id
     left join lateral (
       select count(*) as count, (array_agg(to_jsonb(a) order by a.at desc, a.id desc))[1] as last
       from webhook_attempt a where a.delivery_id = d.id
     ) tried on true
     where d.endpoint_id = $1 and ($2::bigint is null or d.sequence < $2) order by d.sequence desc limit $3`,
    [endpointId, before, limit],
  );
  return rows.map((row) => ({
    delivery: readDelivery(row),
    count: Number(row.count),
    last: row.last === null ? null : { ...row.last, at: new Date(row.last.at) },
  }));
}

/** A delivery to one of a user's endpoints; null where there is none, or the text is not an id. */
export async function findDelivery(connection: Connection, userId: UserId, id: DeliveryId): Promise<Delivery | null> {
  if (!isId(id)) return null;
  const [row] = await connection.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from webhook_delivery d join webhook_event v on v.id = d.event_id
     where d.id = $2 and v.user_id = $1`,
    [userId, id],
  );
  return row === undefined ? null : readDelivery(row);
}

/** The newest attempts of a delivery. */
export function listAttempts(connection: Connection, deliveryId: DeliveryId, limit: number): Promise<PastAttempt[]> {
  return connection.query<AttemptRow>(
    `select at, status, problem, answer, milliseconds from webhook_attempt where delivery_id = $1
     order by at desc, id desc limit $2`,
    [deliveryId, limit],
  );
}

/** An endpoint's deliveries after a sequence number, oldest first. */
export async function listAfter(
  connection: Connection,
  endpointId: EndpointId,
  { after, limit }: { after: number; limit: number },
): Promise<Delivery[]> {
  const rows = await connection.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from webhook_delivery d join webhook_event v on v.id = d.event_id
     where d.endpoint_id = $1 and d.sequence > $2 order by d.sequence limit $3`,
    [endpointId, after, limit],
  );
  return rows.map(readDelivery);
}

/** How many deliveries of an endpoint are kept whose number is after this one. */
export async function countDeliveries(connection: Connection, endpointId: EndpointId, after: number): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where endpoint_id = $1 and sequence > $2`,
    [endpointId, after],
    'webhook-deliveries-count',
  );
  return row?.count ?? 0;
}

/** What is due for an endpoint, the longest due first. */
export async function dueDeliveries(
  connection: Connection,
  endpointId: EndpointId,
  { limit, now }: { limit: number; now: Date },
): Promise<Delivery[]> {
  const rows = await connection.query<DeliveryRow>(
    `select ${DELIVERY_COLUMNS} from webhook_delivery d join webhook_event v on v.id = d.event_id
     where d.endpoint_id = $1 and d.state = 'pending' and d.due_at <= $2 order by d.due_at, d.sequence limit $3`,
    [endpointId, now, limit],
    'webhook-due',
  );
  return rows.map(readDelivery);
}

/** Records attempts and the resulting state of their deliveries. */
export async function saveOutcomes(tx: Transaction, outcomes: readonly Outcome[]): Promise<void> {
  for (const { delivery, attempt, state, dueAt } of outcomes) {
    // If the endpoint was removed in between, its deliveries are gone and nothing is written. Deliveries that were held
    // in between stay held, and one that its owner has sent again in between is: another round has another end.
    const [kept] = await tx.query(
      `update webhook_delivery d set due_at = case when is_same then $3 else due_at end, attempts = attempts + is_same::int,
         state = case when is_same and ($2 = 'delivered' or state = 'pending') then $2 else state end
       from (select id, give_up_at = $4 as is_same from webhook_delivery where id = $1 for no key update) round
       where d.id = round.id returning d.id`,
      [delivery.id, state, dueAt, delivery.giveUpAt],
      'webhook-outcome',
    );
    if (kept === undefined) continue;
    await tx.query(
      `insert into webhook_attempt (id, delivery_id, at, status, problem, answer, milliseconds)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [newId(), delivery.id, attempt.at, attempt.status, attempt.problem, attempt.answer, attempt.milliseconds],
      'webhook-attempt',
    );
  }
}

/** Holds what waits for an endpoint that is off: it is not sent, and can be fetched. */
export async function holdDeliveries(tx: Transaction, endpointId: EndpointId): Promise<void> {
  await tx.query(`update webhook_delivery set state = 'held' where endpoint_id = $1 and state = 'pending'`, [
    endpointId,
  ]);
}

/** Begins a new round for a delivery: due now, with the full time limit. */
export async function restartDelivery(tx: Transaction, id: DeliveryId, now: Date): Promise<void> {
  await tx.query(
    `update webhook_delivery set state = 'pending', attempts = 0, due_at = $2, give_up_at = $3 where id = $1`,
    [id, now, new Date(now.getTime() + TRIED_MS)],
  );
}

/** Writes an event; null where this source already has one. */
export async function insertEvent(tx: Transaction, event: NewWebhookEvent, now: Date): Promise<WebhookEventId | null> {
  const id = newId<WebhookEventId>();
  const rows = await tx.query(
    `insert into webhook_event (id, user_id, type, data, source, created_at, is_sample)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, source) do nothing returning id`,
    [id, event.userId, event.type, JSON.stringify(event.data), event.source, now, event.isSample ?? false],
    'webhook-event-insert',
  );
  return rows.length === 0 ? null : id;
}

/** Creates a delivery of an event to each of these endpoints, under its number; it is held, and not sent, where the endpoint is off. */
export async function insertDeliveries(
  tx: Transaction,
  { eventId, endpoints }: { eventId: WebhookEventId; endpoints: readonly NumberedEndpoint[] },
  now: Date,
): Promise<DeliveryId[]> {
  const ids = endpoints.map(() => newId<DeliveryId>());
  await tx.query(
    `insert into webhook_delivery (id, endpoint_id, event_id, sequence, state, due_at, give_up_at)
     select id, endpoint_id, $1, sequence, case when is_off then 'held' else 'pending' end, $6, $7
     from unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::boolean[]) as new (id, endpoint_id, sequence, is_off)`,
    [
      eventId,
      ids,
      endpoints.map(({ id }) => id),
      endpoints.map(({ sequence }) => sequence.toString()),
      endpoints.map(({ isOff }) => isOff),
      now,
      new Date(now.getTime() + TRIED_MS),
    ],
    'webhook-deliveries-insert',
  );
  return ids;
}

/** What a merchant knows the payment `p` by, and what its payer gave; nothing where there is none. */
const NAMED = `p.reference, coalesce(p.metadata, '{}') as metadata, coalesce(p.custom_values, '[]') as "customValues"`;

/** The facts of a payout that merchants' programs are told. */
export interface PayoutFacts {
  readonly id: PayoutId;
  readonly orderId: OrderId;
  /** Null: it is of a conversion. */
  readonly paymentId: OrderId | null;
  readonly reference: string | null;
  readonly metadata: Record<string, string>;
  readonly customValues: CustomValue[];
  readonly state: PayoutState;
  readonly attempt: number;
  readonly nairaKobo: Kobo;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly bankReference: string;
  readonly sessionId: string | null;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** A payout of an order, or its newest one where none is named. Throws where there is none. */
export async function findPayoutFacts(
  connection: Connection,
  orderId: OrderId,
  payoutId: PayoutId | null,
): Promise<PayoutFacts> {
  const [row] = await connection.query<Omit<PayoutFacts, 'nairaKobo'> & { kobo: string }>(
    `select y.id, y.order_id as "orderId", p.order_id as "paymentId", ${NAMED},
       y.status as state, y.attempt, y.amount_kobo as kobo, y.bank_name as "bankName",
       y.account_number as "accountNumber", y.reference as "bankReference", y.session_id as "sessionId",
       y.failure_reason as "failureReason", y.created_at as "createdAt", y.settled_at as "settledAt"
     from payout y left join payment p on p.order_id = y.order_id
     where y.order_id = $1 and ($2::uuid is null or y.id = $2) order by y.attempt desc limit 1`,
    [orderId, payoutId],
    'webhook-payout',
  );
  if (row === undefined) throw new Error(`order ${orderId} has no payout`);
  const { kobo, ...facts } = row;
  return { ...facts, nairaKobo: toKobo(kobo) };
}

/** A refund, or an offer of one, that merchants' programs are told; amounts in smallest units. */
export interface ToldRefund {
  userId: UserId;
  id: RefundId | null;
  offerId: OfferId | null;
  paymentId: OrderId | null;
  reference: string | null;
  metadata: Record<string, string>;
  customValues: CustomValue[];
  asset: string;
  amount: string;
  fee: string;
  state: RefundEventData['state'];
  address: string | null;
  transaction: string | null;
  reason: string | null;
}

const REFUND_COLUMNS = `r.id, f.id as "offerId", f.order_id as "paymentId", ${NAMED},
  r.txid as transaction, r.reason`;
const PAYMENT = 'left join payment p on p.order_id = f.order_id';

/** The owner of a refund, and the refund; null where there is none. */
export async function findRefundTold(connection: Connection, refundId: RefundId): Promise<ToldRefund | null> {
  const [row] = await connection.query<ToldRefund>(
    `select r.user_id as "userId", ${REFUND_COLUMNS}, r.asset, r.amount, r.fee, r.status as state, r.address
     from refund r left join refund_offer f on f.refund_id = r.id ${PAYMENT} where r.id = $1`,
    [refundId],
  );
  return row ?? null;
}

/** The merchant of an offer of coins to a payer, and the offer; null where there is none. */
export async function findOfferTold(connection: Connection, offerId: OfferId): Promise<ToldRefund | null> {
  const [row] = await connection.query<ToldRefund>(
    `select o.user_id as "userId", ${REFUND_COLUMNS}, f.asset, f.amount, f.fee, coalesce(r.status, f.status) as state, f.address
     from refund_offer f join customer_order o on o.id = f.order_id left join refund r on r.id = f.refund_id ${PAYMENT}
     where f.id = $1`,
    [offerId],
  );
  return row ?? null;
}

/** Removes events from before `before` with their deliveries, except deliveries that still wait. */
export async function deleteOldEvents(connection: Connection, before: Date): Promise<void> {
  await connection.query(
    `delete from webhook_event v where v.created_at < $1
       and not exists (select from webhook_delivery d where d.event_id = v.id and d.state = 'pending')`,
    [before],
  );
}
