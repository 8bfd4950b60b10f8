import { API_KEY_CALLS, API_KEY_PREFIX } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';
import type { Caller } from '../../platform/route.ts';
import { countCall, type Standing } from '../../platform/throttle.ts';
import { hashToken } from '../accounts/secrets.ts';
import { findLiveKey, noteUsed } from './db.ts';

/** A use within this time is not recorded again, to save a write. */
const USED_MS = 60_000;

const NO_KEY =
  'This API key does not work: it was revoked, it has ended, or its account is closed. Nothing was done. Its owner can make a new one in Settings.';
const PAUSED =
  'This API key is paused, for the safety of its account. Nothing was done. Its owner can let it work again in Settings.';

/** Whether a Bearer token is an API key, and not a session's. Pure. */
export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX);

/**
 * Makes the function that authenticates a key's caller: its owner, never with a role, and only for the key's
 * scopes. Throws 401 for a key that is unknown, revoked, ended or paused, and for a disabled owner's. Nothing is cached
 * between calls.
 */
export function createKeyAuthenticator({ database, clock }: { database: Database; clock: Clock }) {
  return async (token: string): Promise<Caller> => {
    const now = clock.now();
    const tokenHash = hashToken(token);
    const key = await findLiveKey(database, tokenHash, now);
    if (key === null) throw unauthorized(NO_KEY);
    if (key.pausedAt !== null) throw unauthorized(PAUSED, 'key-paused');
    // No call waits for this write, or fails with it: the key's next call makes it again.
    if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() >= USED_MS) {
      void noteUsed(database, key.id, now).catch(() => undefined);
    }
    return {
      userId: key.userId,
      role: null,
      tokenHash,
      provedAt: null,
      scopes: key.scopes,
      isOfStaff: key.isOfStaff,
    };
  };
}

/** Counts a call against its key's limit, which all processes share; other keys of the same owner have their own. */
export const countKeyCall = (
  { database, clock }: { database: Database; clock: Clock },
  { tokenHash }: Pick<Caller, 'tokenHash'>,
): Promise<Standing> =>
  countCall(database, { thing: 'api-key', subject: tokenHash.toString('hex'), ...API_KEY_CALLS }, clock.now());
