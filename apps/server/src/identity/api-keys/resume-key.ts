import type { Proof } from '@kobogate/contract';
import { conflict } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import type { Caller } from '../../platform/route.ts';
import { noSuchKey } from './api-key.ts';
import type { ApiKeyDependencies } from './create-key.ts';
import { findKey, resumeKey } from './db.ts';
import { keyResumedMail } from './mails.ts';

/**
 * Lets a paused key work again and tells its owner by mail. Throws 404 where it is not the owner's, 409 where it is not
 * paused, and as `proveOwner` and its lock.
 */
export async function letKeyWork(
  { database, publicOrigin, proveOwner }: ApiKeyDependencies,
  { caller, id, proof }: { caller: Caller; id: string; proof: Proof },
): Promise<void> {
  const key = isId(id) ? await findKey(database, caller.userId, id) : null;
  if (key === null) throw noSuchKey();
  const lockOwner = await proveOwner(caller, proof);
  await database.transaction(async (tx) => {
    const account = await lockOwner(tx);
    if (!(await resumeKey(tx, id))) throw conflict('This key is not paused. Nothing was changed.');
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...keyResumedMail(publicOrigin, key) } });
  });
}
