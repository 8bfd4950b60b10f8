import type { Proof } from '@kobogate/contract';
import { conflict } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../platform/queue.ts';
import { loadAccountForUpdate } from '../accounts/db.ts';
import { noSuchKey } from './api-key.ts';
import type { ApiKeyDependencies } from './create-key.ts';
import { findKey, resumeKey } from './db.ts';
import { keyResumedMail } from './mails.ts';

/**
 * Lets a paused key work again and tells its owner by mail. Throws 404 where it is not the owner's, 409 where it is not
 * paused, and as `proveOwner`.
 */
export async function letKeyWork(
  { database, publicOrigin, proveOwner }: ApiKeyDependencies,
  { userId, id, proof }: { userId: string; id: string; proof: Proof },
): Promise<void> {
  const key = isId(id) ? await findKey(database, userId, id) : null;
  if (key === null) throw noSuchKey();
  await proveOwner(userId, proof);
  await database.transaction(async (tx) => {
    const account = await loadAccountForUpdate(tx, userId);
    if (account === null) throw noSuchKey();
    if (!(await resumeKey(tx, id))) throw conflict('This key is not paused. Nothing was changed.');
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...keyResumedMail(publicOrigin, key) } });
  });
}
