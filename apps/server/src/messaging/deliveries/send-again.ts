import {
  type DeliveryId,
  type EndpointId,
  idSchema,
  type UserId,
  WEBHOOK_SAMPLE_DATA,
  WEBHOOK_TEST,
  type WebhookSample,
} from '@kobogate/contract';
import { z } from 'zod';
import { conflict } from '../../platform/errors.ts';
import { doOnce, findAnswer, type Repeatable } from '../../platform/idempotency.ts';
import { newId } from '../../platform/identifiers.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import type { OwnEndpoint } from '../webhooks/change-endpoint.ts';
import { endPause, lockEndpoint, lockReceiver, numberEndpoints } from '../webhooks/db.ts';
import type { WebhookDependencies } from '../webhooks/dependencies.ts';
import { noSuchDelivery, noSuchEndpoint, type WebhookEndpoint } from '../webhooks/webhook.ts';
import { findDelivery, insertDeliveries, insertEvent, restartDelivery } from './db.ts';
import { DELIVERIES_WRITTEN } from './record-event.ts';

type Dependencies = Pick<WebhookDependencies, 'database' | 'clock'>;

/** Identifies a call that may be repeated; `key` is the caller's idempotency key. */
const callOf = (
  operation: string,
  { userId: owner, id, idempotencyKey: key, onRepeat }: Repeatable & { userId: UserId; id: DeliveryId | EndpointId },
  now: Date,
  request: object = { id },
) => ({ owner, operation, key, request, now, onRepeat });

const done = z.literal('done');

/** Of all of a user's endpoints, an hour: each of the events three times. */
const MOST_SAMPLES = 90;

/**
 * Sends a delivery again now, whatever its state, once per idempotency key. Throws 404, 409 while its endpoint is off
 * and for a key that was used for another delivery, 429 for too many.
 */
export async function replayDelivery(
  { database, clock }: Dependencies,
  asked: Repeatable & { userId: UserId; id: DeliveryId },
): Promise<void> {
  const { userId, id } = asked;
  const now = clock.now();
  const call = callOf('webhooks.replay', asked, now);
  if ((await findAnswer(database, call, done)) !== null) return;
  const turn = { thing: 'webhook-replay-user', subject: userId, most: 600, windowSeconds: 3600 };
  await consumeRateLimit(database, [turn], now, 'You have sent very many deliveries again.');
  await database.transaction((tx) =>
    doOnce(tx, call, done, async () => {
      const delivery = await findDelivery(tx, userId, id);
      if (delivery === null) throw noSuchDelivery();
      requireOn(await lockEndpoint(tx, userId, delivery.endpointId));
      await endPause(tx, delivery.endpointId);
      await restartDelivery(tx, delivery.id, now);
      tx.announce(DELIVERIES_WRITTEN);
      return 'done';
    }),
  );
}

/**
 * Sends a sample of an event to an endpoint, whatever it chose, once per idempotency key; answers its delivery's id.
 * Throws 404, 409 while it is off and for a key that was used for another sample, 429 for too many.
 */
export async function sendSample(
  { database, clock }: Dependencies,
  { type, ...asked }: OwnEndpoint & Repeatable & { type: WebhookSample },
): Promise<DeliveryId> {
  const { userId, id } = asked;
  const now = clock.now();
  const call = callOf('webhooks.test', asked, now, type === WEBHOOK_TEST ? { id } : { id, type });
  const known = await findAnswer(database, call, idSchema('Delivery'));
  if (known !== null) return known;
  const turn = { thing: 'webhook-test-user', subject: userId, most: MOST_SAMPLES, windowSeconds: 3600 };
  await consumeRateLimit(database, [turn], now, 'You have sent very many sample events.');
  return database.transaction((tx) =>
    doOnce(tx, call, idSchema('Delivery'), async () => {
      const receiver = await lockReceiver(tx, userId, id);
      // A listener's events are read, so it is off always.
      if (receiver?.isListener !== true) requireOn(receiver?.endpoint ?? null);
      const sample = { userId, type, source: newId(), data: WEBHOOK_SAMPLE_DATA[type], isSample: true };
      const eventId = await insertEvent(tx, sample, now);
      if (eventId === null) throw new Error('a new id is taken');
      const endpoints = await numberEndpoints(tx, { userId, type, endpointId: id }, now);
      const [deliveryId] = await insertDeliveries(tx, { eventId, endpoints }, now);
      if (deliveryId === undefined) throw noSuchEndpoint();
      tx.announce(DELIVERIES_WRITTEN);
      return deliveryId;
    }),
  );
}

function requireOn(endpoint: WebhookEndpoint | null): void {
  if (endpoint === null) throw noSuchEndpoint();
  if (endpoint.turnedOffBy !== null) {
    throw conflict('This endpoint is turned off. Please turn it on first.', 'endpoint-off');
  }
}
