import pg from 'pg';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 20;

interface Row {
  readonly name: string;
  readonly holder: string;
  /** Changes whenever the holder writes. */
  readonly version: string;
}

/** How long networks were without a watcher. */
export interface HandOvers {
  /** In milliseconds: of a stopping process's leases, from its release until another process has taken them. */
  readonly released: readonly number[];
  /** Of leases that a process gave to one with fewer: until that one has written that it watches. */
  readonly given: readonly number[];
  /** This process is told to stop now: what it holds is released from here on. */
  stops(pid: number): void;
  /** The leases held now, by holder. */
  counts(): readonly number[];
  end(): Promise<void>;
}

/** Looks at the table of leases fifty times a second, from outside. */
export async function watchHandOvers(databaseUrl: string): Promise<HandOvers> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const released: number[] = [];
  const given: number[] = [];
  const known = new Map<string, Row>();
  const lostAt = new Map<string, number>();
  const givenAt = new Map<string, number>();
  const stopped = new Set<number>();
  const ending = new AbortController();
  const pidOf = (holder: string): number => Number(/-(?<pid>\d+)-[0-9a-f-]{36}$/.exec(holder)?.groups?.['pid']);

  function compare(before: Row, now: Row | undefined, at: number): void {
    const { name } = before;
    if (now === undefined) {
      if (!lostAt.has(name)) lostAt.set(name, at);
      return;
    }
    if (before.holder !== now.holder) {
      givenAt.delete(name);
      // Taken between two looks, it was free for less than a look.
      if (lostAt.has(name) || stopped.has(pidOf(before.holder))) released.push(at - (lostAt.get(name) ?? at - LOOK_MS));
      else givenAt.set(name, at);
    } else if (before.version !== now.version && givenAt.has(name)) {
      given.push(at - (givenAt.get(name) ?? at));
      givenAt.delete(name);
    }
    lostAt.delete(name);
    known.set(name, now);
  }

  const looking = (async () => {
    while (!ending.signal.aborted) {
      const { rows } = await client.query<Row>(
        `select name, holder, xmin::text as version from lease where starts_with(name, 'watcher:') and expires_at > clock_timestamp()`,
      );
      const at = performance.now();
      for (const before of known.values())
        compare(
          before,
          rows.find(({ name }) => name === before.name),
          at,
        );
      for (const row of rows) if (!known.has(row.name)) known.set(row.name, row);
      await pause(LOOK_MS);
    }
  })();
  return {
    released,
    given,
    stops: (pid) => void stopped.add(pid),
    counts: () => {
      const holders = [...known.values()].map(({ holder }) => holder);
      return [...new Set(holders)].map((holder) => holders.filter((each) => each === holder).length);
    },
    end: async () => {
      ending.abort();
      await looking;
      await client.end();
    },
  };
}
