import {
  type EndpointId,
  idSchema,
  type Proof,
  type UserId,
  WEBHOOK_ENDPOINTS_MOST,
  type WebhookEvent,
} from '@kobogate/contract';
import { atField, conflict, ruleBroken } from '../../platform/errors.ts';
import { doOnce, type Repeatable } from '../../platform/idempotency.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import type { Connection } from '../../platform/database.ts';
import type { Caller } from '../../platform/route.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { KEPT_TO_TRY, opens, type OpensKept } from '../../platform/secrets-key.ts';
import { findEndpoint, insertEndpoint, listEndpoints, listEndpointSecrets, resealEndpoints } from './db.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { endpointMail } from './mails.ts';
import { requireProof } from './require-proof.ts';
import { makeSecret, noSuchEndpoint, orderEvents, secretPlace, type WebhookEndpoint } from './webhook.ts';

/** Whether some endpoints' secrets open with this key. */
export const opensEndpointSecrets =
  (box: SecretBox): OpensKept =>
  async (connection) =>
    (await listEndpointSecrets(connection, KEPT_TO_TRY)).map(({ id, sealed }) => opens(box, sealed, secretPlace(id)));

/** Seals every endpoint's secrets with the box's present key; answers how many another one had sealed. */
export const resealEndpointSecrets = (connection: Connection, box: SecretBox): Promise<number> =>
  resealEndpoints(connection, (id, sealed) => box.reseal(sealed, secretPlace(id)));

export interface NewEndpoint extends Proof, Repeatable {
  readonly caller: Caller;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/**
 * Has events sent to an address, notifies the owner by mail, and answers the endpoint with its secret, which is shown
 * only this once, and to a repeat with the same key. Throws 422 for an address that nothing may be sent to, 409 beyond
 * the most endpoints, and as `requireProof` and its lock.
 */
export async function createEndpoint(
  dependencies: WebhookDependencies,
  { caller, url, events, idempotencyKey: key, onRepeat, ...proof }: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { database, clock, secretBox, sender, publicOrigin } = dependencies;
  const { userId } = caller;
  const lockOwner = await requireProof(dependencies, caller, proof);
  // Only after the proof of ownership, because it makes us look up a name.
  const refusal = await sender.refuse(url);
  if (refusal !== null) throw atField('url', ruleBroken(refusal, 'webhook-address'));
  const now = clock.now();
  const call = { owner: userId, operation: 'webhooks.create', key, request: { url, events }, now, onRepeat };
  return database.transaction(async (tx) => {
    // Under the account's lock, so that endpoints created at the same time are counted.
    const account = await lockOwner(tx);
    const id = await doOnce(tx, call, idSchema('Endpoint'), async () => {
      if ((await listEndpoints(tx, userId)).length >= WEBHOOK_ENDPOINTS_MOST) {
        throw conflict(
          `You have ${WEBHOOK_ENDPOINTS_MOST} webhook endpoints, which is the most. Please remove one first.`,
          'endpoints-most',
        );
      }
      const endpoint = newEndpoint(secretBox, { userId, url, events, createdAt: now });
      await insertEndpoint(tx, endpoint);
      const mail = endpointMail(publicOrigin, 'added', url);
      await emit(tx, { type: 'mail.send', payload: { to: account.email, ...mail } });
      return endpoint.id;
    });
    return withSecret(tx, secretBox, { userId, id });
  });
}

const newEndpoint = (
  secretBox: SecretBox,
  { events, ...given }: Pick<WebhookEndpoint, 'userId' | 'url' | 'events' | 'createdAt'>,
): WebhookEndpoint => {
  const id = newId<EndpointId>();
  return {
    ...given,
    id,
    events: orderEvents(events),
    secrets: [secretBox.seal(Buffer.from(makeSecret()), secretPlace(id))],
    lastSequence: 0,
    turnedOffBy: null,
    failures: 0,
    failingSince: null,
  };
};

/** An endpoint with its newest secret, for the one who has just made it. Throws 404 where it is gone. */
export async function withSecret(
  connection: Connection,
  secretBox: SecretBox,
  { userId, id }: { userId: UserId; id: EndpointId },
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const endpoint = await findEndpoint(connection, userId, id);
  const [sealed] = endpoint?.secrets ?? [];
  if (endpoint === null || sealed === undefined) throw noSuchEndpoint();
  return { endpoint, secret: secretBox.open(sealed, secretPlace(id)).toString() };
}
