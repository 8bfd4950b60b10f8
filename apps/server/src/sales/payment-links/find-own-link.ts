import type { Connection } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import { findLink } from './db.ts';
import { type LinkRecord, unknownLink } from './link.ts';

/** A link of its owner's with its state at `now`. Throws 404 for one that does not exist or is somebody else's. */
export async function findOwnLink(
  connection: Connection,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<LinkRecord> {
  const link = isId(id) ? await findLink(connection, id, now) : null;
  if (link === null || link.userId !== userId) throw unknownLink();
  return link;
}
