import type { DepositId, UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { findVouched, savePersonsWord } from './db.ts';

/**
 * Records that an administrator has looked at the chain and a deposit is there: it is credited at the watcher's next look
 * where the chain calls its block final. Throws 404 where there is no such deposit, and 409 where it waits for no person.
 */
export async function vouchInPerson(
  database: Database,
  word: { id: DepositId; adminId: UserId; reason: string },
): Promise<void> {
  if (await savePersonsWord(database, word)) return;
  const deposit = await findVouched(database, word.id);
  if (deposit === null) throw notFound('There is no such deposit.');
  throw conflict(
    deposit.vouchedBy === null ? 'This deposit waits for nobody’s word now.' : 'Somebody has said so already.',
  );
}
