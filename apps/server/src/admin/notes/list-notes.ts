import { type Note, NOTES_SHOWN, type OrderId, type UserId } from '@kobogate/contract';
import { listNotes } from '../../controls/index.ts';
import { findAccount } from '../../identity/index.ts';
import type { Connection } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { findOrder } from '../../sales/index.ts';

/** Whose order it is. Throws 404 where there is none. */
export async function ownerOfOrder(connection: Connection, id: OrderId): Promise<UserId> {
  const order = isId(id) ? await findOrder(connection, id) : null;
  if (order === null) throw notFound('There is no such order.');
  return order.userId;
}

/** The id of an account that there is. Throws 404 where there is none. */
export async function requireUser(connection: Connection, id: UserId): Promise<UserId> {
  if (!isId(id) || (await findAccount(connection, id)) === null) throw notFound('There is no such account.');
  return id;
}

/** The notes on a user and the user's orders, or on one order alone, newest first. */
export async function viewNotes(connection: Connection, userId: UserId, orderId: OrderId | null): Promise<Note[]> {
  const found = await listNotes(connection, { userId, orderId, limit: NOTES_SHOWN });
  return found.map(({ id, at, by, text, orderId: noted }) => ({ id, at: at.toISOString(), by, text, orderId: noted }));
}
