import type { NotificationChoices, UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { findPhone, listChoices, saveChoices } from './db.ts';
import { completeChoices, namedChoices, type Way } from './notification-choice.ts';
import { internationalNumber } from './phone-number.ts';

/** Which events a user gets mail or text messages about: all mail, and no text messages until they turn them on. */
export async function viewChoices(database: Database, userId: UserId, way: Way): Promise<NotificationChoices> {
  return completeChoices((await listChoices(database, [userId])).get(userId) ?? [], way);
}

/**
 * Turns mail or text messages about the named events on or off and answers all choices. Throws 422 where none is named;
 * for text messages also where the operator has no provider, and where the phone number in the profile can't receive
 * any.
 */
export async function chooseNotifications(
  { database, hasTexter }: { readonly database: Database; readonly hasTexter: boolean },
  { userId, way, change }: { userId: UserId; way: Way; change: Parameters<typeof namedChoices>[0] },
): Promise<NotificationChoices> {
  const choices = namedChoices(change);
  if (choices.length === 0) throw ruleBroken('Please say which messages to turn on or off.');
  if (way === 'text' && choices.some(({ isOn }) => isOn)) {
    if (!hasTexter) throw ruleBroken('Text messages are not available here. Mails and the app tell you everything.');
    if (internationalNumber((await findPhone(database, userId)) ?? '') === null) {
      throw ruleBroken('The phone number in your profile can’t get text messages. Please correct it there first.');
    }
  }
  await saveChoices(database, userId, { way, choices });
  return viewChoices(database, userId, way);
}
