import { endpoints } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { endOtherSessions, endSession } from './end-session.ts';
import { viewSessions } from './view-sessions.ts';

const { sessions } = endpoints;

/** Where the signed-in user is signed in, and the way out of each. */
export function sessionRoutes(dependencies: { database: Database; clock: Clock }): Route[] {
  return [
    route(sessions.list, async ({ caller }) => ({ data: await viewSessions(dependencies, caller) })),
    route(sessions.end, async ({ caller, params }) => {
      await endSession(dependencies, { caller, id: params.id });
      return { message: 'That device is signed out.' };
    }),
    route(sessions.endOthers, async ({ caller }) => {
      await endOtherSessions(dependencies, caller);
      return { message: 'Every other device is signed out.' };
    }),
  ];
}
