import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../platform/queue.ts';
import type { Account } from './account.ts';
import { insertCode, replaceCodes } from './db-codes.ts';
import { lockAccountByEmail } from './db.ts';

/**
 * Asks for a fresh code for the account of an address that is not verified yet; older codes end. For any other address
 * the same statements run about nobody and the same event is written about a code that does not exist, so that the
 * answer takes as long and tells nothing. Answers the account of the address, if any.
 */
export async function requestCode(tx: Transaction, email: string, now: Date): Promise<Account | null> {
  const account = await lockAccountByEmail(tx, email);
  const isOpen = account !== null && account.verifiedAt === null && account.disabledAt === null;
  const userId = isOpen ? account.id : null;
  const codeId = newId();
  await replaceCodes(tx, userId, now);
  await insertCode(tx, { id: codeId, userId, now });
  await emit(tx, { type: 'account.code-requested', payload: { codeId } });
  return account;
}
