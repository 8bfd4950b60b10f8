import { TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { takeTurns } from '../../platform/throttle.ts';
import { isEmail } from './account.ts';
import { codesADay, fromAddress } from './limits.ts';
import { TOO_MANY_CODES } from './register-account.ts';
import { requestCode } from './request-code.ts';

/**
 * Asks for a fresh code. An address without an unverified account gets the same answer and no mail. Throws 422 for what
 * is no e-mail address, 429 for too many.
 */
export async function resendCode(
  { database, clock }: { database: Database; clock: Clock },
  { email, address }: { email: string; address: string },
): Promise<void> {
  if (email === '') throw ruleBroken(TEXTS.emailRequired);
  if (!isEmail(email)) throw ruleBroken(TEXTS.invalidEmail);
  const now = clock.now();
  await takeTurns(database, [fromAddress('resend-code', address)], now);
  await takeTurns(database, [codesADay(email)], now, TOO_MANY_CODES);
  await database.transaction((tx) => requestCode(tx, email, now));
}
