import type { EventId } from '@kobogate/contract';
import { createBatchedRead } from './batched-read.ts';
import { createClaimLoop } from './claim-loop.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { isDatabaseDown } from './database-errors.ts';
import { DependencyDown } from './errors.ts';
import { createGroup } from './group.ts';
import type { Log } from './log.ts';
import {
  backOff,
  claimEvents,
  dueEvents,
  extendClaims,
  listDue,
  pauseAfterPutBacks,
  putBackEvent,
} from './queue-store.ts';
import { removeEvents, returnEvent } from './queue-store.ts';
import type { ClaimedEvent, Places, PutBackPause } from './queue-store.ts';
import type { Carried } from './tracing.ts';
import { tryAgain } from './try-again.ts';

const PUT_BACK_PAUSE: PutBackPause = { leastMs: 1000, mostMs: 15_000 };
/** By one statement. */
const MOST_CLAIMED = 100;
/** How long a place of a full worker stays free while fewer than a quarter are. */
const ROOM_PAUSE_MS = 10;
/** While the database does not answer, an event's end is written again after this pause. */
const WRITE_AGAIN_MS = 250;
/** Extra attempts during an outage of a dependency: three days of one every ten minutes. */
const OUTAGE_ATTEMPTS = 432;

/**
 * Thrown by a handler that has begun nothing because there is no room: the event comes again after a pause that grows
 * each time, from one to fifteen seconds by default, and no attempt counts.
 */
export class PutBack extends Error {
  readonly pause: PutBackPause;

  constructor(message: string, pause: Partial<PutBackPause> = {}) {
    super(message);
    this.pause = { ...PUT_BACK_PAUSE, ...pause };
  }
}

/** Handles an event. It may be called again for the same `eventId`; throwing means "try again later". */
export type EventHandler = (
  payload: unknown,
  context: { eventId: EventId; attempt: number; trace?: Carried },
) => Promise<void>;

export interface WorkerOptions {
  database: Database;
  handlers: Readonly<Record<string, EventHandler>>;
  log: Log;
  clock: Clock;
  /** Handlers that run at the same time; 20 by default. */
  concurrency?: number;
  /** How often it polls without being woken; a second by default. */
  pollMs?: number;
  /** Asks at a poll whether there is anything to claim, for all workers of a process together; missing: it just claims. */
  findDue?: FindDue;
  /**
   * Attempts before an event is given up on, and ends of the process in a row while it is handled; 20 by default, which
   * is about two hours. During an outage of a dependency
   * it goes on for days.
   */
  maxAttempts?: number;
  /** A number from 0 to below 1, for the pauses of events that are put back; `Math.random` by default. */
  chance?: () => number;
  /** How long a crashed worker's events wait for another; 4 seconds by default. */
  leaseMs?: number;
}

/** Whether an event of one of these types may be claimed. */
export type FindDue = (types: readonly string[]) => Promise<boolean>;

/**
 * Asks for all workers of a process in one statement, as they poll at the same moments: claiming for each, which finds nothing most of
 * the time, costs the database many times as much.
 */
export function createFindDue({ database, clock }: Pick<WorkerOptions, 'database' | 'clock'>): FindDue {
  return createBatchedRead(async (asked: readonly (readonly string[])[]) => {
    const due = new Set(await listDue(database, [...new Set(asked.flat())], clock.now()));
    return asked.map((types) => types.some((type) => due.has(type)));
  });
}

export interface Worker {
  start(): void;
  /** Claims nothing more and resolves when the running handlers have ended. */
  stop(): Promise<void>;
  /** Looks for due events now. */
  wake(): void;
  /** Handles events until none is due: for tests, instead of waiting. */
  drain(): Promise<void>;
}

/**
 * Handles events, at least once each, oldest first, in no strict order. Each is claimed for a short time that is
 * renewed while its handler runs, so that another worker takes over after a crash. Polling is the truth, waking a hint.
 */
export function createWorker(options: WorkerOptions): Worker {
  const {
    database,
    handlers,
    log,
    clock,
    concurrency = 20,
    pollMs = 1000,
    findDue,
    maxAttempts = 20,
    leaseMs = 4_000,
    chance = Math.random,
  } = options;
  const types = Object.keys(handlers);
  const atWork = new Map<ClaimedEvent, Promise<void>>();
  const removal = createGroup<string, void>({
    maxItems: 500,
    run: async (ids) => {
      await removeEvents(database, ids);
      return ids.map(() => ({ ok: true, value: undefined }));
    },
  });
  let odd: Places['odd'] = 'delayed';
  let renewal: NodeJS.Timeout | undefined;
  let isFull = false;
  let roomTimer: NodeJS.Timeout | undefined;
  let isStopping = false;

  /** Whether the process has ended over and over while the event was handled: it is not handled once more. */
  const isDeadly = ({ isLost, losses }: ClaimedEvent): boolean => isLost && losses >= maxAttempts;

  /** What is to be written of an event whose handler has failed. */
  function endFailed(event: ClaimedEvent, error: unknown): () => Promise<void> {
    const { id, type, putBacks } = event;
    if (error instanceof PutBack) {
      const pauseMs = pauseAfterPutBacks(putBacks, error.pause, chance());
      const again = new Date(clock.now().getTime() + pauseMs);
      return () => putBackEvent(database, event, again);
    }
    const attempt = attemptOf(event);
    const isDead =
      isDeadly(event) || attempt >= (error instanceof DependencyDown ? maxAttempts + OUTAGE_ATTEMPTS : maxAttempts);
    const entry = { err: error, eventId: id, type, attempt };
    if (isDead) log.error(entry, 'an event was given up on');
    else log.warn(entry, 'an event failed and will be tried again');
    const runAt = isDead ? null : new Date(clock.now().getTime() + backOff(attempt));
    const message = error instanceof Error ? error.message : String(error);
    return () => returnEvent(database, event, message, runAt);
  }

  /** Answers what is to be written once the handler has ended. */
  async function runHandler(event: ClaimedEvent): Promise<() => Promise<void>> {
    const { id, type, payload, trace } = event;
    if (isDeadly(event))
      return endFailed(event, new Error(`The process ended ${event.losses} times while it was handled.`));
    try {
      await handlers[type]?.(payload, { eventId: id, attempt: attemptOf(event), trace });
      return () => removal.submit(id);
    } catch (error) {
      return endFailed(event, error);
    }
  }

  async function handle(event: ClaimedEvent): Promise<void> {
    const writeEnd = await runHandler(event);
    // Written as soon as the database answers again. If it can't be written, the claim expires, and the event is taken again.
    const isWorthwhile = (error: unknown): boolean => isDatabaseDown(error) && !isStopping;
    await tryAgain(writeEnd, { pauseMs: WRITE_AGAIN_MS, isWorthwhile }).catch((failure: unknown) =>
      log.error({ err: failure, eventId: event.id }, 'the end of an event could not be written'),
    );
  }

  /** Claims as many events as there is room for and starts them; answers how many. */
  async function take(): Promise<number> {
    const room = Math.min(concurrency - atWork.size, MOST_CLAIMED);
    isFull = room <= 0;
    if (isFull || types.length === 0) return 0;
    // A full worker has room for one whenever a handler ends: then the kinds alternate.
    odd = odd === 'delayed' ? 'immediate' : 'delayed';
    const claimed = await claimEvents(database, types, { count: room, odd }, leaseMs, clock.now());
    for (const event of claimed) {
      const work = handle(event).finally(() => {
        atWork.delete(event);
        if (isFull) claimAgain();
      });
      atWork.set(event, work);
    }
    return claimed.length;
  }

  /** A full worker claims several events by one statement, instead of one each time a handler ends. */
  function claimAgain(): void {
    if (concurrency - atWork.size >= concurrency / 4) loop.wake();
    else
      roomTimer ??= setTimeout(() => {
        roomTimer = undefined;
        loop.wake();
      }, ROOM_PAUSE_MS);
  }

  const loop = createClaimLoop({
    database,
    announcements: types.map(dueEvents),
    pollMs,
    isDue: findDue === undefined ? undefined : () => findDue(types),
    take,
    atWork: () => atWork.values(),
    onFailure: (error) => log.warn({ err: error }, 'the queue could not be read'),
  });

  function renew(): void {
    if (atWork.size === 0) return;
    extendClaims(database, [...atWork.keys()], leaseMs).catch((error: unknown) =>
      log.warn({ err: error }, 'the claims on events could not be renewed'),
    );
  }

  return {
    start: () => {
      isStopping = false;
      loop.start();
      renewal ??= setInterval(renew, leaseMs / 3);
    },
    stop: async () => {
      isStopping = true;
      await loop.stop();
      clearInterval(renewal);
      clearTimeout(roomTimer);
      renewal = roomTimer = undefined;
    },
    wake: loop.wake,
    drain: async () => {
      for (;;) {
        // What a handler emits as it ends is seen only by a look that begins afterwards.
        const isLast = atWork.size === 0;
        if ((await take()) === 0 && isLast) return;
        if (atWork.size > 0) await Promise.race(atWork.values());
      }
    },
  };
}

/** Counts from 1, without the times that no work began. */
const attemptOf = ({ attempts, putBacks }: ClaimedEvent): number => attempts - putBacks;
