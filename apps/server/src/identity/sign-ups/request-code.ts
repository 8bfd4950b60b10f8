import type { CodeId, ResetId, SignUpId, UserId } from '@kobogate/contract';
import { emit } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { type Account, emailKey } from '../accounts/account.ts';
import { insertResets } from '../accounts/db.ts';
import type { Place } from '../accounts/device.ts';
import { alreadyRegisteredMail } from '../accounts/mails.ts';
import { hashToken } from '../accounts/secrets.ts';
import { countTries, insertCode, replaceCodes } from './db.ts';
import { TRIES_A_DAY } from './one-time-code.ts';

const DAY_MS = 86_400_000;

/** Where an address gets very many mails, one with a link leaves this much later, for all requests until then. */
const LATER_MS = 10 * 60_000;

/** The id of an account that waits for the proof of its address; null for any other, and for none. */
export const idOfUnproven = (account: Account | null): UserId | null =>
  account !== null && account.verifiedAt === null && account.disabledAt === null ? account.id : null;

/**
 * Requests a new code of a sign-up, to be typed where it was requested; older codes for it end. A link is mailed
 * instead where a code would be useless: the place has no sign-up of its own, or the day's tries are used up; and,
 * later, where very many mails go to this address. The caller holds the account's lock; for any other address (null)
 * the same statements run for no account, so that the answer takes as long and reveals nothing.
 */
export async function requestCode(
  tx: Transaction,
  asked: { email: string; account: Account | null; signUpId: SignUpId | null; place: Place; isCrowded: boolean },
  now: Date,
): Promise<void> {
  const { email, account, signUpId, place, isCrowded } = asked;
  const userId = idOfUnproven(account);
  const tries = await countTries(tx, userId, new Date(now.getTime() - DAY_MS));
  if (isCrowded || (userId !== null && (signUpId === null || tries >= TRIES_A_DAY))) {
    return requestLinks(tx, { userIds: userId === null ? [] : [userId], laterFor: isCrowded ? email : null }, now);
  }
  const codeId = newId<CodeId>();
  await replaceCodes(tx, userId, place, now);
  await insertCode(tx, { id: codeId, userId, signUpId, place, now });
  await emit(tx, { type: 'account.code-requested', payload: { codeId } });
}

/**
 * The same, and where the address has an account that waits for no proof its owner gets a mail that it has. Of very many
 * requests the link that is mailed later says enough.
 */
export async function requestCodeOrTell(
  tx: Transaction,
  { publicOrigin, ...asked }: Parameters<typeof requestCode>[1] & { publicOrigin: string },
  now: Date,
): Promise<void> {
  await requestCode(tx, asked, now);
  const { account, isCrowded } = asked;
  if (account === null || idOfUnproven(account) !== null || isCrowded) return;
  await emit(tx, { type: 'mail.send', payload: { to: account.email, ...alreadyRegisteredMail(publicOrigin) } });
}

/**
 * Requests a reset link for each account; for none the same event is written about a link that does not exist. With
 * `laterFor`, the typed text, it leaves after some minutes, once for all requests until then.
 */
export async function requestLinks(
  tx: Transaction,
  { userIds, laterFor }: { userIds: readonly UserId[]; laterFor: string | null },
  now: Date,
): Promise<void> {
  const resets = userIds.map((userId) => ({ id: newId<ResetId>(), userId }));
  await insertResets(tx, resets, now);
  const ids = resets.length === 0 ? [newId<ResetId>()] : resets.map(({ id }) => id);
  for (const [index, resetId] of ids.entries()) {
    await emit(tx, {
      type: 'account.reset-requested',
      payload: { resetId },
      ...(laterFor === null
        ? {}
        : {
            key: `${laterKey(laterFor)} ${resets.length === 0 ? 'none' : index}`,
            runAt: new Date(now.getTime() + LATER_MS),
          }),
    });
  }
}

// Hashed: an address does not belong in the table of events.
const laterKey = (emailOrPhone: string): string => hashToken(emailKey(emailOrPhone)).toString('hex');
