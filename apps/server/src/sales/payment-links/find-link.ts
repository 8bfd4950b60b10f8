import type { LinkId, UserId } from '@kobogate/contract';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import { findLink, findLinks } from './db.ts';
import { type LinkRecord, refusalOf, unknownLink } from './link.ts';

/**
 * A link of the caller's with its state at `now`. Throws 404 for one that does not exist or belongs to another user.
 */
export async function findOwnLink(
  connection: Connection,
  { id, userId, now }: { id: LinkId; userId: UserId; now: Date },
): Promise<LinkRecord> {
  const link = isId(id) ? await findLink(connection, id, now) : null;
  if (link === null || link.userId !== userId) throw unknownLink();
  return link;
}

/**
 * The link that a payer may open a payment of at `now`. Throws 404 for an unknown or inactive one and 409 for an
 * expired or used one, each with its own sentence and code.
 */
export async function findLinkForPayer(connection: Connection, id: LinkId, now: Date): Promise<LinkRecord> {
  return requirePayable(isId(id) ? await findLink(connection, id, now) : null);
}

/** The same as `findLinkForPayer` for callers of one moment, who share a round trip. */
export function createLinkFinding({
  database,
  clock,
}: {
  database: Connection;
  clock: Clock;
}): (id: LinkId) => Promise<LinkRecord> {
  const find = createBatchedRead((ids: readonly LinkId[]) => findLinks(database, ids, clock.now()));
  return async (id) => requirePayable(isId(id) ? await find(id) : null);
}

function requirePayable(link: LinkRecord | null): LinkRecord {
  if (link === null) throw unknownLink();
  const refusal = refusalOf(link);
  if (refusal !== null) throw refusal;
  return link;
}
