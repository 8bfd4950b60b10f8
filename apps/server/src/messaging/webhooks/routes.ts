import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { changeEndpoint, retireSecret, rotateSecret } from './change-endpoint.ts';
import { createEndpoint } from './create-endpoint.ts';
import { replayDelivery, sendSample } from '../deliveries/send-again.ts';
import { openListener } from '../listeners/listen.ts';
import { deleteEndpoint, listEndpoints } from './db.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { viewDeliveries, viewDelivery, viewEvents } from './view-webhooks.ts';
import { noSuchEndpoint, presentEndpoint } from './webhook.ts';

const { webhooks } = endpoints;

/** A user's endpoints, the results of sending, and the events that a program has missed. */
export function webhookRoutes(dependencies: WebhookDependencies): Route[] {
  const { database } = dependencies;
  return [
    route(webhooks.list, async ({ caller }) => ({
      data: (await listEndpoints(database, caller.userId)).map(presentEndpoint),
    })),
    route(webhooks.create, async ({ caller, body, idempotencyKey, onRepeat }) => {
      const { endpoint, secret } = await createEndpoint(dependencies, { ...body, caller, idempotencyKey, onRepeat });
      return { message: SHOWN_ONCE, data: { ...presentEndpoint(endpoint), secret } };
    }),
    route(webhooks.update, async ({ caller, params: { id }, body }) => {
      const changed = await changeEndpoint(dependencies, { caller, id }, body, body);
      return { message: 'Saved.', data: presentEndpoint(changed) };
    }),
    route(webhooks.remove, async ({ caller, params }) => {
      if (!(await deleteEndpoint(database, caller.userId, params.id))) throw noSuchEndpoint();
      return { message: 'The endpoint was removed. Nothing more is sent there.' };
    }),
    route(webhooks.rotate, async ({ caller, params: { id }, body, idempotencyKey, onRepeat }) => {
      const { endpoint, secret } = await rotateSecret(dependencies, { caller, id, idempotencyKey, onRepeat }, body);
      return { message: SHOWN_ONCE, data: { ...presentEndpoint(endpoint), secret } };
    }),
    route(webhooks.retire, async ({ caller, params: { id } }) => ({
      message: 'The old secret signs nothing any more.',
      data: presentEndpoint(await retireSecret(dependencies, { caller, id })),
    })),
    route(webhooks.test, async ({ caller: { userId }, params: { id }, body: { type }, idempotencyKey, onRepeat }) => ({
      message: 'The sample event is being sent.',
      data: { deliveryId: await sendSample(dependencies, { userId, id, type, idempotencyKey, onRepeat }) },
    })),
    route(webhooks.listDeliveries, ({ caller: { userId }, params: { id }, query }) =>
      viewDeliveries(database, { userId, id, before: query.before }),
    ),
    route(webhooks.getDelivery, async ({ caller: { userId }, params: { id } }) => ({
      data: await viewDelivery(database, { userId, id }),
    })),
    route(webhooks.replay, async ({ caller: { userId }, params: { id }, idempotencyKey, onRepeat }) => {
      await replayDelivery(dependencies, { userId, id, idempotencyKey, onRepeat });
      return { message: 'It is sent again.' };
    }),
    route(webhooks.listen, async ({ caller, body: { events } }) => ({
      data: await openListener(dependencies, { caller, events }),
    })),
    route(webhooks.listEvents, ({ caller: { userId }, query: { after, endpoint } }) =>
      viewEvents(database, { userId, endpoint, after }),
    ),
  ];
}

const SHOWN_ONCE = 'Copy the secret now: it is not shown again.';
