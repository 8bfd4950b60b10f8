import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SocketAddress } from './database.ts';
import { findBinaries } from './embedded/binaries.ts';
import { unprivilegedIdentity } from './embedded/identity.ts';
import type { Identity } from './embedded/identity.ts';
import { preparePlaces, reachableBinaries } from './embedded/places.ts';
import type { Places } from './embedded/places.ts';
import { answers, findPostmaster, removeForeignLock } from './embedded/postmaster.ts';
import type { Log } from './log.ts';
import { isAlive } from './processes.ts';

export interface EmbeddedPostgres {
  readonly address: SocketAddress;
  /** Shuts the database down if this process owns it, and waits until it has ended. */
  stop(): Promise<void>;
  /** Leaves it to the program that uses it: it runs on, and is not started again from here. */
  leave(): Promise<void>;
}

const USER = 'kobogate';
const LONGEST_START_MS = 60_000;
const POLL_MS = 15;
const MOST_TRIES = 8;
const BETWEEN_TRIES_MS = 250;
/** Milliseconds between checks that it still runs, and the longest pause between failed starts. */
const LOOK_MS = 100;
const LONGEST_PAUSE_MS = 30_000;

// Small, because the whole product shares one machine with it; every commit still reaches the disk (fsync stays on).
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '32MB',
  max_connections: '60',
  maintenance_work_mem: '32MB',
  max_wal_size: '512MB',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  jit: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
};

const CLUSTER =
  '--auth=trust --encoding=UTF8 --no-instructions --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C'.split(
    ' ',
  );

/** How to stop each one that runs, or is being started, for this program. */
const ours = new Set<() => Promise<void>>();

/**
 * Stops every database that this program has started and owns, those that it is just starting too: for a program that is told to
 * end in the middle of something. What is not committed is undone.
 */
export async function stopEmbeddedPostgres(): Promise<void> {
  await Promise.all([...ours].map((stop) => stop()));
}

/**
 * Starts the packaged PostgreSQL on `${dataDir}/postgres`, creating the cluster first where there is none, or adopts
 * one that already runs there: two programs on one folder share one database. It listens on a Unix socket that only its
 * user can reach. If it does not come up, throws an error with the last lines of its log, and leaves nothing running.
 */
export async function startEmbeddedPostgres(options: { dataDir: string; log: Log }): Promise<EmbeddedPostgres> {
  const halt = new AbortController();
  const starting = start(options, halt.signal);
  const stop = async (): Promise<void> => {
    halt.abort(new Error('the database is not needed any more'));
    // Where it did not come up it has stopped.
    const started = await starting.catch(() => undefined);
    await started?.stop();
    ours.delete(stop);
  };
  ours.add(stop);
  try {
    const { address, leave } = await starting;
    return {
      address,
      stop,
      leave: async () => {
        ours.delete(stop);
        await leave();
      },
    };
  } catch (error) {
    ours.delete(stop);
    throw error;
  }
}

async function start(options: { dataDir: string; log: Log }, halt: AbortSignal): Promise<EmbeddedPostgres> {
  const identity = await unprivilegedIdentity();
  const places = await preparePlaces(options.dataDir, identity);
  const address = { host: places.socket, port: 5432, user: USER, database: 'postgres' };
  const bringUp = async (): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const end = await startOrAdopt(places, identity, options.log, halt);
      halt.throwIfAborted();
      // A server that is shutting down has a ready postmaster.pid until its last moment: only an answer proves that it
      // runs.
      if (end === undefined && (await answers(address))) break;
      if (tries >= MOST_TRIES) throw end ?? new Error(`the database in ${places.root} runs and takes no connection`);
      await delay(BETWEEN_TRIES_MS);
    }
  };
  try {
    await bringUp();
  } catch (error) {
    await stopIfOurs(places);
    throw error;
  }
  const stopKeeping = keepRunning(places, bringUp, options.log);
  return {
    address,
    stop: async () => {
      await stopKeeping();
      await stopIfOurs(places);
    },
    leave: stopKeeping,
  };
}

/**
 * Restarts the database whenever it has died, until the returned function is called, which waits for an attempt under
 * way.
 */
function keepRunning(places: Places, bringUp: () => Promise<void>, log: Log): () => Promise<void> {
  const stopping = new AbortController();
  const loop = async (): Promise<void> => {
    let pauseMs = LOOK_MS;
    while (!stopping.signal.aborted) {
      // This timer alone does not keep a program running.
      await delay(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted || (await findPostmaster(places.cluster)) !== undefined) continue;
      if (await isAnothers(places)) continue;
      log.warn('the database has died, and is started again');
      pauseMs = await bringUp().then(
        () => LOOK_MS,
        (error: unknown) => {
          log.error({ err: error }, 'the database could not be started again');
          return Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        },
      );
    }
  };
  const running = loop();
  return async () => {
    stopping.abort();
    await running;
  };
}

/**
 * Starts it or finds it running; returns the error where it ended at once, as happens while sessions of a killed
 * predecessor still hold its shared memory.
 */
async function startOrAdopt(
  places: Places,
  identity: Identity | undefined,
  log: Log,
  halt: AbortSignal,
): Promise<Error | undefined> {
  const found = await findPostmaster(places.cluster);
  if (found === undefined) {
    const bin = join(await reachableBinaries(await findBinaries(), identity), 'bin');
    await makeCluster(bin, places, identity, halt);
    return startPostmaster(bin, places, identity, halt);
  }
  const end = await waitUntilReady(places, () => true, halt);
  if (end !== undefined) return end;
  log.info({ pid: found.pid }, 'the database was already running');
  await takeOverIfOrphaned(places);
  return undefined;
}

async function makeCluster(
  bin: string,
  places: Places,
  identity: Identity | undefined,
  halt: AbortSignal,
): Promise<void> {
  halt.throwIfAborted();
  if ((await stat(places.cluster).catch(() => undefined)) !== undefined) return;
  // Created aside and renamed: a crash or a second start in the middle never leaves half a cluster.
  const fresh = `${places.cluster}.${randomUUID()}`;
  const initdb = spawn(join(bin, 'initdb'), ['-D', fresh, '-U', USER, ...CLUSTER], {
    ...identity,
    cwd: places.root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  initdb.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const end = (): void => void initdb.kill('SIGTERM');
  halt.addEventListener('abort', end);
  const code = await ended(initdb);
  halt.removeEventListener('abort', end);
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true });
    halt.throwIfAborted();
    throw new Error(`the database could not be made in ${places.root}: ${words.trim()}`);
  }
  await rename(fresh, places.cluster).catch(() => rm(fresh, { recursive: true }));
}

async function startPostmaster(
  bin: string,
  places: Places,
  identity: Identity | undefined,
  halt: AbortSignal,
): Promise<Error | undefined> {
  halt.throwIfAborted();
  await removeForeignLock(places.cluster);
  const log = await open(places.log, 'a', 0o600);
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: Ctrl-C in a terminal reaches the whole group, and the database must outlive our last commit.
  const postmaster = spawn(join(bin, 'postgres'), ['-D', places.cluster, '-k', places.socket, ...settings], {
    ...identity,
    cwd: places.root,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  postmaster.unref();
  let hasEnded = false;
  const over = ended(postmaster).then(() => (hasEnded = true));
  const end = await waitUntilReady(places, () => hasEnded, halt).finally(() => void log.close());
  const found = await findPostmaster(places.cluster);
  if (found?.pid === postmaster.pid) await writeFile(places.owner, String(process.pid));
  // Before it has written its own file: no other program would find it.
  else if (!hasEnded && halt.aborted) {
    postmaster.kill('SIGINT');
    await over;
  }
  return end;
}

async function waitUntilReady(places: Places, hasEnded: () => boolean, halt: AbortSignal): Promise<Error | undefined> {
  const deadline = Date.now() + LONGEST_START_MS;
  while (Date.now() < deadline && !halt.aborted) {
    const postmaster = await findPostmaster(places.cluster);
    if (postmaster?.isReady === true) return undefined;
    // Our server ended, and no other one runs: that of a second start on the same folder would still be there.
    if (postmaster === undefined && hasEnded()) break;
    await delay(POLL_MS);
  }
  const words = await readFile(places.log, 'utf8').catch(() => '');
  return new Error(
    `the database in ${places.root} did not start. Its last words: ${words.trim().split('\n').slice(-5).join(' ')}`,
  );
}

async function takeOverIfOrphaned(places: Places): Promise<void> {
  if (!(await isAnothers(places))) await writeFile(places.owner, String(process.pid));
}

/** Whether another running program owns it. */
async function isAnothers(places: Places): Promise<boolean> {
  const owner = Number(await readFile(places.owner, 'utf8').catch(() => '0'));
  return owner > 1 && owner !== process.pid && isAlive(owner);
}

async function stopIfOurs(places: Places): Promise<void> {
  const owner = await readFile(places.owner, 'utf8').catch(() => '');
  const postmaster = await findPostmaster(places.cluster);
  if (owner !== String(process.pid) || postmaster === undefined) return;
  await rm(places.owner, { force: true });
  // PostgreSQL's "fast" shutdown: ends the sessions and flushes everything.
  process.kill(postmaster.pid, 'SIGINT');
  const deadline = Date.now() + LONGEST_START_MS;
  while ((await findPostmaster(places.cluster)) !== undefined && Date.now() < deadline) await delay(POLL_MS);
}

function ended(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', (code) => resolve(code));
  });
}
