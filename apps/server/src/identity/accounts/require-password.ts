import type { UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { releaseRateLimit, consumeRateLimit } from '../../platform/throttle.ts';
import { findPasswordHash } from './db.ts';
import { passwordAgain } from './limits.ts';
import type { PasswordHasher } from './password-hash.ts';

/**
 * Asks a signed-in user for the password again, before a change that the holder of a stolen session must not make.
 * Answers the hash that the password fits. Throws 422 where it is wrong (a 401 would end the session) or the account
 * has none, 429 after ten wrong ones within ten minutes.
 */
export async function requirePassword(
  { database, clock, hasher }: { database: Database; clock: Clock; hasher: PasswordHasher },
  { userId, password }: { userId: UserId; password: string },
): Promise<string> {
  const hash = await findPasswordHash(database, userId);
  // Before the limit: there is nothing to guess, and a 429 would hide what to do.
  if (hash === '') throw passwordMissing();
  const limit = passwordAgain(userId);
  await consumeRateLimit(database, [limit], clock.now(), 'The current password was wrong too often.');
  const fits = await hasher.verify(hash, password);
  if (!fits || hash === null) throw passwordWrong();
  // Only failures count.
  await releaseRateLimit(database, limit);
  return hash;
}

/** 422: the account is signed in to by a provider alone. */
const passwordMissing = () =>
  ruleBroken(
    'This account has no password yet. Ask for one in Settings, at “Password”: a link to choose it comes by e-mail.',
    'password-missing',
  );

/** 422: the password that was given again is not the account's. */
export const passwordWrong = () =>
  ruleBroken('The current password is not right. Please type it again.', 'password-wrong');
