import type { Proof } from '@kobogate/contract';
import { isId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import type { Caller } from '../../platform/route.ts';
import { noSuchKey } from './api-key.ts';
import type { ApiKeyDependencies } from './create-key.ts';
import { findKey, revokeKey } from './db.ts';
import { keyRevokedMail } from './mails.ts';

/** Ends a key at once and tells its owner by mail. Throws 404 where it is not the owner's, and as `proveOwner` and its lock. */
export async function endKey(
  { database, clock, publicOrigin, proveOwner }: ApiKeyDependencies,
  { caller, id, proof }: { caller: Caller; id: string; proof: Proof },
): Promise<void> {
  const key = isId(id) ? await findKey(database, caller.userId, id) : null;
  if (key === null) throw noSuchKey();
  const lockOwner = await proveOwner(caller, proof);
  await database.transaction(async (tx) => {
    const account = await lockOwner(tx);
    if (!(await revokeKey(tx, id, clock.now()))) throw noSuchKey();
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...keyRevokedMail(publicOrigin, key) } });
  });
}
