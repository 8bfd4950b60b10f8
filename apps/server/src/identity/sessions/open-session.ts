import { TEXTS, type UserId } from '@kobogate/contract';
import { accessWithin } from '../../controls/index.ts';
import { emit } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { unauthorized } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Visitor } from '../accounts/device.ts';
import { newPlaceMail } from '../accounts/mails.ts';
import { hashToken, makeToken } from '../accounts/secrets.ts';
import { type BegunBy, holdAccount, insertSession, isNewPlace, rememberPlace } from './db.ts';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/**
 * Opens a session and answers its token, which is not stored. Its lifetime, and its time without use, are set by the operator
 * for the team and customers. It counts as a fresh proof of its owner if `by` is the sign-in, password and second step. A code
 * from an e-mail proves only the address, and a provider's word is not a proof of ours (null: of a session whose way an older
 * version did not record). Records the place as the owner's, who gets a mail if it is a new one. Throws 401 if the account was
 * disabled since, or has another password than the one that was found right (`passwordHash`): an act that ended every session
 * must not be followed by a session that began before it.
 */
export async function openSession(
  tx: Transaction,
  {
    id: userId,
    email,
    by,
    passwordHash = null,
  }: { id: UserId; email: string; by: BegunBy | null; passwordHash?: string | null },
  { visitor, publicOrigin, now }: { visitor: Visitor; publicOrigin: string; now: Date },
): Promise<string> {
  const access = await accessWithin(tx);
  const held = await holdAccount(tx, userId, passwordHash);
  if (held === null) throw unauthorized(TEXTS.loginFailed);
  const { isStaff } = held;
  const lastsSeconds = isStaff ? access.adminHours * HOUR : access.userDays * DAY;
  const token = makeToken();
  await insertSession(tx, {
    address: visitor.address,
    userAgent: visitor.userAgent,
    id: newId(),
    userId,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + lastsSeconds * 1000),
    idleSeconds: isStaff ? access.adminIdleMinutes * MINUTE : access.userIdleDays * DAY,
    begunBy: by,
  });
  if (await isNewPlace(tx, userId, visitor, now)) {
    await emit(tx, { type: 'mail.send', payload: { to: email, ...newPlaceMail(publicOrigin, visitor, now) } });
  }
  await rememberPlace(tx, userId, visitor, now);
  return token;
}
