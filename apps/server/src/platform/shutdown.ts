import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Log } from './log.ts';

/** A part of the program that runs until it is stopped. */
export interface Running {
  /** Begins nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** How long what is under way may take to end, and then what all of it stands on. Launchers and platforms wait 30 s. */
const WORK_MS = 18_000;
const GROUND_MS = 4_000;
const LOOK_MS = 100;
const LEAST_GRACE_MS = 300;

/** The end of the program: all parts at the same time, then what they stand on, and neither for longer than it may take. */
export interface Shutdown {
  /** Aborts as soon as the program is told to stop: it is not ready any more from then on. */
  readonly draining: AbortSignal;
  /** Adds a part that has begun. */
  add(...parts: readonly Running[]): void;
  /** Adds what parts stand on, such as the database: it is stopped when they have ended. */
  addGround(ground: Running): void;
  stop(): Promise<void>;
  /**
   * Stops and exits with 0 where the process is told to by a signal, or the process that started it with a channel is gone. Only a
   * second Ctrl-C ends it at once: who stops it may well say so twice.
   */
  listen(): void;
}

/** A program that runs nothing yet. */
export function createShutdown(log: Log): Shutdown {
  const draining = new AbortController();
  // Each stream of events listens.
  setMaxListeners(0, draining.signal);
  const parts: Running[] = [];
  const grounds: Running[] = [];

  async function stopOne(part: Running): Promise<void> {
    await part.stop().catch((err: unknown) => log.error({ err }, 'a part of the program did not stop cleanly'));
  }

  async function stop(): Promise<void> {
    draining.abort();
    await within(WORK_MS, Promise.all(parts.splice(0).map(stopOne)), () =>
      log.warn('not everything under way has ended in time; another process takes it up'),
    );
    const stopGrounds = async (): Promise<void> => {
      for (let ground = grounds.pop(); ground !== undefined; ground = grounds.pop()) await stopOne(ground);
    };
    await within(GROUND_MS, stopGrounds(), () => log.warn('the database was not closed in time'));
  }

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
 * The API as a part of the program. It goes on taking requests for `graceMs`, while the load balancer sees that it is
 * not ready; then it takes no new connection, answers what it was asked, and closes each connection after its answer.
 */
export function drainingApi(http: FastifyInstance, graceMs: number): Running {
  return {
    stop: async () => {
      // Of a connection that was just made the request may not have been read yet, and it would pass for an idle one.
      await delay(Math.max(graceMs, LEAST_GRACE_MS));
      // A connection whose answer began before has not been told that it is the last one.
      const idle = setInterval(() => http.server.closeIdleConnections(), LOOK_MS);
      await http.close().finally(() => clearInterval(idle));
      // Where it listens on two addresses of this machine, it does not wait for the second's.
      while ((http.countUnderWay?.() ?? 0) > 0) await delay(LOOK_MS);
    },
  };
}
