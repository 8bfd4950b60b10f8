import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { chooseTexts, viewTextChoices } from './choose-texts.ts';
import { chooseNotifications, viewChoices } from './choose-notifications.ts';
import type { Texter } from './texter.ts';
import { clearNotifications, listNotifications } from './db.ts';

const { notifications } = endpoints;

/** The signed-in user's notifications. */
export function notificationRoutes({
  database,
  texter,
}: {
  readonly database: Database;
  readonly texter: Texter | null;
}): Route[] {
  return [
    route(notifications.list, async ({ caller }) => ({ data: await listNotifications(database, caller.userId) })),
    route(notifications.clear, async ({ caller }) => {
      await clearNotifications(database, caller.userId);
      return { message: 'Notifications cleared' };
    }),
    route(notifications.getChoices, async ({ caller }) => ({ data: await viewChoices(database, caller.userId) })),
    route(notifications.saveChoices, async ({ caller, body }) => ({
      message: 'Your choice is saved.',
      data: await chooseNotifications(database, { userId: caller.userId, change: body }),
    })),
    route(notifications.getTextChoices, async ({ caller }) => ({
      data: texter === null ? null : await viewTextChoices(database, caller.userId),
    })),
    route(notifications.saveTextChoices, async ({ caller, body }) => ({
      message: 'Your choice is saved.',
      data: await chooseTexts({ database, hasTexter: texter !== null }, { userId: caller.userId, change: body }),
    })),
  ];
}
