import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { DELIVERY_COLUMNS, type DeliveryRow, readDelivery } from './db-deliveries.ts';
import { ENDPOINT_COLUMNS, type EndpointRow, readEndpoint } from './db.ts';
import { TRIED_MS } from './schedule.ts';
import type { Delivery, PastAttempt, WebhookEndpoint } from './webhook.ts';

/** An endpoint that this sender has for now; `claim` tells it from a later sender's. */
export interface ClaimedEndpoint {
  readonly endpoint: WebhookEndpoint;
  readonly claim: string;
}

/**
 * Claims up to `limit` endpoints for which something is due, the one that waited longest first, skipping those that
 * other senders have, that rest, that are off, or whose owner is disabled.
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
         and (w.claimed_until is null or w.claimed_until < clock_timestamp())
         and exists (select from webhook_delivery d where d.endpoint_id = w.id and d.state = 'pending' and d.due_at <= $3)
       order by w.claimed_until nulls first limit $4 for update of w skip locked)
     returning ${ENDPOINT_COLUMNS}`,
    [claim, leaseMs, now, limit],
    'webhook-claim',
  );
  return rows.map((row) => ({ endpoint: readEndpoint(row), claim }));
}

/** What is due for an endpoint, the longest due first. */
export async function dueDeliveries(
  connection: Connection,
  endpointId: string,
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

/** Where a delivery stands after an attempt. */
export interface Outcome {
  readonly delivery: Delivery;
  readonly attempt: PastAttempt;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly dueAt: Date;
}

/** Writes attempts down with what they make of their deliveries. */
export async function saveOutcomes(tx: Transaction, outcomes: readonly Outcome[]): Promise<void> {
  for (const { delivery, attempt, state, dueAt } of outcomes) {
    // Gone with its endpoint, which was removed meanwhile: then there is nothing to write. What was held meanwhile stays so.
    const [kept] = await tx.query(
      `update webhook_delivery set due_at = $3, attempts = attempts + 1,
         state = case when $2 = 'delivered' or state = 'pending' then $2 else state end
       where id = $1 returning id`,
      [delivery.id, state, dueAt],
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

/** Gives an endpoint back with how sending goes; nothing happens where the claim was lost. */
export async function releaseEndpoint(
  connection: Connection,
  { endpoint, claim }: ClaimedEndpoint,
  health: { failures: number; failingSince: Date | null; restUntil: Date | null },
): Promise<void> {
  await connection.query(
    `update webhook_endpoint set claimed_by = null, claimed_until = null, failures = $3, failing_since = $4, paused_until = $5
     where id = $1 and claimed_by = $2`,
    [endpoint.id, claim, health.failures, health.failingSince, health.restUntil],
    'webhook-release',
  );
}

const TOLD_AGAIN_HOURS = 24;

/** Notes that an endpoint's owner is told now; false where that was within the last day. */
export async function noteTold(tx: Transaction, endpointId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update webhook_endpoint set told_at = $2
     where id = $1 and (told_at is null or told_at <= $2::timestamptz - ${TOLD_AGAIN_HOURS} * interval '1 hour') returning id`,
    [endpointId, now],
  );
  return rows.length > 0;
}

/** Turns an endpoint off that only fails; false where it was off already. */
export async function turnOffFailing(tx: Transaction, endpointId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update webhook_endpoint set turned_off_at = $2, turned_off_by = 'failing' where id = $1 and turned_off_at is null
     returning id`,
    [endpointId, now],
  );
  return rows.length > 0;
}

/** Keeps what waits for an endpoint that is off: it is not sent, and can be fetched. */
export async function holdDeliveries(tx: Transaction, endpointId: string): Promise<void> {
  await tx.query(`update webhook_delivery set state = 'held' where endpoint_id = $1 and state = 'pending'`, [
    endpointId,
  ]);
}

/** Begins a new round for a delivery: due now, for the whole time; its endpoint does not rest any more. */
export async function restartDelivery(tx: Transaction, { id, endpointId }: Delivery, now: Date): Promise<void> {
  await tx.query(`update webhook_endpoint set paused_until = null where id = $1`, [endpointId]);
  await tx.query(
    `update webhook_delivery set state = 'pending', attempts = 0, due_at = $2, give_up_at = $3 where id = $1`,
    [id, now, new Date(now.getTime() + TRIED_MS)],
  );
}
