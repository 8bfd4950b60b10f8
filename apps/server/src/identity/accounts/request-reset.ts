import { TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { emailKey, isEmail, isPhone } from './account.ts';
import { findAccountIds } from './db.ts';
import { findAcquaintance } from '../sessions/db.ts';
import { requestLinks } from '../sign-ups/request-code.ts';
import { placeOf, type Visitor } from './device.ts';
import { fromAddress, mayMailAtOnce, resetLinks } from './limits.ts';

/**
 * Requests a reset link, which is mailed to the account of this e-mail address or phone number. Where there is none the
 * same event is written, about a link that does not exist, so that the answer reveals nothing. Strangers who ask very
 * often make others wait for some minutes, and do not delay the owner's own browser or address. Throws 422 and 429.
 */
export async function requestReset(
  { database, clock }: { database: Database; clock: Clock },
  { emailOrPhone, visitor }: { emailOrPhone: string; visitor: Visitor },
): Promise<void> {
  if (emailOrPhone === '') throw ruleBroken(TEXTS.fillRequired);
  if (emailOrPhone.includes('@') && !isEmail(emailOrPhone)) throw ruleBroken(TEXTS.invalidEmail);
  if (!emailOrPhone.includes('@') && !isPhone(emailOrPhone)) {
    throw ruleBroken('Please enter a valid email address or phone number');
  }
  const now = clock.now();
  const { address } = visitor;
  const known = await findAcquaintance(database, emailKey(emailOrPhone), visitor);
  const here = known === 'device' ? [] : [fromAddress('request-reset', address)];
  await consumeRateLimit(database, [...here, resetLinks(emailOrPhone, placeOf(visitor))], now);
  const isCrowded = known === null && !(await mayMailAtOnce(database, { emailOrPhone, address }, now));
  await database.transaction(async (tx) => {
    const userIds = await findAccountIds(tx, emailOrPhone);
    await requestLinks(tx, { userIds, laterFor: isCrowded ? emailOrPhone : null }, now);
  });
}
