import { TEXTS, type UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { type Failure, ruleBroken } from '../../platform/errors.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { lapseReset } from '../factor-resets/db.ts';
import { unlinkForPassword } from '../providers/link.ts';
import { rememberOnlyPlace, revokeSessions } from '../sessions/db.ts';
import { deleteSignUps, findSignUpOfDevice, replaceCodes } from '../sign-ups/db.ts';
import { findReset, loadAccountForUpdate, recordAccountChange, savePassword, useReset, verifyAs } from './db.ts';
import { placeOf, type Visitor } from './device.ts';
import { fromAddress } from './limits.ts';
import { passwordChangedMail } from './mails.ts';
import type { PasswordHasher } from './password-hash.ts';
import { type OwnWords, refusePassword } from './password-rules.ts';
import { hashToken } from './secrets.ts';

/** Pauses every API key of an account, in the caller's transaction; answers how many worked until now. */
export type PauseKeys = (tx: Transaction, userId: UserId, now: Date) => Promise<number>;

/**
 * Sets a new password with the token of a reset link, which works once, ends every session of the account, pauses its API keys,
 * unlinks providers with another address, and forgets all places that it was used from but this one. The link also proves the
 * e-mail address of an unverified account, which then has the names and the phone that this browser signed up with, or none:
 * those of another sign-up may be a stranger's. Throws 422 for a link that is not valid or a password against the rules, 429.
 */
export async function resetPassword(
  dependencies: {
    database: Database;
    clock: Clock;
    hasher: PasswordHasher;
    pauseKeys: PauseKeys;
    publicOrigin: string;
    ownWords: OwnWords;
  },
  { newPassword, token, visitor }: { newPassword: string; token: string; visitor: Visitor },
): Promise<void> {
  const { database, clock, hasher, pauseKeys, publicOrigin, ownWords } = dependencies;
  if (newPassword === '') throw ruleBroken(TEXTS.fillRequired);
  const now = clock.now();
  await consumeRateLimit(database, [fromAddress('reset-password', visitor.address)], now);
  const tokenHash = hashToken(token);
  const account = await findReset(database, tokenHash, now);
  if (account === null) throw linkRefused();
  const refusal = refusePassword(newPassword, account, await ownWords());
  if (refusal !== null) throw refusal;
  const passwordHash = await hasher.hash(newPassword);
  await database.transaction(async (tx) => {
    // Before its links, in the same order as a change of the password.
    const current = await loadAccountForUpdate(tx, account.id);
    if (current?.disabledAt !== null || !(await useReset(tx, tokenHash, account.id, now))) throw linkRefused();
    if (current.verifiedAt === null) {
      const signUp = await findSignUpOfDevice(tx, current.id, placeOf(visitor));
      await verifyAs(tx, current.id, { ...(signUp ?? { ...UNKNOWN, email: current.email }), passwordHash }, now);
      await deleteSignUps(tx, current.id);
    } else await savePassword(tx, account.id, passwordHash);
    await recordAccountChange(tx, { userId: account.id, change: 'password-reset', now });
    await replaceCodes(tx, account.id, null, now);
    await revokeSessions(tx, account.id, now);
    // A stranger who was in once may come back: their place is not the owner's.
    await rememberOnlyPlace(tx, account.id, visitor, now);
    // It began with the former password.
    await lapseReset(tx, account.id, now);
    const pausedKeys = await pauseKeys(tx, account.id, now);
    // Who was in once may have linked an account of theirs. One of this very address is its owner's, as the link is.
    const ways = await unlinkForPassword(tx, account.id, null, now);
    const mail = passwordChangedMail(publicOrigin, {
      signedOut: 'every device was signed out',
      pausedKeys,
      ...ways,
    });
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...mail } });
  });
}

const UNKNOWN = { firstName: '', lastName: '', phone: '' } as const;

const linkRefused = (): Failure =>
  ruleBroken('This reset link is not valid any more. Please ask for a new one.', 'reset-link');
