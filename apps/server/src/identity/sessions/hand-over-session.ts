import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { hashToken, makeToken } from '../accounts/secrets.ts';
import { replaceToken } from './db.ts';

/** A session may be handed over for so long after it was opened: the browser only has to fetch a page. */
const HAND_OVER_MS = 120_000;

/**
 * Replaces the token of a session that was just opened, and answers the new one; the first is dead from then on, so
 * only one of two callers with it gets the session. Null for a token that is dead, unknown, or older than two minutes.
 */
export async function handOverSession(
  { database, clock }: { database: Database; clock: Clock },
  token: string,
): Promise<string | null> {
  const now = clock.now();
  const fresh = makeToken();
  const isReplaced = await replaceToken(database, {
    tokenHash: hashToken(token),
    freshHash: hashToken(fresh),
    openedSince: new Date(now.getTime() - HAND_OVER_MS),
  });
  return isReplaced ? fresh : null;
}
