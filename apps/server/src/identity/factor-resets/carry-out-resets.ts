import type { UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { loadAccountForUpdate, recordAccountChange } from '../accounts/db.ts';
import { revokeSessions } from '../sessions/db.ts';
import { deletePasskeys, deleteTotp, endSetUps, replaceRecoveryCodes } from '../two-factor/db.ts';
import type { ResetDependencies } from './ask-reset.ts';
import { isOutdated, listDueResets, lockOpenReset, saveEnd } from './db.ts';
import { isDue } from './factor-reset.ts';
import { tellOfReset } from './tell-owner.ts';

/**
 * Removes the second factor and the recovery codes of each person whose request was granted by two administrators and has
 * waited long enough, and ends all their sessions. Each is one transaction, so that a crash leaves it to the next run, and of
 * two processes one finds nothing to do. One that fails does not hold up the others, and is thrown after them. API keys stay,
 * as their owner made them with the factor.
 */
export async function carryOutResets(dependencies: ResetDependencies): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const failures: unknown[] = [];
  for (const userId of await listDueResets(database, now)) {
    await database
      .transaction((tx) => carryOut(tx, dependencies, userId, now))
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function carryOut(tx: Transaction, dependencies: ResetDependencies, userId: UserId, now: Date): Promise<void> {
  // First, as sign-ins and all changes of the account do: they end the request, or come after it.
  const account = await loadAccountForUpdate(tx, userId);
  const reset = await lockOpenReset(tx, userId);
  if (account === null || reset === null || !isDue(reset, now)) return;
  if (account.disabledAt !== null || account.role !== null || (await isOutdated(tx, reset))) {
    await saveEnd(tx, { id: reset.id, outcome: 'lapsed', now });
    return;
  }
  await deleteTotp(tx, userId);
  await deletePasskeys(tx, userId, null);
  await replaceRecoveryCodes(tx, userId, []);
  await endSetUps(tx, userId);
  await revokeSessions(tx, userId, now);
  await saveEnd(tx, { id: reset.id, outcome: 'done', now });
  await recordAccountChange(tx, { userId, change: 'factor-reset-done', now });
  await tellOfReset(tx, dependencies, account, { what: 'done' });
}
