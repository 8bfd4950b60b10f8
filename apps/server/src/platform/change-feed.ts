import type { UserId } from '@kobogate/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import { EVENTS_WRITTEN } from './queue-store.ts';
import { createSignal } from './signal.ts';

/** A change to something of a user's. */
export interface Change {
  /** Null: its owner is not known. */
  readonly userId: UserId | null;
  readonly event: string;
  readonly id: string;
  /** When it was made, in microseconds since 1970. */
  readonly version: number;
}

/** What one look at the database found. */
export interface Look {
  readonly changes: readonly Change[];
  /** When it began, by the database's clock. */
  readonly at: Date;
  /** No transaction with a smaller number was open then. */
  readonly oldestOpen: bigint;
  /** The number that the next transaction to write would have got. */
  readonly next: bigint;
}

export interface ChangeFeedOptions {
  readonly database: Pick<Database, 'onAnnouncedAnywhere' | 'hearsOthers'>;
  /** When the oldest of the transactions began that have written something and are open; now where there is none. */
  readonly readOldestStart: () => Promise<Date>;
  /** Everything that changed since then and is committed, in one statement whose cost does not depend on the streams. */
  readonly readChanges: (since: Date) => Promise<Look>;
  /** The number that the next transaction to write would get: what costs almost nothing to read. */
  readonly readNext: () => Promise<bigint>;
  readonly log: Pick<Log, 'warn'>;
  /** After how long it looks without being woken; by default that depends on whether the database tells of others' commits. */
  readonly pollMs?: number;
}

/** All changes of all users, read once for all streams of this process. */
export interface ChangeFeed {
  /** Calls `listener` for every change while at least one stream is open; the same one may be told again. */
  onChange(listener: (change: Change) => void): void;
  /** Opens a stream: each change that commits after `ready` has resolved is told until `leave` is called. */
  enter(): { readonly ready: Promise<void>; readonly leave: () => void };
  close(): void;
}

/** The topic of commits that change what a stream shows and write no event. */
export const RECORDS_CHANGED = 'records';

/** The topic of commits that end sessions or API keys of a user: their streams see at once whether they still may be followed. */
export const sessionsEnded = (userId: UserId): string => `sessions-ended:${userId}`;

/** After how long it looks without being woken: rarely where the database tells of others' commits, since each look wakes two processes. */
const POLL_MS = { hearing: 4_000, deaf: 600 };
/** The pause after a look in multiples of its length, and its limits: the looks of a busy process stay a small part. */
const REST = 10;
const REST_MS = { least: 50, most: 2_000 };

/**
 * Looks for changes whenever this process or, as the database notifies it, another one has committed some, and at every
 * poll: waking is a hint, polling the truth. Nothing is read while no stream is open.
 */
export function createChangeFeed({
  database,
  readOldestStart,
  readChanges,
  readNext,
  log,
  pollMs,
}: ChangeFeedOptions): ChangeFeed {
  const listeners: ((change: Change) => void)[] = [];
  const signal = createSignal();
  let streams = 0;
  let running: { readonly ready: Promise<void>; readonly stop: AbortController } | null = null;

  function start(): NonNullable<typeof running> {
    const stop = new AbortController();
    const follower = createFollower({ readChanges, readNext });
    const ready = readOldestStart().then((since) => follower.begin(since));
    const unhear = [EVENTS_WRITTEN, RECORDS_CHANGED].map((topic) => database.onAnnouncedAnywhere(topic, signal.give));
    stop.signal.addEventListener('abort', () => {
      for (const each of unhear) each();
      signal.give();
    });
    void ready.then(
      () => loop(follower, stop.signal),
      () => halt(stop),
    );
    return { ready, stop };
  }

  /** Stops a loop, unless another has begun in its place. */
  function halt(stop: AbortController): void {
    stop.abort();
    if (running?.stop === stop) running = null;
  }

  async function loop(follower: Follower, stopping: AbortSignal): Promise<void> {
    let seen = signal.count();
    while (!stopping.aborted) {
      await signal.next(seen, pollMs ?? (database.hearsOthers() ? POLL_MS.hearing : POLL_MS.deaf));
      if (stopping.aborted) return;
      seen = signal.count();
      const from = performance.now();
      try {
        for (const change of await follower.look()) for (const tell of listeners) tell(change);
      } catch (error) {
        log.warn({ err: error }, 'live changes could not be read');
      }
      const rest = (performance.now() - from) * REST;
      await delay(Math.min(Math.max(rest, REST_MS.least), REST_MS.most), undefined, { ref: false });
    }
  }

  return {
    onChange: (listener) => void listeners.push(listener),
    enter: () => {
      streams += 1;
      running ??= start();
      const { ready } = running;
      let isIn = true;
      return {
        ready,
        leave: () => {
          if (!isIn) return;
          isIn = false;
          streams -= 1;
          if (streams === 0 && running !== null) halt(running.stop);
        },
      };
    },
    close: () => {
      if (running !== null) halt(running.stop);
    },
  };
}

interface Follower {
  /** The first look: only what commits after it is told. */
  begin(since: Date): Promise<void>;
  /** The changes that have become visible since the last look. */
  look(): Promise<readonly Change[]>;
}

/** A moment, and the number that the next transaction to write got. */
interface Mark {
  readonly at: number;
  readonly next: bigint;
}

/** A change is stamped just before its transaction gets its number, by a process that may be held up in between. */
const MARGIN_MS = 500;
/** Another machine's clock may have taken over. */
const MARGIN_AFTER_FAILURE_MS = 10_000;
/** Changes that commit later than this after they were made are not told: no transaction of ours stays open so long. */
const LONGEST_OPEN_MS = 60_000;

/** Where nothing seems to be written changes are read after this all the same: after a switch of databases numbers may come again. */
const LONGEST_STILL_MS = 10_000;

type FollowerReads = Pick<ChangeFeedOptions, 'readChanges' | 'readNext'> & { readonly now?: () => number };

/** Follows what becomes visible, look by look. `now`: milliseconds of a monotonic clock. */
export function createFollower({ readChanges, readNext, now = () => performance.now() }: FollowerReads): Follower {
  let marks: readonly Mark[] = [];
  let told = new Map<string, number>();
  let hasFailed = false;
  /** The next number at the last look, where no transaction was open then. */
  let still: { readonly next: bigint; readonly until: number } | null = null;

  /** Whether nothing was written since the last look, so that there is nothing new to see. */
  async function isStill(): Promise<boolean> {
    return still !== null && now() < still.until && (await readNext()) === still.next;
  }

  async function read(): Promise<Change[]> {
    const { changes, ...look } = await readChanges(new Date(readFrom(marks)));
    // A change that both looks read is known; one that was read before both is not read again, as the window only
    // moves forward.
    const before = told;
    told = new Map(changes.map((change) => [keyOf(change), change.version]));
    marks = marksAfter(marks, look);
    hasFailed = false;
    still = look.oldestOpen === look.next ? { next: look.next, until: now() + LONGEST_STILL_MS } : null;
    return changes.filter((change) => before.get(keyOf(change)) !== change.version);
  }

  return {
    begin: async (since) => {
      marks = [{ at: since.getTime(), next: 0n }];
      await read();
    },
    look: async () => {
      try {
        return (await isStill()) ? [] : await read();
      } catch (error) {
        still = null;
        const [first] = marks;
        if (!hasFailed && first !== undefined) marks = [{ at: first.at - MARGIN_AFTER_FAILURE_MS, next: 0n }];
        hasFailed = true;
        throw error;
      }
    },
  };
}

const keyOf = ({ event, id }: Change): string => `${event} ${id}`;

/**
 * The marks that the next look needs, oldest first. What that look may see for the first time was written by transactions from
 * `oldestOpen` on, which got their numbers after the latest mark whose `next` is not above `oldestOpen`. Pure.
 */
function marksAfter(marks: readonly Mark[], { at, oldestOpen, next }: Omit<Look, 'changes'>): readonly Mark[] {
  const all = [...marks, { at: at.getTime(), next }];
  const first = all.findLastIndex((mark) => mark.next <= oldestOpen);
  return all.slice(Math.max(first, 0));
}

/** The time from which changes are read, given the marks. Pure. */
function readFrom(marks: readonly Mark[]): number {
  const first = marks[0]?.at ?? 0;
  const last = marks.at(-1)?.at ?? 0;
  return Math.max(first, last - LONGEST_OPEN_MS) - MARGIN_MS;
}
