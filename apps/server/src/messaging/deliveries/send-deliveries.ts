import { WEBHOOK_SIGNATURE_HEADER } from '@kobogate/contract';
import { createHmac } from 'node:crypto';
import { emit } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { type ClaimedEndpoint, noteTold, releaseEndpoint, turnOffFailing } from '../webhooks/db.ts';
import type { WebhookDependencies } from '../webhooks/dependencies.ts';
import { bodyOf, type Delivery, secretPlace, type WebhookEndpoint } from '../webhooks/webhook.ts';
import { dueDeliveries, holdDeliveries, type Outcome, saveOutcomes } from './db.ts';
import { hasFailedForDays, nextAttempt, restUntil } from './schedule.ts';

export interface SendDependencies extends Pick<WebhookDependencies, 'database' | 'clock' | 'secretBox' | 'sender'> {
  readonly log: Log;
}

/**
 * The limit of parallel deliveries to one endpoint: its receiver is not flooded, and its slow answers hold up no other
 * endpoint.
 */
const AT_ONCE = 8;

/**
 * Sends the due deliveries of an endpoint that this sender has claimed, once each, records the results, and releases
 * it. Nothing is sent inside a transaction: if the process dies in between, the claim expires and the delivery is sent
 * again with the same id.
 */
export async function sendDeliveries(dependencies: SendDependencies, claimed: ClaimedEndpoint): Promise<void> {
  const { database, clock, secretBox } = dependencies;
  const { endpoint } = claimed;
  const due = await dueDeliveries(database, endpoint.id, { limit: AT_ONCE, now: clock.now() });
  const secrets = endpoint.secrets.map((sealed) => secretBox.open(sealed, secretPlace(endpoint.id)).toString());
  const outcomes = await Promise.all(due.map((delivery) => attempt(dependencies, { endpoint, secrets, delivery })));
  const now = clock.now();
  const hasFailed = outcomes.length > 0 && outcomes.every(({ state }) => state !== 'delivered');
  const failures = hasFailed ? endpoint.failures + 1 : 0;
  const failingSince = hasFailed ? (endpoint.failingSince ?? now) : null;
  await database.transaction(async (tx) => {
    await saveOutcomes(tx, outcomes);
    const isOurs = await releaseEndpoint(tx, claimed, { failures, failingSince, restUntil: restUntil(failures, now) });
    const isTurnedOff = isOurs && hasFailedForDays(failingSince, now) && (await turnOffFailing(tx, endpoint.id, now));
    if (isTurnedOff) await holdDeliveries(tx, endpoint.id);
    if (isTurnedOff || outcomes.some(({ state }) => state === 'failed')) {
      await tellOwner(tx, endpoint, { isTurnedOff, now });
    }
  });
}

async function attempt(
  { clock, sender, log }: SendDependencies,
  { endpoint, secrets, delivery }: { endpoint: WebhookEndpoint; secrets: readonly string[]; delivery: Delivery },
): Promise<Outcome> {
  const body = JSON.stringify(bodyOf(delivery));
  const at = clock.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Kobogate-Webhooks/1',
    [WEBHOOK_SIGNATURE_HEADER.toLowerCase()]: signDelivery(secrets, body, at),
  };
  const result = { at, ...(await sender.send({ url: endpoint.url, headers, body })) };
  if (result.problem === null) return { delivery, attempt: result, state: 'delivered', dueAt: delivery.dueAt };
  log.debug({ deliveryId: delivery.id, status: result.status, problem: result.problem }, 'a webhook was not delivered');
  const { attempts, giveUpAt } = delivery;
  const next = nextAttempt({ attempts: attempts + 1, giveUpAt, now: clock.now() }, Math.random());
  return next === null
    ? { delivery, attempt: result, state: 'failed', dueAt: delivery.dueAt }
    : { delivery, attempt: result, state: 'pending', dueAt: next };
}

/** Notifies the owner, at most once a day, and always where the endpoint was turned off. */
async function tellOwner(
  tx: Transaction,
  { id, userId, url }: WebhookEndpoint,
  { isTurnedOff, now }: { isTurnedOff: boolean; now: Date },
): Promise<void> {
  const isDue = await noteTold(tx, id, now);
  if (!isDue && !isTurnedOff) return;
  await emit(tx, { type: 'webhook.failing', payload: { userId, host: new URL(url).host, isTurnedOff } });
}

/**
 * The signature header of a body sent at a given time: one `v1` for each live secret, the newest first. The time is
 * signed too, so that a receiver can refuse a replay by a third party. Pure.
 */
export function signDelivery(secrets: readonly string[], body: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
  return [`t=${time}`, ...signatures.map((signature) => `v1=${signature}`)].join(',');
}
