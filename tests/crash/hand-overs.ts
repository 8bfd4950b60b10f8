import pg from 'pg';

/** What happened to one lease, in the order of the database's clock. */
interface Change {
  readonly name: string;
  readonly kind: 'taken' | 'given' | 'renewed' | 'released';
  readonly holder: string;
  /** In milliseconds. */
  readonly at: number;
  /** Whether it had run out before: its holder died, or was too slow. */
  readonly wasExpired: boolean;
}

/** How long networks were without a watcher. */
export interface HandOvers {
  /** In milliseconds: from a stopping process's release until another process has taken it. */
  readonly released: readonly number[];
  /** From the moment that a process gave a lease to one with fewer until that one has asked for it. */
  readonly given: readonly number[];
  /** How many were taken because they had run out. */
  readonly expired: number;
  /** The trail of each that took too long, or ran out: what happened to the lease until then. */
  readonly trails: readonly string[];
  /** How many each process holds at the end. */
  readonly counts: readonly number[];
}

/** The database writes down each change of a watcher's lease itself: one who only looks at the table misses some. */
const WRITE_DOWN = `
  create table lease_change (
    at timestamptz not null, number bigint generated always as identity, name text not null, kind text not null,
    holder text not null, was_expired boolean not null
  );
  create function write_lease_change() returns trigger language plpgsql as $$
  begin
    insert into lease_change (at, name, kind, holder, was_expired) values (
      clock_timestamp(), coalesce(new.name, old.name),
      case when tg_op = 'DELETE' then 'released' when tg_op = 'INSERT' or old.expires_at < clock_timestamp() then 'taken'
           when old.holder <> new.holder then 'given' else 'renewed' end,
      coalesce(new.holder, old.holder), tg_op <> 'INSERT' and old.expires_at < clock_timestamp());
    return null;
  end $$;
  create trigger lease_written after insert or update on lease for each row
    when (starts_with(new.name, 'watcher:')) execute function write_lease_change();
  create trigger lease_deleted after delete on lease for each row
    when (starts_with(old.name, 'watcher:')) execute function write_lease_change();`;

/** A hand-over that took longer has its trail told. */
export const GOAL_MS = 1_000;
/** How many changes of a lease are told before one that was slow. */
const TOLD = 6;

async function ask<Row extends object>(databaseUrl: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** From now on; answers how to read what happened. */
export async function watchHandOvers(databaseUrl: string): Promise<() => Promise<HandOvers>> {
  await ask(databaseUrl, WRITE_DOWN);
  return async () => {
    const changes = await ask<Change>(
      databaseUrl,
      `select name, kind, holder, extract(epoch from at)::float8 * 1000 as at, was_expired as "wasExpired"
       from lease_change order by number`,
    );
    const counts = await ask<{ count: number }>(
      databaseUrl,
      `select count(*)::int as count from lease where starts_with(name, 'watcher:') and expires_at > clock_timestamp() group by holder`,
    );
    return { ...measure(changes), counts: counts.map(({ count }) => count) };
  };
}

/** The hand-overs in a list of changes. A gift that its taker released as it stopped counts from that release. Pure. */
function measure(changes: readonly Change[]): Omit<HandOvers, 'counts'> {
  const free = new Map<string, number>();
  const given = new Map<string, number>();
  const times = { released: [] as number[], given: [] as number[] };
  const trails: string[] = [];
  const before = new Map<string, readonly Change[]>();
  let expired = 0;
  for (const change of changes) {
    const { name, kind, at, wasExpired } = change;
    const trail = [...(before.get(name) ?? []), change].slice(-TOLD);
    before.set(name, trail);
    const [releasedAt, givenAt] = [free.get(name), given.get(name)];
    free.delete(name);
    given.delete(name);
    if (wasExpired || at - (releasedAt ?? givenAt ?? at) > GOAL_MS) trails.push(tell(trail));
    if (kind === 'released') free.set(name, at);
    else if (kind === 'given') given.set(name, at);
    else if (wasExpired) expired += 1;
    else if (releasedAt !== undefined) times.released.push(at - releasedAt);
    else if (givenAt !== undefined) times.given.push(at - givenAt);
  }
  return { ...times, expired, trails };
}

/** What happened to a lease, with the moments before its last change. Pure. */
function tell(trail: readonly Change[]): string {
  const end = trail.at(-1)?.at ?? 0;
  const each = trail.map(({ kind, holder, at, wasExpired }) => {
    const process = holder.split('-').at(-6) ?? holder;
    return `${Math.round(at - end)} ms ${kind}${wasExpired ? ' after it ran out' : ''} (process ${process})`;
  });
  return `${trail[0]?.name}: ${each.join(', ')}`;
}
