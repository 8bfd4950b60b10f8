import { NOTIFICATION_EVENTS, type NotificationChoices } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { findPhone, findTextChoices, saveTextChoices } from './db-texts.ts';
import { namedChoices } from './notification-choice.ts';
import { internationalNumber } from './phone-number.ts';

/** Which events a user gets text messages about: none until they say so. */
export async function viewTextChoices(database: Database, userId: string): Promise<NotificationChoices> {
  const chosen = new Set(await findTextChoices(database, userId));
  const [deposit, approval, decline, payout, failure] = NOTIFICATION_EVENTS.map((event) => chosen.has(event));
  return {
    deposit: deposit ?? false,
    approval: approval ?? false,
    decline: decline ?? false,
    payout: payout ?? false,
    failure: failure ?? false,
  };
}

/**
 * Turns text messages about the named events on or off and answers all choices. Throws 422 where none is named, where the
 * operator has no provider of text messages, and where the phone number in the profile can get none.
 */
export async function chooseTexts(
  { database, hasTexter }: { readonly database: Database; readonly hasTexter: boolean },
  { userId, change }: { userId: string; change: Parameters<typeof namedChoices>[0] },
): Promise<NotificationChoices> {
  const named = namedChoices(change).map(({ event, byEmail: isOn }) => ({ event, isOn }));
  if (named.length === 0) throw ruleBroken('Please say which messages to turn on or off.');
  const isAny = named.some(({ isOn }) => isOn);
  if (isAny && !hasTexter)
    throw ruleBroken('Text messages are not available here. Mails and the app tell you everything.');
  if (isAny && internationalNumber((await findPhone(database, userId)) ?? '') === null) {
    throw ruleBroken('The phone number in your profile can’t get text messages. Please correct it there first.');
  }
  await saveTextChoices(database, userId, named);
  return viewTextChoices(database, userId);
}
