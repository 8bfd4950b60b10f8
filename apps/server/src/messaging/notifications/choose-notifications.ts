import type { NotificationChoices } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { findChoices, saveChoices } from './db-choices.ts';
import { completeChoices, namedChoices } from './notification-choice.ts';

/** Which events a user gets mail about. */
export async function viewChoices(database: Database, userId: string): Promise<NotificationChoices> {
  return completeChoices(await findChoices(database, userId));
}

/** Turns mail about the named events on or off and answers all choices. Throws 422 where none is named. */
export async function chooseNotifications(
  database: Database,
  { userId, change }: { userId: string; change: Parameters<typeof namedChoices>[0] },
): Promise<NotificationChoices> {
  const named = namedChoices(change);
  if (named.length === 0) throw ruleBroken('Please say which messages to turn on or off.');
  await saveChoices(database, userId, named);
  return viewChoices(database, userId);
}
