import type { ApiKeyId, Proof } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import type { Caller } from '../../platform/route.ts';
import type { WrittenMail } from '../accounts/mails.ts';
import { type ApiKey, noSuchKey } from './api-key.ts';
import type { ApiKeyDependencies } from './create-key.ts';
import { findKey, resumeKey, revokeKey } from './db.ts';
import { keyResumedMail, keyRevokedMail } from './mails.ts';

/** Which key, and the caller's proof. */
interface Asked {
  readonly caller: Caller;
  readonly id: ApiKeyId;
  readonly proof: Proof;
}

/**
 * Ends a key at once and notifies its owner by mail. Throws 404 where it is not the owner's, and as `proveOwner` and
 * its lock.
 */
export const endKey = (dependencies: ApiKeyDependencies, asked: Asked): Promise<void> =>
  changeKey(dependencies, asked, keyRevokedMail, async (tx) => {
    if (!(await revokeKey(tx, asked.id, dependencies.clock.now()))) throw noSuchKey();
  });

/**
 * Lets a paused key work again and notifies its owner by mail. Throws 404 where it is not the owner's, 409 where it is
 * not paused, and as `proveOwner` and its lock.
 */
export const letKeyWork = (dependencies: ApiKeyDependencies, asked: Asked): Promise<void> =>
  changeKey(dependencies, asked, keyResumedMail, async (tx) => {
    if (!(await resumeKey(tx, asked.id))) throw conflict('This key is not paused. Nothing was changed.');
  });

/** Makes a change under the lock of the key's owner, who is notified in the same transaction. */
async function changeKey(
  { database, publicOrigin, proveOwner }: ApiKeyDependencies,
  { caller, id, proof }: Asked,
  writeMail: (publicOrigin: string, key: ApiKey) => WrittenMail,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const key = isId(id) ? await findKey(database, caller.userId, id) : null;
  if (key === null) throw noSuchKey();
  const lockOwner = await proveOwner(caller, proof);
  await database.transaction(async (tx) => {
    const account = await lockOwner(tx);
    await change(tx);
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...writeMail(publicOrigin, key) } });
  });
}
