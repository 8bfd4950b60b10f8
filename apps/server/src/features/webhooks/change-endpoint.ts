import type { Proof, WebhookEvent } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { emit } from '../../platform/queue.ts';
import { findAccount } from '../accounts/db.ts';
import { findEndpoint, lockEndpoint, saveEndpoint } from './db.ts';
import { holdDeliveries } from './db-sending.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { endpointMail } from './mails.ts';
import { makeSecret, noSuchEndpoint, orderEvents, secretPlace, type WebhookEndpoint } from './webhook.ts';

export interface EndpointChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly isActive?: boolean | undefined;
}

/** Names an endpoint of somebody's. */
export interface OwnEndpoint {
  readonly userId: string;
  readonly id: string;
}

/**
 * Changes where events go, which ones, or whether. What waited while it is turned off is kept and not sent by itself.
 * Another address takes the proof, and its owner is told by mail. Throws 404, 422, and as `proveOwner`.
 */
export async function changeEndpoint(
  { database, clock, sender, publicOrigin, proveOwner }: WebhookDependencies,
  { userId, id }: OwnEndpoint,
  { url, events, isActive }: EndpointChange,
  proof: Proof,
): Promise<WebhookEndpoint> {
  const before = await findEndpoint(database, userId, id);
  if (before === null) throw noSuchEndpoint();
  const movesTo = url === undefined || url === before.url ? null : url;
  if (movesTo !== null) {
    await proveOwner(userId, proof);
    const refusal = await sender.refuse(movesTo);
    if (refusal !== null) throw ruleBroken(refusal, 'webhook-address');
  }
  return database.transaction(async (tx) => {
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
    if (movesTo !== null) await tell(tx, { userId, publicOrigin }, 'moved', movesTo);
    return changed;
  });
}

/**
 * Makes a second secret, answered this once: both sign until the old one is retired. The owner is told by mail. Throws
 * 404, 409 where two are live already, and as `proveOwner`.
 */
export async function rotateSecret(
  { database, clock, secretBox, publicOrigin, proveOwner }: WebhookDependencies,
  { userId, id }: OwnEndpoint,
  proof: Proof,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  if ((await findEndpoint(database, userId, id)) === null) throw noSuchEndpoint();
  await proveOwner(userId, proof);
  const secret = makeSecret();
  return database.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, userId, id);
    if (endpoint === null) throw noSuchEndpoint();
    if (endpoint.secrets.length > 1) throw conflict('Two secrets are live already. Please retire the old one first.');
    const secrets = [secretBox.seal(Buffer.from(secret), secretPlace(id)), ...endpoint.secrets];
    const changed = { ...endpoint, secrets };
    await saveEndpoint(tx, changed, clock.now());
    await tell(tx, { userId, publicOrigin }, 'rotated', endpoint.url);
    return { endpoint: changed, secret };
  });
}

/** Ends the old one of two secrets. Throws 404, and 409 where there is one. */
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

async function tell(
  tx: Transaction,
  { userId, publicOrigin }: { userId: string; publicOrigin: string },
  change: Parameters<typeof endpointMail>[1],
  url: string,
): Promise<void> {
  const account = await findAccount(tx, userId);
  if (account === null) throw noSuchEndpoint();
  await emit(tx, { type: 'mail.send', payload: { to: account.email, ...endpointMail(publicOrigin, change, url) } });
}
