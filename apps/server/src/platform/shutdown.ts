import { setMaxListeners } from 'node:events';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

/** A part of the program that runs until it is stopped. */
export interface Running {
  /** Starts nothing more, and resolves when the work under way has ended. */
  stop(): Promise<void>;
}

/** How long the parts may take to stop, and then their foundations. Launchers and platforms wait 30 s. */
const WORK_MS = 18_000;
const GROUND_MS = 4_000;
const LOOK_MS = 100;
const LEAST_GRACE_MS = 300;

/** The shutdown of the program: all parts at the same time, then their foundations, each with a time limit. */
export interface Shutdown {
  /** Aborts as soon as the program is told to stop: from then on it reports that it is not ready. */
  readonly draining: AbortSignal;
  /** Adds a part that is running, or is about to: where the program was told to stop, it is stopped too. */
  add(...parts: readonly Running[]): void;
  /** Adds a foundation of the parts, such as the database: it is stopped when they have ended. */
  addGround(ground: Running): void;
  /** Stops everything, once; resolves when it has stopped. */
  stop(): Promise<void>;
  /**
   * Stops and exits with 0 when the process gets a signal, or when the process that started it with a channel is gone.
   * Only a second Ctrl-C ends it at once: launchers may send the first one twice.
   */
  listen(): void;
}

/** A program without parts yet. */
export function createShutdown(log: Log): Shutdown {
  const draining = new AbortController();
  // Each stream of events adds a listener.
  setMaxListeners(0, draining.signal);
  const parts: Running[] = [];
  const grounds: Running[] = [];
  let stopped: Promise<void> | undefined;

  async function stopOne(part: Running): Promise<void> {
    await part.stop().catch((err: unknown) => log.error({ err }, 'a part of the program did not stop cleanly'));
  }

  async function stopParts(): Promise<void> {
    // A part that begins at this moment is added while the others stop.
    while (parts.length > 0) await Promise.all(parts.splice(0).map(stopOne));
  }

  async function stopAll(): Promise<void> {
    draining.abort();
    await within(WORK_MS, stopParts(), () =>
      log.warn('not everything under way has ended in time; another process takes it up'),
    );
    const stopGrounds = async (): Promise<void> => {
      for (let ground = grounds.pop(); ground !== undefined; ground = grounds.pop()) await stopOne(ground);
    };
    await within(GROUND_MS, stopGrounds(), () => log.warn('the database was not closed in time'));
  }

  const stop = (): Promise<void> => (stopped ??= stopAll());

  return {
    draining: draining.signal,
    add: (...more) => void parts.push(...more),
    addGround: (ground) => void grounds.push(ground),
    stop,
    listen: () => {
      let hasBegun = false;
      const begin = (signal?: NodeJS.Signals): void => {
        if (hasBegun && signal === 'SIGINT') process.exit(130);
        if (hasBegun) return;
        hasBegun = true;
        log.info('stopping');
        void stop().then(() => process.exit(0));
      };
      process.on('SIGTERM', begin).on('SIGINT', begin).on('SIGHUP', begin);
      process.on('disconnect', () => begin());
    },
  };
}

async function within(limitMs: number, work: Promise<unknown>, onLate: () => void): Promise<void> {
  const patience = new AbortController();
  const late = delay(limitMs, 'late', { signal: patience.signal, ref: false }).catch(() => undefined);
  if ((await Promise.race([work, late])) === 'late') onLate();
  patience.abort();
}

/**
 * Ends the taking of requests: goes on for `graceMs`, while the load balancer sees that it is not ready; then takes no new
 * connection, answers pending requests, and closes each connection after its answer, or once nothing comes on it. The first
 * of `servers` listens, the others answer behind it.
 */
export async function drain(servers: readonly FastifyInstance[], graceMs: number): Promise<void> {
  await delay(Math.max(graceMs, LEAST_GRACE_MS));
  // A connection that waits to be accepted when the listener closes is cut off: in a turn of the event loop all are.
  await turn();
  await turn();
  for (const http of servers) {
    await http.close();
    // Where it listens on two addresses of this machine, it does not wait for the second one.
    while (servers.some(({ countUnderWay }) => (countUnderWay?.() ?? 0) > 0)) await delay(LOOK_MS);
  }
}
