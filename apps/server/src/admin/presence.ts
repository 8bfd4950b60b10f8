import type { Looker, OrderId, UserId } from '@kobogate/contract';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/identifiers.ts';
import type { Database } from '../platform/database.ts';
import { listLookers, saveLooker } from './db.ts';

/** The other administrators who look at an order at this moment. */
export async function viewLookers({ database }: { database: Database }, self: UserId): Promise<Looker[]> {
  const lookers = await listLookers(database, self);
  return lookers.map(({ orderId, adminId, by, since }) => ({ orderId, adminId, by, since: since.toISOString() }));
}

/**
 * Records which order an administrator looks at, null: none; it holds for `PRESENCE_SECONDS`. Throws 404 for what is no
 * id of an order.
 */
export async function lookAt(
  { database }: { database: Database },
  { adminId, orderId }: { adminId: UserId; orderId: OrderId | null },
): Promise<Looker[]> {
  if (orderId !== null && !isId(orderId)) throw notFound('There is no such order.');
  await database.transaction((tx) => saveLooker(tx, { adminId, orderId }));
  return viewLookers({ database }, adminId);
}
