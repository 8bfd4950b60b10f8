import { type AccountSession, endpoints } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Caller, type Route, route } from '../../platform/route.ts';
import { describeDevice, maskAddress } from '../accounts/device.ts';
import { listSessions } from './db.ts';
import { endOtherSessions, endSession } from './end-session.ts';

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

/** Where the caller is signed in: this session first, then the latest seen, at most 100. */
async function viewSessions(
  { database, clock }: { database: Database; clock: Clock },
  caller: Caller,
): Promise<AccountSession[]> {
  const now = clock.now();
  const stored = await listSessions(database, caller, now);
  return stored.map(({ id, userAgent, address, createdAt, lastSeenAt, isCurrent }) => {
    const { device, kind } = describeDevice(userAgent);
    return {
      id,
      device,
      kind,
      address: maskAddress(address),
      createdAt: createdAt.toISOString(),
      // The caller's own is seen by this very call; the note of it may be a minute old.
      lastSeenAt: (isCurrent ? now : lastSeenAt).toISOString(),
      isCurrent,
    };
  });
}
