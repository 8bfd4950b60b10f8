import * as z from 'zod/mini';
import { count, endpoint, instant, messageAnswer, text } from './endpoint.ts';
import { byId, idInput, idSchema } from './ids.ts';
import { proof } from './two-factor.ts';
import { WEBHOOK_EVENTS, WEBHOOK_SAMPLES, WEBHOOK_TEST, webhookBodySchema } from './webhook-events.ts';

/**
 * The header of each delivery: `t=<unix seconds>,v1=<hex>[,v1=<hex>]`, each `v1` the HMAC-SHA256 of `<t>.<body>` with
 * one of the endpoint's live secrets, the whole secret (with `whsec_`) as the key.
 */
export const WEBHOOK_SIGNATURE_HEADER = 'Kobogate-Signature';
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
export const WEBHOOK_ENDPOINTS_MOST = 10;

export const DELIVERY_STATES = [
  'pending', // waits for its next attempt → delivered, failed, held (the endpoint was turned off)
  'delivered', // answered with a 2xx → pending, by a replay
  'failed', // nothing but failures for 72 hours → pending, by a replay
  'held', // the endpoint was off; it can still be fetched → pending, by a replay
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const events = z
  .array(z.enum(WEBHOOK_EVENTS, 'We do not know this event'), 'Please choose at least one event')
  .check(z.minLength(1, 'Please choose at least one event'), z.maxLength(WEBHOOK_EVENTS.length));
const address = text(500, 'Please enter the address of your program');

const endpointSchema = z.object({
  id: idSchema('Endpoint'),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  /** Who turned it off; null while it is on. `failing`: nothing but failures for days. */
  turnedOffBy: z.nullable(z.enum(['owner', 'failing'])),
  /** Since when every attempt has failed; null: the last one went well, or there was none. */
  failingSince: z.nullable(instant),
  /** Two from a rotation until the old one is retired: both sign. */
  secrets: z.number(),
  /** The sequence number of the newest event; they count from 1 without gaps. */
  lastSequence: z.number(),
  createdAt: instant,
});
export type WebhookEndpoint = z.output<typeof endpointSchema>;

const attemptSchema = z.object({
  at: instant,
  /** The receiver's HTTP status; null where it gave none. */
  status: z.nullable(z.number()),
  /** What went wrong, in words; null for a success. */
  problem: z.nullable(z.string()),
  /** The beginning of the receiver's answer. */
  answer: z.string(),
  milliseconds: z.number(),
});
export type DeliveryAttempt = z.output<typeof attemptSchema>;

const deliverySchema = z.object({
  id: idSchema('Delivery'),
  eventId: idSchema('WebhookEvent'),
  type: z.string(),
  sequence: z.number(),
  state: z.enum(DELIVERY_STATES),
  createdAt: instant,
  /** Of all attempts, those before a replay too. */
  attempts: z.number(),
  last: z.nullable(attemptSchema),
  /** Null where there is no further attempt. */
  nextAttemptAt: z.nullable(instant),
});
export type Delivery = z.output<typeof deliverySchema>;

const deliveryDetail = z.object({
  ...deliverySchema.shape,
  /** The body, exactly as it is signed and sent. */
  body: z.string(),
  /** Newest first, 50 at most. */
  tries: z.array(attemptSchema),
});
export type DeliveryDetail = z.output<typeof deliveryDetail>;

/**
 * The stream of a listener's events, below the API's base, for the API key that opened it with the scope `webhooks:read`:
 * server-sent events, each with the sequence number as its `id` and the body of a delivery as its `data`. It begins after the
 * number in `Last-Event-ID`, or in the query's `after`.
 */
export const listenerStreamPath = (listener: string): string => `/webhooks/listeners/${listener}/stream`;

const id = byId('Endpoint');
const delivery = byId('Delivery');
const withSecret = z.object({ message: z.string(), data: z.object({ ...endpointSchema.shape, secret: z.string() }) });
const one = z.object({ message: z.string(), data: endpointSchema });

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: '/webhooks/endpoints',
    summary: 'Where events are sent to',
    access: 'user',
    scope: 'webhooks:read',
    answer: z.object({ data: z.array(endpointSchema) }),
    errors: [401, 403],
  }),
  create: endpoint({
    method: 'POST',
    path: '/webhooks/endpoints',
    summary:
      'Have events sent to an address; its secret is shown once. A signed-in user gives the password, and a second factor where ' +
      'two-factor is on; an API key needs none: its owner proved it as the key was made',
    access: 'user',
    scope: 'webhooks:manage',
    takesKey: true,
    body: z.object({ url: address, events, ...proof.shape }),
    answer: withSecret,
    success: 201,
    errors: [401, 403, 409, 422, 429],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/webhooks/endpoints/{id}',
    summary:
      'Change where events go, which ones, or turn them on or off. Another address takes the proof as a new one does',
    access: 'user',
    scope: 'webhooks:manage',
    params: id,
    body: z.object({
      url: z.optional(address),
      events: z.optional(events),
      isActive: z.optional(z.boolean()),
      ...proof.shape,
    }),
    answer: one,
    errors: [401, 403, 404, 422, 429],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/webhooks/endpoints/{id}',
    summary: 'Remove an endpoint and its deliveries',
    access: 'user',
    scope: 'webhooks:manage',
    params: id,
    answer: messageAnswer,
    errors: [401, 403, 404],
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/webhooks/endpoints/{id}/rotate',
    summary: 'Make a second secret, shown once: both sign until the old one is retired. Needs the same proof',
    access: 'user',
    scope: 'webhooks:manage',
    takesKey: true,
    params: id,
    body: proof,
    answer: withSecret,
    success: 201,
    errors: [401, 403, 404, 409, 422, 429],
  }),
  retire: endpoint({
    method: 'POST',
    path: '/webhooks/endpoints/{id}/retire',
    summary: 'End the old one of two secrets',
    access: 'user',
    scope: 'webhooks:manage',
    params: id,
    answer: one,
    errors: [401, 403, 404, 409],
  }),
  test: endpoint({
    method: 'POST',
    path: '/webhooks/endpoints/{id}/test',
    summary: `Send a sample event to your own endpoint: of the type ${WEBHOOK_TEST}, or of any other. It says isSample: nothing of it has happened`,
    takesKey: true,
    access: 'user',
    scope: 'webhooks:write',
    params: id,
    body: z.object({ type: z._default(z.enum(WEBHOOK_SAMPLES, 'We do not know this event'), WEBHOOK_TEST) }),
    answer: z.object({ message: z.string(), data: z.object({ deliveryId: idSchema('Delivery') }) }),
    success: 202,
    errors: [401, 403, 404, 409, 429],
  }),
  listDeliveries: endpoint({
    method: 'GET',
    path: '/webhooks/endpoints/{id}/deliveries',
    summary:
      'What was sent to an endpoint and how it went, newest first, 20 at a time. `total` counts all that is kept of it',
    access: 'user',
    scope: 'webhooks:read',
    params: id,
    query: z.object({ before: z.optional(count('Please give a sequence number')) }),
    answer: z.object({ data: z.array(deliverySchema), next: z.nullable(z.number()), total: z.number() }),
    errors: [401, 403, 404],
  }),
  getDelivery: endpoint({
    method: 'GET',
    path: '/webhooks/deliveries/{id}',
    summary: 'One delivery with its body and its attempts',
    access: 'user',
    scope: 'webhooks:read',
    params: delivery,
    answer: z.object({ data: deliveryDetail }),
    errors: [401, 403, 404],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/webhooks/deliveries/{id}/replay',
    summary: 'Send a delivery again now, and for 72 hours where it fails',
    takesKey: true,
    access: 'user',
    scope: 'webhooks:write',
    params: delivery,
    answer: messageAnswer,
    success: 202,
    errors: [401, 403, 404, 409, 429],
  }),
  listen: endpoint({
    method: 'POST',
    path: '/webhooks/listeners',
    summary:
      'Open a listener, an endpoint without an address: its events are read from the stream /webhooks/listeners/{id}/stream. ' +
      'A key has one, which keeps its secret; it gets events until a day after it was read last',
    access: 'user',
    scope: 'webhooks:write',
    /** Without them: every event. */
    body: z.object({ events: z.optional(events) }),
    answer: z.object({
      data: z.object({
        id: idSchema('Endpoint'),
        secret: z.string(),
        /** Of the newest event that it has: those after it are what happens from now on. */
        lastSequence: z.number(),
      }),
    }),
    errors: [401, 403, 429],
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/webhooks/events',
    summary:
      'The events of an endpoint after a sequence number, oldest first, 100 at a time, for 30 days: to fetch what a program has missed. ' +
      '`total` counts those after it, on all pages',
    access: 'user',
    scope: 'webhooks:read',
    query: z.object({
      after: z._default(count('Please give a sequence number'), 0),
      /** May be left out where there is one endpoint. */
      endpoint: z.optional(idInput('Endpoint')),
    }),
    answer: z.object({ data: z.array(webhookBodySchema), next: z.nullable(z.number()), total: z.number() }),
    errors: [401, 403, 404, 422],
  }),
} as const;
