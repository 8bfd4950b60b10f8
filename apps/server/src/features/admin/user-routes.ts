import { endpoints } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import type { CurrentRates } from '../rates/current-rates.ts';
import { listUsers } from './list-users.ts';
import { setUserState } from './set-user-state.ts';
import { viewTimeline } from './view-timeline.ts';
import { viewUser } from './view-user.ts';

export interface UserDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
}

const { adminUsers } = endpoints;

/** People: found, looked at, disabled and enabled again. */
export function userRoutes(dependencies: UserDependencies): Route[] {
  return [
    route(adminUsers.list, ({ query }) => listUsers(dependencies, query)),
    route(adminUsers.get, async ({ params }) => ({ data: await viewUser(dependencies, params.id) })),
    route(adminUsers.timeline, ({ params, query }) =>
      viewTimeline(dependencies, { userId: params.id, before: query.before, limit: query.limit }),
    ),
    route(adminUsers.setState, async ({ caller, params, body }) => {
      if (!isId(params.id)) throw notFound('There is no such account.');
      await setUserState(dependencies, { userId: params.id, adminId: caller.userId, ...body });
      return {
        message: body.state === 'disabled' ? 'Account disabled' : 'Account enabled',
        data: await viewUser(dependencies, params.id),
      };
    }),
  ];
}
