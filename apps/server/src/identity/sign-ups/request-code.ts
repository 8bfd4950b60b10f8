import { emit } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { type Account, emailKey } from '../accounts/account.ts';
import { insertResets } from '../accounts/db.ts';
import type { Place } from '../accounts/device.ts';
import { hashToken } from '../accounts/secrets.ts';
import { countTries, insertCode, replaceCodes } from './db.ts';
import { TRIES_A_DAY } from './one-time-code.ts';

const DAY_MS = 86_400_000;

/** Where an address gets very many mails, one with a link leaves so much later, for all who ask until then. */
const LATER_MS = 10 * 60_000;

/** The id of an account that waits for the proof of its address; null for any other, and for none. */
export const idOfUnproven = (account: Account | null): string | null =>
  account !== null && account.verifiedAt === null && account.disabledAt === null ? account.id : null;

/**
 * Asks for a fresh code of a sign-up, to be typed where it was asked for; older codes for it end. A link takes the
 * code's place where none is good for anything: the place has no sign-up of its own, or the day's tries are used up; and,
 * later, where very many mails go to this address. The account is one that the caller holds the lock of; for any other
 * address (null) the same statements run for no account, so that the answer takes as long and tells nothing.
 */
export async function requestCode(
  tx: Transaction,
  asked: { email: string; account: Account | null; signUpId: string | null; place: Place; isCrowded: boolean },
  now: Date,
): Promise<void> {
  const { email, account, signUpId, place, isCrowded } = asked;
  const userId = idOfUnproven(account);
  const tries = await countTries(tx, userId, new Date(now.getTime() - DAY_MS));
  if (isCrowded || (userId !== null && (signUpId === null || tries >= TRIES_A_DAY))) {
    return requestLinks(tx, { userIds: userId === null ? [] : [userId], laterFor: isCrowded ? email : null }, now);
  }
  const codeId = newId();
  await replaceCodes(tx, userId, place, now);
  await insertCode(tx, { id: codeId, userId, signUpId, place, now });
  await emit(tx, { type: 'account.code-requested', payload: { codeId } });
}

/**
 * Asks for a reset link to each account; for none the same event is written about a link that does not exist. With
 * `laterFor`, what somebody typed, it leaves after some minutes, once for all who ask until then.
 */
export async function requestLinks(
  tx: Transaction,
  { userIds, laterFor }: { userIds: readonly string[]; laterFor: string | null },
  now: Date,
): Promise<void> {
  const resets = userIds.map((userId) => ({ id: newId(), userId }));
  await insertResets(tx, resets, now);
  const ids = resets.length === 0 ? [newId()] : resets.map(({ id }) => id);
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

// Hashed: an address has no business in the table of events.
const laterKey = (emailOrPhone: string): string => hashToken(emailKey(emailOrPhone)).toString('hex');
