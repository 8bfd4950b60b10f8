import {
  type Endpoint,
  endpoints,
  mayCall,
  type StaffRole,
  type Work,
  WORK_KINDS,
  type WorkKind,
} from '@kobogate/contract';
import type { Database } from '../platform/database.ts';
import { countWork } from './db.ts';

/** The kinds of work that not every role may look into, with the call that shows them. */
const SHOWN_BY: Partial<Record<WorkKind, Endpoint>> = {
  differences: endpoints.reconciliations.list,
  'refunds-due': endpoints.treasury.read,
  plans: endpoints.treasury.read,
};

/** Everything that waits for a person and that the role may look into: each kind once, the most urgent first. */
export async function listWork({ database }: { database: Database }, role: StaffRole | null): Promise<Work[]> {
  const found = await countWork(database);
  const kinds = WORK_KINDS.filter((kind) => mayCall(role, SHOWN_BY[kind] ?? endpoints.admin.work));
  return kinds.map((kind) => {
    const { count = 0, oldest = null } = found.find((each) => each.kind === kind) ?? {};
    return { kind, count, oldest: oldest?.toISOString() ?? null };
  });
}
