import type { EndpointId, Proof, UserId, WebhookEvent } from '@kobogate/contract';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { emit } from '../../events.ts';
import type { Caller } from '../../platform/route.ts';
import { type LockOwner, lockSignedIn } from '../../identity/index.ts';
import { holdDeliveries } from '../deliveries/db.ts';
import { findEndpoint, lockEndpoint, saveEndpoint } from './db.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { endpointMail } from './mails.ts';
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
  { database, clock, sender, publicOrigin, proveOwner }: WebhookDependencies,
  { caller, id }: { caller: Caller; id: EndpointId },
  { url, events, isActive }: EndpointChange,
  proof: Proof,
): Promise<WebhookEndpoint> {
  const { userId } = caller;
  const before = await findEndpoint(database, userId, id);
  if (before === null) throw noSuchEndpoint();
  const movesTo = url === undefined || url === before.url ? null : url;
  const lockOwner: LockOwner =
    movesTo === null ? (tx) => lockSignedIn(tx, caller, clock.now()) : await proveOwner(caller, proof);
  const refusal = movesTo === null ? null : await sender.refuse(movesTo);
  if (refusal !== null) throw ruleBroken(refusal, 'webhook-address');
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
 * Makes a second secret, returned only this once: both sign until the old one is retired. The owner is notified by
 * mail. Throws 404, 409 where two are live already, and as `proveOwner` and its lock.
 */
export async function rotateSecret(
  { database, clock, secretBox, publicOrigin, proveOwner }: WebhookDependencies,
  { caller, id }: { caller: Caller; id: EndpointId },
  proof: Proof,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const { userId } = caller;
  if ((await findEndpoint(database, userId, id)) === null) throw noSuchEndpoint();
  const lockOwner = await proveOwner(caller, proof);
  const secret = makeSecret();
  return database.transaction(async (tx) => {
    const { email } = await lockOwner(tx);
    const endpoint = await lockEndpoint(tx, userId, id);
    if (endpoint === null) throw noSuchEndpoint();
    if (endpoint.secrets.length > 1) throw conflict('Two secrets are live already. Please retire the old one first.');
    const secrets = [secretBox.seal(Buffer.from(secret), secretPlace(id)), ...endpoint.secrets];
    const changed = { ...endpoint, secrets };
    await saveEndpoint(tx, changed, clock.now());
    const mail = endpointMail(publicOrigin, 'rotated', endpoint.url);
    await emit(tx, { type: 'mail.send', payload: { to: email, ...mail } });
    return { endpoint: changed, secret };
  });
}

/** Retires the old one of two secrets. Throws 404, and 409 where there is only one. */
export async function retireSecret(
  { database, clock }: Pick<WebhookDependencies, 'database' | 'clock'>,
  { userId, id }: OwnEndpoint,
): Promise<WebhookEndpoint> {
  return database.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, userId, id);
    if (endpoint === null) throw noSuchEndpoint();
    if (endpoint.secrets.length < 2) throw conflict('There is one secret only. Please make a new one first.');
    const changed = { ...endpoint, secrets: endpoint.secrets.slice(0, 1) };
    await saveEndpoint(tx, changed, clock.now());
    return changed;
  });
}
