import { OTP_LENGTH, TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { takeTurns } from '../../platform/throttle.ts';
import { isEmail } from './account.ts';
import { newestCode, recordTry } from './db-codes.ts';
import { lockAccountByEmail, markVerified } from './db.ts';
import { fromAddress, verifyAccount } from './limits.ts';
import { codeRefused, judgeTry } from './one-time-code.ts';
import { openSession, type Visitor } from './open-session.ts';

const CODE = new RegExp(`^[0-9]{${OTP_LENGTH}}$`);

export interface SignedIn {
  readonly token: string;
  readonly isAdmin: boolean;
}

/**
 * Proves an e-mail address with its code and signs in. Tries are counted under the account's lock, so that of any burst
 * at most three are compared. Throws 422 with one sentence for every reason why a code is refused, 429 for too many.
 */
export async function verifyEmail(
  { database, clock }: { database: Database; clock: Clock },
  input: Visitor & { email: string; otp: string },
): Promise<SignedIn> {
  if (input.email === '' || input.otp === '') throw ruleBroken(TEXTS.fillRequired);
  if (!isEmail(input.email)) throw ruleBroken(TEXTS.invalidEmail);
  if (!CODE.test(input.otp)) throw ruleBroken(`Please enter the ${OTP_LENGTH}-digit code from your e-mail.`);
  const now = clock.now();
  await takeTurns(database, [fromAddress('verify', input.address), verifyAccount(input.email)], now);
  // A refusal is thrown after the commit: inside, it would take the count of the try back.
  const signedIn = await database.transaction((tx) => tryCode(tx, input, now));
  if (signedIn === null) throw codeRefused();
  return signedIn;
}

async function tryCode(
  tx: Transaction,
  input: Visitor & { email: string; otp: string },
  now: Date,
): Promise<SignedIn | null> {
  const account = await lockAccountByEmail(tx, input.email);
  if (account === null || account.verifiedAt !== null || account.disabledAt !== null) return null;
  const code = await newestCode(tx, account.id);
  const outcome = judgeTry(code, input.otp, now);
  if (code === null || outcome === 'not-evaluated') return null;
  await recordTry(tx, code.id, outcome === 'right' ? now : null);
  if (outcome === 'wrong') return null;
  await markVerified(tx, account.id, now);
  const visitor = { address: input.address, userAgent: input.userAgent };
  return { token: await openSession(tx, { userId: account.id, by: 'code' }, visitor, now), isAdmin: account.isAdmin };
}
