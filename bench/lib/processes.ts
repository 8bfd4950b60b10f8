import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
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
  const [row] = await database.query<{ pid: number }>(`select pg_backend_pid() as pid`);
  const postmaster = await parentOf(row?.pid ?? 0);
  const look = async () => {
    const backends = [postmaster, ...(await childrenOf(postmaster))];
    const used = await Promise.all(backends.map(processorOf));
    return {
      at: performance.now(),
      server: await processorOf(pid),
      backends: new Map(backends.map((each, index) => [each, used[index] ?? 0])),
    };
  };
  return async (seconds) => {
    const before = await look();
    await delay(seconds * 1000);
    const after = await look();
    const passed = (after.at - before.at) / 1000;
    let ofDatabase = 0;
    for (const [each, used] of after.backends) ofDatabase += used - (before.backends.get(each) ?? 0);
    return {
      server: (after.server - before.server) / passed,
      database: ofDatabase / passed,
      memory: await memoryOf(pid),
    };
  };
}

/** Milliseconds of processor that a process has used in all its threads, from the kernel's count in nanoseconds. */
async function processorOf(pid: number): Promise<number> {
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
