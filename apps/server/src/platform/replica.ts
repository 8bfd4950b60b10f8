import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './database-errors.ts';
import { DependencyDown } from './errors.ts';
import type { Log } from './log.ts';

/** Runs SQL, as a `PagedConnection` of `database.ts` does. */
export interface Reads {
  query<Row extends object>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]>;
  readPages<Row extends object>(text: string, values: readonly unknown[], rows: number): AsyncGenerator<Row[]>;
}

export interface ReplicaOptions {
  /** A standby of the primary, which takes reads. */
  readonly replica: Reads;
  readonly primary: Reads;
  readonly log: Log;
  /** How far behind the primary it may be and still be asked. */
  readonly mostBehindMs?: number;
  /** Milliseconds that only rise. */
  readonly now?: () => number;
}

const MOST_BEHIND_MS = 5_000;
/** An answer about how far behind it is holds for so long. */
const LOOK_MS = 1_000;
/** While a standby is waited for. */
const BETWEEN_LOOKS_MS = 100;
/** A standby that does not say within this where it is counts as away. */
const LONGEST_LOOK_MS = 1_000;
/** Of so many positions of the primary the time is remembered. */
const MOST_MARKS = 60;
/** A standby ends a statement that is in the way of what it replays. */
const IN_THE_WAY = '40001';

/** A position of the primary's log, and a moment at which it had reached it. */
interface Mark {
  readonly at: number;
  readonly position: bigint;
}

/**
 * Reads from a standby while it has everything that was committed up to some seconds ago, and from the primary while it is away, too
 * far behind, or no standby. How far behind is found from both servers' positions in the log, so a standby that hears nothing more of
 * its primary is not taken for one that has nothing to do. For reads that decide nothing.
 */
export function followReplica(options: ReplicaOptions): Reads {
  const { replica, primary, log, mostBehindMs = MOST_BEHIND_MS, now = () => performance.now() } = options;
  const marks: Mark[] = [];
  let isNear: boolean | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let look: Promise<void> | null = null;

  function decide(isNearNow: boolean, why: string): void {
    if (isNearNow !== isNear) {
      if (isNearNow) log.info('the replica has all that the primary has: it is read from');
      else log.warn({ why }, 'the replica is not read from: the primary answers');
    }
    isNear = isNearNow;
    lookedAt = now();
  }

  async function lookAtBoth(): Promise<void> {
    const at = now();
    const [ours, theirs] = await Promise.all([primary.query<{ position: string }>(WRITTEN), askReplica()]);
    marks.push({ at, position: BigInt(ours[0]?.position ?? '0') });
    if (marks.length > MOST_MARKS) marks.shift();
    const reached = marks.findLastIndex(({ position }) => position <= theirs.position);
    marks.splice(0, Math.max(0, reached));
    const behindMs = reached === -1 ? Number.POSITIVE_INFINITY : at - (marks[0]?.at ?? 0);
    if (!theirs.isStandby) decide(false, 'it is no standby');
    else decide(behindMs <= mostBehindMs, `it is ${Math.round(behindMs)} ms behind`);
  }

  async function askReplica(): Promise<{ isStandby: boolean; position: bigint }> {
    let timeout: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timeout = setTimeout(() => reject(new Error('it does not say where it is')), LONGEST_LOOK_MS);
    });
    try {
      const [row] = await Promise.race([replica.query<{ isStandby: boolean; position: string }>(REPLAYED), tooLong]);
      return { isStandby: row?.isStandby === true, position: BigInt(row?.position ?? '0') };
    } finally {
      clearTimeout(timeout);
    }
  }

  /** Whether it may be asked; looks again where the last look is too old, once for all who ask at that time. */
  async function mayAsk(): Promise<boolean> {
    if (now() - lookedAt >= LOOK_MS) {
      look ??= lookAtBoth()
        .catch((error: unknown) => decide(false, error instanceof Error ? error.message : String(error)))
        .finally(() => {
          look = null;
        });
      await look;
    }
    return isNear === true;
  }

  /** Notes why the standby did not answer. Throws the error where the primary would not answer either. */
  function leaveToPrimary(error: unknown): void {
    if (error instanceof DependencyDown) decide(false, 'it does not answer');
    else if (errorCode(error) !== IN_THE_WAY) throw error;
  }

  return {
    query: async <Row extends object>(...statement: Parameters<Reads['query']>): Promise<Row[]> => {
      if (!(await mayAsk())) return primary.query<Row>(...statement);
      try {
        return await replica.query<Row>(...statement);
      } catch (error) {
        leaveToPrimary(error);
        return primary.query<Row>(...statement);
      }
    },
    // One that the standby breaks off later is not begun again: its reader has had some of it.
    readPages: async function* <Row extends object>(...asked: Parameters<Reads['readPages']>): AsyncGenerator<Row[]> {
      let hasBegun = false;
      if (await mayAsk()) {
        try {
          for await (const page of replica.readPages<Row>(...asked)) {
            hasBegun = true;
            yield page;
          }
          return;
        } catch (error) {
          leaveToPrimary(error);
          if (hasBegun) throw error;
        }
      }
      yield* primary.readPages<Row>(...asked);
    },
  };
}

/** Whether a standby reaches what the primary has now within the time that it may be behind. */
export async function catchesUp(
  { replica, primary }: { readonly replica: Pick<Reads, 'query'>; readonly primary: Pick<Reads, 'query'> },
  withinMs = MOST_BEHIND_MS,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  const [ours] = await primary.query<{ position: string }>(WRITTEN);
  for (;;) {
    const [theirs] = await replica.query<{ position: string }>(REPLAYED);
    if (BigInt(theirs?.position ?? '0') >= BigInt(ours?.position ?? '0')) return true;
    if (performance.now() >= deadline) return false;
    await delay(BETWEEN_LOOKS_MS);
  }
}

// As numbers, which two servers' positions are compared by.
const WRITTEN = `select pg_current_wal_lsn() - '0/0'::pg_lsn as position`;
const REPLAYED = `select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn() - '0/0'::pg_lsn, 0) as position`;
