import { TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emitMany } from '../../platform/queue.ts';
import { takeTurns } from '../../platform/throttle.ts';
import { isEmail, isPhone } from './account.ts';
import { findAccountIds, insertResets } from './db-resets.ts';
import { fromAddress, resetLinks } from './limits.ts';

/**
 * Asks for a reset link, which goes by mail to the account of this e-mail address or phone number. Where there is none
 * the same event is written, about a link that does not exist, so that the answer tells nothing. Throws 422 and 429.
 */
export async function requestReset(
  { database, clock }: { database: Database; clock: Clock },
  { emailOrPhone, address }: { emailOrPhone: string; address: string },
): Promise<void> {
  if (emailOrPhone === '') throw ruleBroken(TEXTS.fillRequired);
  if (emailOrPhone.includes('@') && !isEmail(emailOrPhone)) throw ruleBroken(TEXTS.invalidEmail);
  if (!emailOrPhone.includes('@') && !isPhone(emailOrPhone)) {
    throw ruleBroken('Please enter a valid email address or phone number');
  }
  const now = clock.now();
  await takeTurns(database, [fromAddress('request-reset', address), resetLinks(emailOrPhone)], now);
  await database.transaction(async (tx) => {
    const userIds = await findAccountIds(tx, emailOrPhone);
    const resets = userIds.map((userId) => ({ id: newId(), userId }));
    await insertResets(tx, resets, now);
    const resetIds = resets.length === 0 ? [newId()] : resets.map(({ id }) => id);
    await emitMany(
      tx,
      resetIds.map((resetId) => ({ type: 'account.reset-requested', payload: { resetId } })),
    );
  });
}
