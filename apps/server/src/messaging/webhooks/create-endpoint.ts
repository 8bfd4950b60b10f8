import { type Proof, WEBHOOK_ENDPOINTS_MOST, type WebhookEvent, type EndpointId } from '@kobogate/contract';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import type { Connection } from '../../platform/database.ts';
import type { Caller } from '../../platform/route.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { KEPT_TO_TRY, opens, type OpensKept } from '../../platform/secrets-key.ts';
import { insertEndpoint, listEndpoints, listEndpointSecrets, resealEndpoints } from './db.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { endpointMail } from './mails.ts';
import { makeSecret, orderEvents, secretPlace, type WebhookEndpoint } from './webhook.ts';

/** Whether some endpoints' secrets open with this key. */
export const opensEndpointSecrets =
  (box: SecretBox): OpensKept =>
  async (connection) =>
    (await listEndpointSecrets(connection, KEPT_TO_TRY)).map(({ id, sealed }) => opens(box, sealed, secretPlace(id)));

/** Seals every endpoint's secrets with the box's present key; answers how many another one had sealed. */
export const resealEndpointSecrets = (connection: Connection, box: SecretBox): Promise<number> =>
  resealEndpoints(connection, (id, sealed) => box.reseal(sealed, secretPlace(id)));

export interface NewEndpoint extends Proof {
  readonly caller: Caller;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
}

/**
 * Has events sent to an address, notifies the owner by mail, and answers the endpoint with its secret, which is shown
 * only this once. Throws 422 for an address that nothing may be sent to, 409 beyond the most endpoints, and as
 * `proveOwner` and its lock.
 */
export async function createEndpoint(
  { database, clock, secretBox, sender, publicOrigin, proveOwner }: WebhookDependencies,
  { caller, url, events, ...proof }: NewEndpoint,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { userId } = caller;
  const lockOwner = await proveOwner(caller, proof);
  // Only after the proof of ownership, because it makes us look up a name.
  const refusal = await sender.refuse(url);
  if (refusal !== null) throw ruleBroken(refusal, 'webhook-address');
  const [id, secret] = [newId<EndpointId>(), makeSecret()];
  const endpoint: WebhookEndpoint = {
    id,
    userId,
    url,
    events: orderEvents(events),
    secrets: [secretBox.seal(Buffer.from(secret), secretPlace(id))],
    lastSequence: 0,
    createdAt: clock.now(),
    turnedOffBy: null,
    failures: 0,
    failingSince: null,
  };
  await database.transaction(async (tx) => {
    // Under the account's lock, so that endpoints created at the same time are counted.
    const account = await lockOwner(tx);
    if ((await listEndpoints(tx, userId)).length >= WEBHOOK_ENDPOINTS_MOST) {
      throw conflict(
        `You have ${WEBHOOK_ENDPOINTS_MOST} webhook endpoints, which is the most. Please remove one first.`,
      );
    }
    await insertEndpoint(tx, endpoint);
    const mail = endpointMail(publicOrigin, 'added', url);
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...mail } });
  });
  return { endpoint, secret };
}
