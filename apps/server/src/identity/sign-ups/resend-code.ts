import { TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { isEmail } from '../accounts/account.ts';
import { lockAccountByEmail } from '../accounts/db.ts';
import { placeOf, type Visitor } from '../accounts/device.ts';
import { codesADay, fromAddress, mayMailAtOnce } from '../accounts/limits.ts';
import { findSignUp } from './db.ts';
import { TOO_MANY_CODES } from './register-account.ts';
import { idOfUnproven, requestCode } from './request-code.ts';

/**
 * Requests a new code, to be typed at the same place; codes that other places requested stay valid. An address without
 * an unverified account gets the same answer and no mail. Throws 422 for an invalid e-mail address, 429 for too many.
 */
export async function resendCode(
  { database, clock }: { database: Database; clock: Clock },
  { email, visitor }: { email: string; visitor: Visitor },
): Promise<void> {
  if (email === '') throw ruleBroken(TEXTS.emailRequired);
  if (!isEmail(email)) throw ruleBroken(TEXTS.invalidEmail);
  const now = clock.now();
  const place = placeOf(visitor);
  await consumeRateLimit(database, [fromAddress('resend-code', visitor.address)], now);
  await consumeRateLimit(database, [codesADay(email, place)], now, TOO_MANY_CODES);
  const isCrowded = !(await mayMailAtOnce(database, { emailOrPhone: email, address: visitor.address }, now));
  await database.transaction(async (tx) => {
    const account = await lockAccountByEmail(tx, email);
    const signUp = await findSignUp(tx, idOfUnproven(account), place);
    await requestCode(tx, { email, account, signUpId: signUp?.id ?? null, place, isCrowded }, now);
  });
}
