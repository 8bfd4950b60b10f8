import type { Database } from '../../platform/database.ts';
import { type Failure, notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { hasPasskey, savePasskeyName } from './db-passkeys.ts';

export const noSuchPasskey = (): Failure => notFound('There is no such passkey in your account.');

/** Gives a passkey another name. Throws 404 where it is not the owner's, 422 for an empty name. */
export async function renamePasskey(
  { database }: { database: Database },
  passkey: { userId: string; id: string; name: string },
): Promise<void> {
  if (!isId(passkey.id) || !(await hasPasskey(database, passkey.userId, passkey.id))) throw noSuchPasskey();
  if (passkey.name === '') throw ruleBroken('Please give the passkey a name.');
  if (!(await savePasskeyName(database, passkey))) throw noSuchPasskey();
}
