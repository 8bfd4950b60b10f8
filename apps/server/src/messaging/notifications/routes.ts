import { endpoints, type UserId } from '@kobogate/contract';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Database } from '../../platform/database.ts';
import { type Caller, type Route, route } from '../../platform/route.ts';
import { chooseNotifications, viewChoices } from './choose-notifications.ts';
import type { Way } from './notification-choice.ts';
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
  // What is asked for at one moment is read together.
  const list = createBatchedRead((userIds: readonly UserId[]) => listNotifications(database, userIds));
  const choose =
    (way: Way) =>
    async ({ caller, body }: { caller: Caller; body: Parameters<typeof chooseNotifications>[1]['change'] }) => ({
      message: 'Your choice is saved.',
      data: await chooseNotifications(
        { database, hasTexter: texter !== null },
        { userId: caller.userId, way, change: body },
      ),
    });
  return [
    route(notifications.list, async ({ caller }) => ({ data: await list(caller.userId) })),
    route(notifications.clear, async ({ caller }) => {
      await database.transaction((tx) => clearNotifications(tx, caller.userId));
      return { message: 'Notifications cleared' };
    }),
    route(notifications.getChoices, async ({ caller }) => ({
      data: await viewChoices(database, caller.userId, 'mail'),
    })),
    route(notifications.saveChoices, choose('mail')),
    route(notifications.getTextChoices, async ({ caller }) => ({
      data: texter === null ? null : await viewChoices(database, caller.userId, 'text'),
    })),
    route(notifications.saveTextChoices, choose('text')),
  ];
}
