import type { Proof } from '@kobogate/contract';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../platform/queue.ts';
import { loadAccountForUpdate } from '../accounts/db.ts';
import { noSuchKey } from './api-key.ts';
import type { ApiKeyDependencies } from './create-key.ts';
import { findKey, revokeKey } from './db.ts';
import { keyRevokedMail } from './mails.ts';

/** Ends a key at once and tells its owner by mail. Throws 404 where it is not the owner's, and as `proveOwner`. */
export async function endKey(
  { database, clock, publicOrigin, proveOwner }: ApiKeyDependencies,
  { userId, id, proof }: { userId: string; id: string; proof: Proof },
): Promise<void> {
  const key = isId(id) ? await findKey(database, userId, id) : null;
  if (key === null) throw noSuchKey();
  await proveOwner(userId, proof);
  await database.transaction(async (tx) => {
    const account = await loadAccountForUpdate(tx, userId);
    if (account === null || !(await revokeKey(tx, id, clock.now()))) throw noSuchKey();
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...keyRevokedMail(publicOrigin, key) } });
  });
}
