import { API_KEYS_MOST, type Proof, type Scope } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import type { Caller } from '../../platform/route.ts';
import { hashToken } from '../accounts/secrets.ts';
import type { ProveOwner } from '../sessions/still-signed-in.ts';
import { type ApiKey, endingOf, endOf, makeKey, orderScopes } from './api-key.ts';
import { insertKey, listKeys } from './db.ts';
import { keyMadeMail } from './mails.ts';

export interface ApiKeyDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly proveOwner: ProveOwner;
}

export interface NewKey extends Proof {
  readonly caller: Caller;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresInDays: number | null;
}

/**
 * Creates a key, notifies its owner by mail, and answers it with the secret, which is not stored. Throws as
 * `proveOwner` and its lock, and 409 beyond the most keys that work at a time, also where several are created at the
 * same moment.
 */
export async function createKey(
  { database, clock, publicOrigin, proveOwner }: ApiKeyDependencies,
  { caller, name, scopes, expiresInDays, ...proof }: NewKey,
): Promise<{ key: ApiKey; secret: string }> {
  const { userId } = caller;
  const lockOwner = await proveOwner(caller, proof);
  const now = clock.now();
  const secret = makeKey();
  const key: ApiKey = {
    id: newId(),
    userId,
    name,
    ending: endingOf(secret),
    scopes: orderScopes(scopes),
    createdAt: now,
    lastUsedAt: null,
    expiresAt: endOf(now, expiresInDays),
    pausedAt: null,
  };
  await database.transaction(async (tx) => {
    // Under the account's lock, so that keys created at the same time are counted.
    const account = await lockOwner(tx);
    const working = (await listKeys(tx, userId)).filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
    if (working.length >= API_KEYS_MOST) {
      throw conflict(`You have ${API_KEYS_MOST} keys, which is the most. Please revoke one that you no longer need.`);
    }
    await insertKey(tx, key, hashToken(secret));
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...keyMadeMail(publicOrigin, key) } });
  });
  return { key, secret };
}
