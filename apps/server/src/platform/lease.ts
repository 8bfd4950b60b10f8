import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from './clock.ts';
import type { Connection, Database, Transaction } from './database.ts';
import { keepFresh } from './fresh.ts';
import { createGroup } from './group.ts';
import type { Log } from './log.ts';
import { hasEnded } from './processes.ts';

/** How the names of candidacies begin, before that of the lease. */
const CANDIDACY = 'candidate:';

/** The exclusive right to do something for a time, measured by the database's clock alone. */
export interface Lease {
  /** Takes the lease if it is free, has expired or is ours; answers whether we have it now. */
  acquire(): Promise<boolean>;
  /** Prolongs a lease that is still ours; false means that it was lost. */
  renew(): Promise<boolean>;
  /** Releases it if it is ours, and takes our candidacy back. */
  release(): Promise<void>;
  /** For one lease's time we are a candidate, to whom a holder of more leases may give this one. */
  stand(): Promise<void>;
  /**
   * Gives it to a candidate who holds fewer leases of its kind, where there is one, or to any where this process `isFailing`
   * at the work; true: it is not ours any more.
   */
  share(isFailing?: boolean): Promise<boolean>;
  /** Calls `listener` when it was released or given to a candidate: a hint that may be missing. Returns the way to stop it. */
  onMoved(listener: () => void): () => void;
  /**
   * Whether it is ours, locked until the transaction ends, so that it can't be taken over before. Ask it in the
   * transaction of each write, because a paused process does not notice that its lease has expired.
   */
  isHeldWithin(tx: Transaction): Promise<boolean>;
}

/**
 * The candidate to whom a holder gives one of its leases: the one with the fewest, where that has at least two fewer than
 * the holder; else null. `holders` has the holder of each lease of the kind. Each move brings two nearer to each other, so
 * that moves end, and those who are candidates for everything then differ by one at most. A holder that is failing gives to
 * the one with the fewest in any case, and is no candidate itself for a while: so a lease goes from process to process once
 * at most where all of them fail, and stays with the last. Pure.
 */
export function chooseTaker(
  self: string,
  holders: readonly string[],
  candidates: readonly string[],
  isFailing = false,
): string | null {
  const heldBy = (process: string): number => holders.filter((holder) => holder === process).length;
  const taker = candidates.reduce<string | null>(
    (least, each) => (least === null || heldBy(each) < heldBy(least) ? each : least),
    null,
  );
  return taker !== null && (isFailing || heldBy(self) - heldBy(taker) >= 2) ? taker : null;
}

/** Takes the lease for the holder if it is free, has expired or is the holder's; answers whether the holder has it now. */
export type TakeLease = (wanted: {
  readonly name: string;
  readonly holder: string;
  readonly ttlMs: number;
}) => Promise<boolean>;

/** By one statement. */
const MOST_TAKEN = 500;
/** Timers that are set to the same moment run within so long. */
const SAME_MOMENT_MS = 5;

/**
 * Takes all leases that are asked for at the same moment in one statement: each is a commit, and a process renews every
 * lease that it holds again and again. A row that another transaction has locked is left out, so that it holds up no other lease.
 */
export function createTakeLease(connection: Connection): TakeLease {
  const group = createGroup<Parameters<TakeLease>[0], boolean>({
    maxItems: MOST_TAKEN,
    run: async (wanted) => {
      const rows = await connection.query<{ name: string; holder: string }>(
        `with wanted as (
           select * from unnest($1::text[], $2::text[], $3::int[]) as w (name, holder, ttl_ms)
         ), free as (
           select l.name from lease l join wanted w using (name)
           where l.holder = w.holder or l.expires_at < clock_timestamp() for update of l skip locked
         ), taken as (
           update lease l set holder = w.holder, expires_at = clock_timestamp() + w.ttl_ms * interval '1 ms'
           from wanted w join free using (name) where l.name = w.name returning l.name, l.holder
         ), made as (
           insert into lease (name, holder, expires_at)
           select name, holder, clock_timestamp() + ttl_ms * interval '1 ms' from wanted w
           where not exists (select from lease l where l.name = w.name) order by name
           on conflict (name) do nothing returning name, holder
         ) select name, holder from taken union all select name, holder from made`,
        [wanted.map(({ name }) => name), wanted.map(({ holder }) => holder), wanted.map(({ ttlMs }) => ttlMs)],
        'take-leases',
      );
      return wanted.map(({ name, holder }) => ({
        ok: true,
        value: rows.some((row) => row.name === name && row.holder === holder),
      }));
    },
  });
  let moment: Promise<void> | undefined;
  return async (wanted) => {
    moment ??= delay(SAME_MOMENT_MS).finally(() => {
      moment = undefined;
    });
    await moment;
    return group.submit(wanted);
  };
}

/**
 * A lease on `name` for `holder`, who must be unique per process, for `ttlMs` from each acquire or renew. What stands
 * before the name's colon is its kind, of which each process is to hold about as many as the others. `take` is shared by
 * the leases that a process takes at the same moments.
 */
export function createLease(
  database: Database,
  name: string,
  holder: string,
  ttlMs: number,
  take = createTakeLease(database),
): Lease {
  const kind = name.slice(0, name.indexOf(':') + 1);
  const moved = `lease:${name}`;
  // A candidacy is a lease of its own, which no other process asks for. A version that knows none never reads it.
  const candidacies = `${CANDIDACY}${name}:`;

  async function findTaker(connection: Connection, isFailing: boolean): Promise<string | null> {
    const rows = await connection.query<{ name: string; holder: string }>(
      `select name, holder from lease
       where (starts_with(name, $1) or starts_with(name, $2)) and expires_at >= clock_timestamp()`,
      [kind, candidacies],
    );
    const holdersOf = (start: string): string[] =>
      rows.filter((row) => row.name.startsWith(start)).map((row) => row.holder);
    return chooseTaker(holder, holdersOf(kind), holdersOf(candidacies), isFailing);
  }

  async function takeUp(tx: Transaction, candidate: string): Promise<boolean> {
    const rows = await tx.query(
      `delete from lease where name = $1 and holder = $2 and expires_at >= clock_timestamp() returning name`,
      [candidacies + candidate, candidate],
    );
    return rows.length === 1;
  }

  return {
    acquire: () => take({ name, holder, ttlMs }),
    renew: async () => {
      const rows = await database.query(
        `update lease set expires_at = clock_timestamp() + $3::int * interval '1 ms'
         where name = $1 and holder = $2 and expires_at >= clock_timestamp() returning name`,
        [name, holder, ttlMs],
      );
      return rows.length === 1;
    },
    release: () =>
      database.transaction(async (tx) => {
        // The candidacy first: a process that gives the lease to it at this moment is waited for, and the second statement finds the gift.
        for (const each of [candidacies + holder, name])
          await tx.query(`delete from lease where name = $1 and holder = $2`, [each, holder]);
        tx.announce(moved);
      }),
    stand: async () => {
      // One that is being used up at this moment is left out.
      await take({ name: candidacies + holder, holder, ttlMs });
    },
    share: async (isFailing = false) => {
      if ((await findTaker(database, isFailing)) === null) return false;
      return database.transaction(async (tx) => {
        // Decisions about a kind come one after the other. They lock no lease: all are renewed as ever.
        await tx.query(
          `insert into lease (name, holder, expires_at) values ($1, $2, clock_timestamp())
           on conflict (name) do update set holder = excluded.holder`,
          [`sharing:${kind}`, holder],
        );
        const taker = await findTaker(tx, isFailing);
        // The candidacy is used up. One that its process takes back at this moment, as it stops, is gone, or waits for us.
        if (taker === null || !(await takeUp(tx, taker))) return false;
        const given = await tx.query(
          `update lease set holder = $3, expires_at = clock_timestamp() + $4::int * interval '1 ms'
           where name = $1 and holder = $2 and expires_at >= clock_timestamp() returning name`,
          [name, holder, taker, ttlMs],
        );
        if (given.length === 0) return false;
        // Of processes that died.
        await tx.query(`delete from lease where starts_with(name, $1) and expires_at < clock_timestamp()`, [
          candidacies,
        ]);
        tx.announce(moved);
        return true;
      });
    },
    onMoved: (listener) => database.onAnnouncedAnywhere(moved, listener),
    isHeldWithin: async (tx) => {
      const rows = await tx.query(
        `select name from lease where name = $1 and holder = $2 and expires_at >= clock_timestamp() for share`,
        [name, holder],
      );
      return rows.length === 1;
    },
  };
}

/** The leases of a kind that a process takes and waits for; nothing is read while it waits for none. */
export interface LeaseBoard {
  /** For the leases of the kind, which are then taken together. */
  readonly take: TakeLease;
  /** Calls `tell` again and again while the lease is free, or given to this process. Returns the way to stop it. */
  wait(name: string, tell: () => void): () => void;
  /** Whether a process stands by for any lease of the kind: read once a second at most, for all who hold one here. */
  hasCandidates(): Promise<boolean>;
}

const BOARD_MS = 400;
const CANDIDATES_MS = 1_000;

/**
 * Looks at all leases of a kind for those of this process who wait for one, in one statement that is answered by an index:
 * notifications are hints, and this is why a missing one delays nothing by more than half a second. It releases what a
 * process holds that ran on this machine and has ended, so that its successor does not wait until the leases run out.
 */
export function createLeaseBoard(
  connection: Connection,
  kind: string,
  { holder, log }: { readonly holder: string; readonly log: Pick<Log, 'warn'> },
): LeaseBoard {
  const waiting = new Map<string, () => void>();
  let isLooking = false;
  let isReadable = true;

  async function look(): Promise<void> {
    const rows = await connection.query<{ name: string; holder: string }>(
      `select name, holder from lease where starts_with(name, $1) and holder <> $2 and expires_at >= clock_timestamp()`,
      [kind, holder],
      'lease-board',
    );
    const ended = new Set(rows.map((row) => row.holder).filter(hasEnded));
    if (ended.size > 0) await releaseAll([...ended]);
    const taken = new Set(rows.filter((row) => !ended.has(row.holder)).map(({ name }) => name));
    for (const [name, tell] of waiting) if (!taken.has(name)) tell();
  }

  async function releaseAll(holders: readonly string[]): Promise<void> {
    log.warn({ kind, holders }, 'leases of processes that have ended are released');
    await connection.query(`delete from lease where holder = any($1)`, [holders], 'release-ended');
  }

  async function goOn(): Promise<void> {
    while (waiting.size > 0) {
      try {
        await look();
        isReadable = true;
      } catch (error) {
        // Once in an outage, not at each look.
        if (isReadable) log.warn({ err: error, kind }, 'the leases can not be read');
        isReadable = false;
      }
      await delay(BOARD_MS, undefined, { ref: false });
    }
    isLooking = false;
  }

  return {
    take: createTakeLease(connection),
    wait: (name, tell) => {
      waiting.set(name, tell);
      if (!isLooking) void goOn();
      isLooking = true;
      return () => {
        waiting.delete(name);
      };
    },
    hasCandidates: keepFresh(systemClock, CANDIDATES_MS, async () => {
      const rows = await connection.query(
        `select name from lease where starts_with(name, $1) and expires_at >= clock_timestamp() limit 1`,
        [CANDIDACY + kind],
        'lease-candidates',
      );
      return rows.length > 0;
    }),
  };
}
