import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../apps/server/src/platform/database.ts';
import type { Product } from './product.ts';

/** What a server and its database used. */
export interface Used {
  /** Milliseconds of processor in a second, of the server and of the database. */
  readonly server: number;
  readonly database: number;
  /** Megabytes of the server. */
  readonly memory: number;
}

/** Makes the function that measures a product for some seconds, by what Linux counts for each of its processes. */
export async function createMeter({ database, pid }: Product): Promise<(seconds: number) => Promise<Used>> {
  const ofDatabase = await createDatabaseMeter(database);
  return async (seconds) => {
    const [started, server, before] = [performance.now(), await processorOf(pid), await ofDatabase()];
    await delay(seconds * 1000);
    const passed = (performance.now() - started) / 1000;
    return {
      server: ((await processorOf(pid)) - server) / passed,
      database: ((await ofDatabase()) - before) / passed,
      memory: await memoryOf(pid),
    };
  };
}

/** Makes the function that answers the milliseconds of processor that the database's processes have used up to now. */
export async function createDatabaseMeter(database: Pick<Database, 'query'>): Promise<() => Promise<number>> {
  const [row] = await database.query<{ pid: number }>(`select pg_backend_pid() as pid`);
  const postmaster = await parentOf(row?.pid ?? 0);
  /** What each process has used: one that has ended is not forgotten. */
  const used = new Map<number, number>();
  return async () => {
    const processes = [postmaster, ...(await childrenOf(postmaster))];
    const now = await Promise.all(processes.map(processorOf));
    for (const [index, process] of processes.entries())
      used.set(process, Math.max(used.get(process) ?? 0, now[index] ?? 0));
    return [...used.values()].reduce((sum, each) => sum + each, 0);
  };
}

/** Milliseconds of processor that a process has used in all its threads, from the kernel's count in nanoseconds. */
export async function processorOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const used = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
      return Number(text.split(' ')[0]) / 1e6;
    }),
  );
  return used.reduce((sum, each) => sum + each, 0);
}

/** The megabytes that a process has in memory. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/PPid:\s+(\d+)/.exec(status)?.[1]);
}

async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(all.map((each) => parentOf(each).catch(() => 0)));
  return all.filter((_, index) => parents[index] === pid);
}
