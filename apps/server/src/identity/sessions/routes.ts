import { type AccountSession, endpoints } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Caller, type Route, route } from '../../platform/route.ts';
import { describeDevice, maskAddress } from '../accounts/device.ts';
import { listSessions } from './db.ts';
import { endOtherSessions, endSession } from './end-session.ts';

const { sessions } = endpoints;

/** The signed-in user's sessions, and ending them. */
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

/** The caller's sessions: this one first, then the most recently used, at most 100. */
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
      // This very call uses the caller's own; its recorded time may be a minute old.
      lastSeenAt: (isCurrent ? now : lastSeenAt).toISOString(),
      isCurrent,
    };
  });
}
