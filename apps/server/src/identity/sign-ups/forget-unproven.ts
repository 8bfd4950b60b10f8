import type { UserId } from '@kobogate/contract';
import { errorCode } from '../../platform/database-errors.ts';
import type { Database } from '../../platform/database.ts';
import { closeUnproven, deleteAccount, listUnproven, lockUnproven } from '../accounts/db.ts';
import { deleteCodes, deleteSignUps } from './db.ts';

const NAMED_ELSEWHERE = '23503';

/**
 * Removes accounts whose address nobody has proven, and that nobody has signed up for since `before`. One that other records name, as the
 * acts of an administrator do, is closed instead, and erased with the closed ones.
 */
export async function forgetUnproven(database: Database, { before, now }: { before: Date; now: Date }): Promise<void> {
  for (const userId of await listUnproven(database, before)) await removeOrClose(database, userId, { before, now });
}

async function removeOrClose(
  database: Database,
  userId: UserId,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      if (!(await lockUnproven(tx, userId, before))) return;
      await deleteCodes(tx, userId);
      await deleteSignUps(tx, userId);
      await deleteAccount(tx, userId);
    });
  } catch (error) {
    if (errorCode(error) !== NAMED_ELSEWHERE) throw error;
    await closeUnproven(database, userId, { before, now });
  }
}
