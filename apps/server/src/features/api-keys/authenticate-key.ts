import { API_KEY_PREFIX } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Caller } from '../../platform/route.ts';
import { hashToken } from '../accounts/secrets.ts';
import { findLiveKey, noteUsed } from './db.ts';

/** A key was used within this time: noting it again would cost a write and tell nothing new. */
const USED_MS = 60_000;

/** Whether a Bearer token is an API key, and not a session's. Pure. */
export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX);

/**
 * Makes the way to tell whose key calls: its owner, never as an administrator, and only for the key's scopes. Null for a
 * key that is unknown, revoked or ended, and for a disabled owner's. Nothing is kept between calls.
 */
export function createKeyAuthenticator({ database, clock }: { database: Database; clock: Clock }) {
  return async (token: string): Promise<Caller | null> => {
    const now = clock.now();
    const tokenHash = hashToken(token);
    const key = await findLiveKey(database, tokenHash, now);
    if (key === null) return null;
    // Nobody waits for this note, nor fails with it: the key's next call makes it again.
    if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= USED_MS) {
      void noteUsed(database, key.id, now).catch(() => undefined);
    }
    return { userId: key.userId, isAdmin: false, tokenHash, scopes: key.scopes };
  };
}
