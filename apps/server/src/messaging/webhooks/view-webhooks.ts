import type { Delivery, DeliveryDetail, DeliveryId, EndpointId, UserId, WebhookBody } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { atField, ruleBroken } from '../../platform/errors.ts';
import { countDeliveries, findDelivery, listAfter, listAttempts, listDeliveries } from '../deliveries/db.ts';
import { findEndpoint, listEndpoints } from './db.ts';
import { bodyOf, noSuchDelivery, noSuchEndpoint, presentAttempt, presentDelivery } from './webhook.ts';

const A_PAGE = 20;
const MOST_TRIES = 50;
const EVENTS_AT_ONCE = 100;

/** What was sent to an endpoint, newest first, the cursor of the next page, and how many there are. Throws 404. */
export async function viewDeliveries(
  database: Database,
  { userId, id, before }: { userId: UserId; id: EndpointId; before: number | undefined },
): Promise<{ data: Delivery[]; next: number | null; total: number }> {
  if ((await findEndpoint(database, userId, id)) === null) throw noSuchEndpoint();
  const found = await listDeliveries(database, id, { before: before ?? null, limit: A_PAGE + 1 });
  const page = found.slice(0, A_PAGE);
  return {
    data: page.map(({ delivery, ...tried }) => presentDelivery(delivery, tried)),
    next: found.length > A_PAGE ? (page.at(-1)?.delivery.sequence ?? null) : null,
    total: await countDeliveries(database, id, 0),
  };
}

/** One delivery with its body and its attempts. Throws 404. */
export async function viewDelivery(
  database: Database,
  { userId, id }: { userId: UserId; id: DeliveryId },
): Promise<DeliveryDetail> {
  const delivery = await findDelivery(database, userId, id);
  if (delivery === null) throw noSuchDelivery();
  const tries = await listAttempts(database, id, MOST_TRIES);
  const tried = { count: tries.length, last: tries[0] ?? null };
  return {
    ...presentDelivery(delivery, tried),
    body: JSON.stringify(bodyOf(delivery)),
    tries: tries.map(presentAttempt),
  };
}

/**
 * An endpoint's events after a number, as they are sent, the cursor of the next page, and how many there are. Throws 404, 422 where the
 * user has several and names none.
 */
export async function viewEvents(
  database: Database,
  { userId, endpoint, after }: { userId: UserId; endpoint: EndpointId | undefined; after: number },
): Promise<{ data: WebhookBody[]; next: number | null; total: number }> {
  const id = endpoint ?? (await onlyEndpoint(database, userId));
  if ((await findEndpoint(database, userId, id)) === null) throw noSuchEndpoint();
  const found = await listAfter(database, id, { after, limit: EVENTS_AT_ONCE + 1 });
  const page = found.slice(0, EVENTS_AT_ONCE);
  return {
    data: page.map(bodyOf),
    next: found.length > EVENTS_AT_ONCE ? (page.at(-1)?.sequence ?? null) : null,
    total: await countDeliveries(database, id, after),
  };
}

async function onlyEndpoint(database: Database, userId: UserId): Promise<EndpointId> {
  const [one, other] = await listEndpoints(database, userId);
  if (one === undefined) throw noSuchEndpoint();
  if (other !== undefined) {
    const broken = ruleBroken('You have several webhook endpoints. Please say which one (endpoint=…).');
    throw atField('endpoint', broken);
  }
  return one.id;
}
