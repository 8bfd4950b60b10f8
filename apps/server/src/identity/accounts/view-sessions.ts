import type { AccountSession } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Caller } from '../../platform/route.ts';
import { listSessions } from './db-session-list.ts';
import { describeDevice, maskAddress } from './device.ts';

/** Where the caller is signed in: this session first, then the latest seen, at most 100. */
export async function viewSessions(
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
