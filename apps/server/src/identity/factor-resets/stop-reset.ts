import type { UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import type { Account } from '../accounts/account.ts';
import { loadAccountForUpdate, recordAccountChange } from '../accounts/db.ts';
import { fromAddress } from '../accounts/limits.ts';
import { lockSignedIn } from '../sessions/still-signed-in.ts';
import type { ResetDependencies } from './ask-reset.ts';
import { findResetById, lockOpenReset, saveEnd } from './db.ts';
import { openStopToken, tellOfReset } from './tell-owner.ts';

/**
 * Stops the request of a mail's link. One that has ended without being carried out stays as it is. Throws 422 for a link that is none,
 * 409 where it is too late, 429 for too many.
 */
export async function stopByLink(
  dependencies: ResetDependencies,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const { database, clock, secretBox } = dependencies;
  const now = clock.now();
  await consumeRateLimit(database, [fromAddress('stop-reset', address)], now);
  const id = openStopToken(secretBox, token);
  const found = id === null || !isId(id) ? null : await findResetById(database, id);
  if (found === null) {
    throw ruleBroken('This link is not whole, or very old. Nothing was done. Please open it from the e-mail again.');
  }
  await database.transaction(async (tx) => {
    const account = await loadAccountForUpdate(tx, found.userId);
    if (account !== null) await stop(tx, dependencies, account, now, id);
    // Read behind the lock: it may have been carried out while we waited for that.
    if (id !== null && (await findResetById(tx, id))?.outcome === 'done') throw tooLate();
  });
}

/** Stops the open request of the caller, where there is one. Throws 401 for a session that has ended. */
export async function stopOwnReset(dependencies: ResetDependencies, caller: Caller): Promise<void> {
  const now = dependencies.clock.now();
  await dependencies.database.transaction(async (tx) => {
    await stop(tx, dependencies, await lockSignedIn(tx, caller, now), now);
  });
}

/** Stops the open request of a locked account, or only the one with this id. */
async function stop(
  tx: Transaction,
  dependencies: ResetDependencies,
  account: Account & { readonly id: UserId },
  now: Date,
  only: string | null = null,
): Promise<void> {
  const reset = await lockOpenReset(tx, account.id);
  if (reset === null || (only !== null && reset.id !== only)) return;
  await saveEnd(tx, { id: reset.id, outcome: 'stopped', now });
  await recordAccountChange(tx, { userId: account.id, change: 'factor-reset-stopped', now });
  await tellOfReset(tx, dependencies, account, { what: 'stopped' });
}

const tooLate = () =>
  conflict(
    'It is too late to stop this: the second step was removed. Choose a new password at once, which signs every device out, and write to us.',
  );
