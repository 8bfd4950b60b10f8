import { type SecondFactorProof, type SignInProvider, TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { emit } from '../../events.ts';
import type { Caller } from '../../platform/route.ts';
import { closeResets, recordAccountChange, replacePassword } from './db.ts';
import type { PauseKeys } from './reset-password.ts';
import { lapseReset } from '../factor-resets/db.ts';
import { accountOf } from '../sessions/authenticate.ts';
import { rememberOnlyPlace, revokeSessions } from '../sessions/db.ts';
import { lockSignedIn } from '../sessions/still-signed-in.ts';
import type { Visitor } from './device.ts';
import { describeSignedOut, passwordChangedMail } from './mails.ts';
import type { PasswordHasher } from './password-hash.ts';
import { type OwnWords, refusePassword } from './password-rules.ts';
import { passwordWrong, requirePassword } from './require-password.ts';
import { unlinkForPassword, type WaysLeft } from '../providers/link.ts';
import type { ProveSecondFactor } from './second-step.ts';

/**
 * Sets a new password for a signed-in user who gives the current one and, where two-factor is on, a second factor.
 * Every other session and every open reset link ends with it, all places that the account was used from are forgotten but
 * this one, its API keys are paused, and the owner is notified by mail. Google and Apple stay linked where `keepProviders` names
 * them; without it, where they have the account's own address, as after a reset. Answers how many sessions and keys worked until
 * now, and what was and stays linked. Throws 422 for a wrong proof or a new password against the rules (those of sign-up), 429 after too many wrong ones,
 * 401 where the caller has been signed out.
 */
export async function changePassword(
  dependencies: {
    database: Database;
    clock: Clock;
    hasher: PasswordHasher;
    proveSecondFactor: ProveSecondFactor;
    pauseKeys: PauseKeys;
    ownWords: OwnWords;
    publicOrigin: string;
  },
  {
    currentPassword,
    newPassword,
    caller,
    keepProviders,
    visitor,
    ...proof
  }: SecondFactorProof & {
    currentPassword: string;
    newPassword: string;
    keepProviders?: readonly SignInProvider[] | undefined;
    caller: Caller;
    visitor: Visitor;
  },
): Promise<WaysLeft & { pausedKeys: number; endedSessions: number }> {
  const { database, clock, hasher, pauseKeys, publicOrigin, ownWords } = dependencies;
  if (currentPassword === '' || newPassword === '') throw ruleBroken(TEXTS.fillRequired);
  const account = await accountOf(database, caller);
  const refusal = refusePassword(newPassword, account, await ownWords());
  if (refusal !== null) throw refusal;
  const before = await requirePassword(dependencies, { userId: account.id, password: currentPassword });
  if (newPassword === currentPassword) {
    throw ruleBroken('This is your password already. Please choose another one.');
  }
  // Last, because it uses up a recovery code.
  await dependencies.proveSecondFactor(account.id, proof);
  const after = await hasher.hash(newPassword);
  const now = clock.now();
  return database.transaction(async (tx) => {
    await lockSignedIn(tx, caller, now);
    // Another change came first: the password typed here is no longer the current one.
    if (!(await replacePassword(tx, account.id, { before, after }))) throw passwordWrong();
    await recordAccountChange(tx, { userId: account.id, change: 'password', now });
    await closeResets(tx, account.id, now);
    const endedSessions = await revokeSessions(tx, account.id, now, { kept: caller.tokenHash });
    // A stranger who was in may come back: their place is not the owner's.
    await rememberOnlyPlace(tx, account.id, visitor, now);
    // It began with the former password.
    await lapseReset(tx, account.id, now);
    const pausedKeys = await pauseKeys(tx, account.id, now);
    const ways = await unlinkForPassword(tx, account.id, keepProviders ?? null, now);
    const mail = passwordChangedMail(publicOrigin, {
      signedOut: describeSignedOut(endedSessions),
      pausedKeys,
      ...ways,
    });
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...mail } });
    return { pausedKeys, endedSessions, ...ways };
  });
}
