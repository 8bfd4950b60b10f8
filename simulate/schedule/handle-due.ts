import type { Task } from '../machine/gate.ts';
import type { Server, World } from '../world/world.ts';

const DUE = `select distinct type from event where dead_at is null and (run_at is null or run_at <= $1)
  and (claimed_until is null or claimed_until < $1)`;

/** Begins to handle what is due at a server. */
export async function handleDue(world: World, server: Server): Promise<readonly Task[]> {
  const rows = await world.books.query<{ type: string }>(DUE, [new Date(world.machine.nowMs)], 'due');
  const due = new Set(rows.map(({ type }) => type));
  const workers = server.workers.filter(({ types }) => types.some((type) => due.has(type)));
  return workers.map(({ worker }) => world.begin(server.process, () => worker.drain()));
}
