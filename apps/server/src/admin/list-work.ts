import { type Work, WORK_KINDS } from '@kobogate/contract';
import type { Database } from '../platform/database.ts';
import { countWork } from './db.ts';

/** Everything that waits for a person: each kind once, the most urgent first. */
export async function listWork({ database }: { database: Database }): Promise<Work[]> {
  const found = await countWork(database);
  return WORK_KINDS.map((kind) => {
    const { count = 0, oldest = null } = found.find((each) => each.kind === kind) ?? {};
    return { kind, count, oldest: oldest?.toISOString() ?? null };
  });
}
