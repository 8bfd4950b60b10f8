import type { AdminActionType } from '../controls/index.ts';
import type { Activity, UserId } from '@kobogate/contract';
import type { Database } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/identifiers.ts';
import { findAccount } from '../identity/index.ts';
import { describeActivity, readPlace, writePlace } from './activity.ts';
import { listActivity } from './db.ts';
import { readPageSize } from './page-size.ts';

const NOTED: ReadonlySet<AdminActionType> = new Set(['user-noted', 'order-noted']);

/**
 * A page of what a user, and the administrators, did with an account, newest first, and the cursor of the next page.
 * Throws 404 where there is no such account.
 */
export async function viewTimeline(
  { database }: { database: Database },
  { userId, before, limit }: { userId: UserId; before: string | undefined; limit: string | undefined },
): Promise<{ data: Activity[]; next: string | null }> {
  if (!isId(userId) || (await findAccount(database, userId)) === null) throw notFound('There is no such account.');
  const size = readPageSize(limit);
  const found = await listActivity(database, userId, { before: readPlace(before), limit: size + 1 });
  const page = found.slice(0, size);
  const last = page.at(-1);
  return {
    data: page.map(({ id, at, fact, by, reason, orderId }) => ({
      id,
      at: at.toISOString(),
      kind: fact.kind,
      text: describeActivity(fact),
      by,
      reason,
      isNote: fact.kind === 'admin' && NOTED.has(fact.action),
      orderId,
    })),
    next: found.length > size && last !== undefined ? writePlace(last) : null,
  };
}
