import { type EndpointId, idSchema, type Proof, type UserId, type WebhookEvent } from '@kobogate/contract';
import { atField, conflict, ruleBroken } from '../../platform/errors.ts';
import { emit } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { doOnce, type Repeatable } from '../../platform/idempotency.ts';
import type { Caller } from '../../platform/route.ts';
import { holdDeliveries } from '../deliveries/db.ts';
import { findEndpoint, lockEndpoint, saveEndpoint } from './db.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { endpointMail } from './mails.ts';
import { withSecret } from './create-endpoint.ts';
import { lockCaller, requireProof } from './require-proof.ts';
import { makeSecret, noSuchEndpoint, orderEvents, secretPlace, type WebhookEndpoint } from './webhook.ts';

export interface EndpointChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly isActive?: boolean | undefined;
}

/** Identifies a user's endpoint. */
export interface OwnEndpoint {
  readonly userId: UserId;
  readonly id: EndpointId;
}

/**
 * Changes where events go, which ones, or whether. Deliveries that waited while it was off are held and not sent by
 * themselves. A new address needs the proof, and the owner is notified by mail. Throws 404, 422, 401 where the caller
 * has been signed out, and as `proveOwner`.
 */
export async function changeEndpoint(
  dependencies: WebhookDependencies,
  { caller, id }: { caller: Caller; id: EndpointId },
  { url, events, isActive }: EndpointChange,
  proof: Proof,
): Promise<WebhookEndpoint> {
  const { database, clock, sender, publicOrigin } = dependencies;
  const { userId } = caller;
  const before = await findEndpoint(database, userId, id);
  if (before === null) throw noSuchEndpoint();
  const movesTo = url === undefined || url === before.url ? null : url;
  const lockOwner = movesTo === null ? lockCaller(caller, clock) : await requireProof(dependencies, caller, proof);
  const refusal = movesTo === null ? null : await sender.refuse(movesTo);
  if (refusal !== null) throw atField('url', ruleBroken(refusal, 'webhook-address'));
  return database.transaction(async (tx) => {
    const { email } = await lockOwner(tx);
    const endpoint = await lockEndpoint(tx, userId, id);
    if (endpoint === null) throw noSuchEndpoint();
    const changed: WebhookEndpoint = {
      ...endpoint,
      url: movesTo ?? endpoint.url,
      events: events === undefined ? endpoint.events : orderEvents(events),
      turnedOffBy: isActive === undefined ? endpoint.turnedOffBy : isActive ? null : 'owner',
      failures: 0,
      failingSince: null,
    };
    await saveEndpoint(tx, changed, clock.now());
    if (changed.turnedOffBy !== null) await holdDeliveries(tx, id);
    if (movesTo !== null) {
      await emit(tx, { type: 'mail.send', payload: { to: email, ...endpointMail(publicOrigin, 'moved', movesTo) } });
    }
    return changed;
  });
}

/**
 * Makes a second secret, returned only this once, and to a repeat with the same key: both sign until the old one is
 * retired. The owner is notified by mail. Throws 404, 409 where two are live already, and as `requireProof` and its lock.
 */
export async function rotateSecret(
  dependencies: WebhookDependencies,
  { caller, id, idempotencyKey, onRepeat }: Repeatable & { caller: Caller; id: EndpointId },
  proof: Proof,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { database, clock, secretBox, publicOrigin } = dependencies;
  const { userId } = caller;
  if ((await findEndpoint(database, userId, id)) === null) throw noSuchEndpoint();
  const lockOwner = await requireProof(dependencies, caller, proof);
  const request = { id };
  const now = clock.now();
  const call = { owner: userId, operation: 'webhooks.rotate', key: idempotencyKey, request, now, onRepeat };
  return database.transaction(async (tx) => {
    const { email } = await lockOwner(tx);
    await doOnce(tx, call, idSchema('Endpoint'), async () => {
      await addSecret(tx, { secretBox, publicOrigin, email, now }, { userId, id });
      return id;
    });
    return withSecret(tx, secretBox, { userId, id });
  });
}

/** Makes the second secret of an endpoint, and tells its owner. Throws 404, and 409 where two are live already. */
async function addSecret(
  tx: Transaction,
  {
    secretBox,
    publicOrigin,
    email,
    now,
  }: Pick<WebhookDependencies, 'secretBox' | 'publicOrigin'> & { email: string; now: Date },
  { userId, id }: OwnEndpoint,
): Promise<void> {
  const endpoint = await lockEndpoint(tx, userId, id);
  if (endpoint === null) throw noSuchEndpoint();
  if (endpoint.secrets.length > 1) {
    throw conflict('Two secrets are live already. Please retire the old one first.', 'secrets-most');
  }
  const secrets = [secretBox.seal(Buffer.from(makeSecret()), secretPlace(id)), ...endpoint.secrets];
  await saveEndpoint(tx, { ...endpoint, secrets }, now);
  const mail = endpointMail(publicOrigin, 'rotated', endpoint.url);
  await emit(tx, { type: 'mail.send', payload: { to: email, ...mail } });
}

/** Retires the old one of two secrets. Throws 404, 409 where there is only one, 401 where the caller's access has ended. */
export async function retireSecret(
  { database, clock }: Pick<WebhookDependencies, 'database' | 'clock'>,
  { caller, id }: { caller: Caller; id: EndpointId },
): Promise<WebhookEndpoint> {
  const { userId } = caller;
  return database.transaction(async (tx) => {
    await lockCaller(caller, clock)(tx);
    const endpoint = await lockEndpoint(tx, userId, id);
    if (endpoint === null) throw noSuchEndpoint();
    if (endpoint.secrets.length < 2) {
      throw conflict('There is one secret only. Please make a new one first.', 'secret-only');
    }
    const changed = { ...endpoint, secrets: endpoint.secrets.slice(0, 1) };
    await saveEndpoint(tx, changed, clock.now());
    return changed;
  });
}
