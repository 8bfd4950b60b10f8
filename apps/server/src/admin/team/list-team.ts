import type { Colleague } from '@kobogate/contract';
import { listStaff } from '../../identity/index.ts';
import type { Database } from '../../platform/database.ts';
import { stateOf } from '../user-state.ts';

/** Everyone of the team, by name. */
export async function listTeam({ database }: { readonly database: Database }): Promise<Colleague[]> {
  const staff = await listStaff(database);
  return staff.map((member) => ({
    id: member.id,
    name: member.name,
    email: member.email,
    role: member.role,
    // Nobody of the team has a closed account: the role goes first.
    state: stateOf({ ...member, closedAt: null }),
    since: member.since?.toISOString() ?? null,
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
    hasSecondFactor: member.hasSecondFactor,
  }));
}
