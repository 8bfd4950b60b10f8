import type { AnyErrorCode } from '@kobogate/contract';
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { isLockTimeout } from './database-errors.ts';
import { type Connection, type Database, limitLockWaits } from './database.ts';
import { type Failure, tooMany } from './errors.ts';
import { createGroup, type Group, type GroupOutcome } from './group.ts';
import { withoutPort } from './trusted-proxies.ts';

/**
 * At most `most` calls within any stretch of `windowSeconds`, for one `subject` (an address, an account) of one
 * `thing`.
 */
export interface Limit {
  readonly thing: string;
  readonly subject: string;
  readonly most: number;
  readonly windowSeconds: number;
}

// Hashed: a subject may be an e-mail address, which does not belong in a table of counters.
const keyOf = ({ thing, subject }: Limit): string => `${thing}:${createHash('sha256').update(subject).digest('hex')}`;

/**
 * Counts one call against each limit, or throws 429 with the seconds to wait where one is used up (the others count the
 * call all the same). Counted in the database in one statement, so that a burst over any number of connections and
 * processes gets exactly the calls that are left. The limits must differ in thing or subject.
 */
export async function consumeRateLimit(
  connection: Connection,
  limits: readonly Limit[],
  now: Date,
  sentence?: string,
  code?: AnyErrorCode,
): Promise<void> {
  const refused = await takeOrName(connection, limits, now);
  if (refused !== undefined) throw await refusalOf(connection, refused, now, sentence, code);
}

/**
 * The same as `consumeRateLimit`, for work that is skipped instead of refused: answers whether all limits allowed it.
 */
export async function tryRateLimit(connection: Connection, limits: readonly Limit[], now: Date): Promise<boolean> {
  return (await takeOrName(connection, limits, now)) === undefined;
}

type KeyedLimit = Limit & { readonly key: string };

const keyed = (limit: Limit): KeyedLimit => ({ ...limit, key: keyOf(limit) });

/** Counts one call against each limit, and answers one that was used up. */
async function takeOrName(
  connection: Connection,
  limits: readonly Limit[],
  now: Date,
): Promise<KeyedLimit | undefined> {
  const wanted = limits.map(keyed);
  const got = new Set((await take(connection, wanted.map(once), now)).map(({ key }) => key));
  return wanted.toSorted(byKey).find(({ key }) => !got.has(key));
}

const byKey = (one: KeyedLimit, other: KeyedLimit): number => (one.key < other.key ? -1 : 1);

interface Taken {
  readonly key: string;
  /** The calls within the window, this one too, and the first of them. */
  readonly calls: number;
  readonly first: Date;
}

/** So many calls against one limit. */
interface Calls {
  readonly limit: KeyedLimit;
  readonly calls: number;
}

const once = (limit: KeyedLimit): Calls => ({ limit, calls: 1 });

/** Counts the calls against each limit that has as many left, and answers those. */
async function take(connection: Connection, wanted: readonly Calls[], now: Date): Promise<Taken[]> {
  // Rows are locked in the order of the keys, so that two bursts over the same limits can't deadlock.
  const sorted = wanted.toSorted((one, other) => byKey(one.limit, other.limit));
  return connection.query<Taken>(
    `insert into throttle as t (key, most, taken, expires_at)
     select key, most, array_fill($4::timestamptz, array[calls]), $4::timestamptz + seconds * interval '1 second'
     from unnest($1::text[], $2::int[], $3::int[], $5::int[]) as wanted (key, most, seconds, calls) order by key
     on conflict (key) do update set
       most = excluded.most,
       taken = array(select at from unnest(t.taken) at where at > excluded.taken[1] - (excluded.expires_at - excluded.taken[1]))
         || excluded.taken,
       expires_at = excluded.expires_at
     where (select count(*) from unnest(t.taken) at where at > excluded.taken[1] - (excluded.expires_at - excluded.taken[1]))
       + cardinality(excluded.taken) <= excluded.most
     returning key, cardinality(taken) as calls, taken[1] as first`,
    [
      sorted.map(({ limit }) => limit.key),
      sorted.map(({ limit }) => limit.most),
      sorted.map(({ limit }) => limit.windowSeconds),
      now,
      sorted.map(({ calls }) => calls),
    ],
    'throttle-take',
  );
}

/** How far a limit is used up. */
export interface Standing {
  /** Whether the call that was counted is within the limit. */
  readonly isAllowed: boolean;
  readonly left: number;
  /** Until the oldest of the counted calls no longer counts. */
  readonly resetSeconds: number;
}

/** Counts one call against a limit, and answers how far it is used up instead of refusing. */
export async function countCall(connection: Connection, limit: Limit, now: Date): Promise<Standing> {
  const wanted = keyed(limit);
  const [taken] = await take(connection, [once(wanted)], now);
  if (taken === undefined)
    return { isAllowed: false, left: 0, resetSeconds: await secondsToWait(connection, wanted, now) };
  const since = Math.floor((now.getTime() - taken.first.getTime()) / 1000);
  return { isAllowed: true, left: limit.most - taken.calls, resetSeconds: Math.max(limit.windowSeconds - since, 1) };
}

/** A call that is to be counted against its limits, one after the other. */
interface OrderedCall {
  readonly limits: readonly KeyedLimit[];
  readonly now: Date;
}

/** The most calls that are counted together. */
const CALLS_A_BATCH = 200;

/** How often calls are counted together while other processes use up a limit of theirs; then each is counted alone. */
const MOST_TRIES = 3;

/** How long calls wait for a transaction that has a limit of theirs: all that come in that time wait behind them. */
const HELD_MS = 2_000;

/** Of each database, the calls that wait to be counted together: answered with the limit that refuses, or null. */
const counting = new WeakMap<Database, Group<OrderedCall, KeyedLimit | null>>();

/**
 * The same as `consumeRateLimit`, one limit after the other: where one refuses, nothing is counted, and nothing is written where
 * it was used up beforehand, so that refused callers add no counters. Put limits that many callers share last: a caller whose
 * own limit is used up then can't use up the shared one. Simultaneous calls are counted together, in the order in which they
 * came; where another transaction keeps a limit for two seconds, its callers get `DependencyDown` and the others are counted.
 * Outside of transactions.
 */
export async function consumeRateLimitsInOrder(
  database: Database,
  limits: readonly Limit[],
  now: Date,
  sentence?: string,
  code?: AnyErrorCode,
): Promise<void> {
  let group = counting.get(database);
  if (group === undefined) {
    group = createGroup({ maxItems: CALLS_A_BATCH, run: (calls) => countInOrder(database, calls) });
    counting.set(database, group);
  }
  const refusing = await group.submit({ limits: limits.map(keyed), now });
  if (refusing !== null) throw await refusalOf(database, refusing, now, sentence, code);
}

/** A limit that had less left than was read. */
class UsedUpSince extends Error {
  readonly limit: KeyedLimit;

  constructor(limit: KeyedLimit) {
    super('other calls were counted since a limit was read');
    this.limit = limit;
  }
}

/** Counts the calls that their limits allow. Throws where others used up a limit each time since it was read, and several calls share the rest. */
async function countInOrder(
  database: Database,
  calls: readonly OrderedCall[],
  tries = MOST_TRIES,
): Promise<GroupOutcome<KeyedLimit | null>[]> {
  const now = new Date(Math.max(...calls.map((call) => call.now.getTime())));
  const taken = await countTaken(database, [...new Map(calls.flatMap(byKeys)).values()], now);
  const { refusing, wanted } = admitInOrder(calls, taken);
  const answer = (): GroupOutcome<KeyedLimit | null>[] => refusing.map((value) => ({ ok: true, value }));
  if (wanted.length === 0) return answer();
  try {
    await database.transaction(async (tx) => {
      await limitLockWaits(tx, HELD_MS);
      const got = new Set((await take(tx, wanted, now)).map(({ key }) => key));
      const missing = wanted.find(({ limit }) => !got.has(limit.key));
      if (missing !== undefined) throw new UsedUpSince(missing.limit);
    });
    return answer();
  } catch (error) {
    if (isLockTimeout(error) && tries > 1) return countFree(database, calls, error, tries - 1);
    if (!(error instanceof UsedUpSince)) throw error;
    if (calls.length === 1) return [{ ok: true, value: error.limit }];
    if (tries <= 1) throw error;
    return countInOrder(database, calls, tries - 1);
  }
}

/** Counts the calls whose limits no other transaction has locked; the others get the error. */
async function countFree(
  database: Database,
  calls: readonly OrderedCall[],
  error: unknown,
  tries: number,
): Promise<GroupOutcome<KeyedLimit | null>[]> {
  const rows = await database.query<{ key: string }>(
    `with free as (select key from throttle where key = any($1) order by key for update skip locked)
     select key from throttle where key = any($1) and key not in (select key from free)`,
    [calls.flatMap(({ limits }) => limits.map(({ key }) => key))],
    'throttle-held',
  );
  const held = new Set(rows.map(({ key }) => key));
  const isFree = ({ limits }: OrderedCall): boolean => !limits.some(({ key }) => held.has(key));
  const free = calls.filter(isFree);
  const counted = free.length === 0 ? [] : await countInOrder(database, free, tries);
  return calls.map((call) => counted[free.indexOf(call)] ?? { ok: false, error });
}

const byKeys = ({ limits }: OrderedCall): [string, KeyedLimit][] => limits.map((limit) => [limit.key, limit]);

/**
 * For each call in turn the first of its limits that is used up, or null, where `taken` calls were counted before them all; and
 * the calls that are to be counted against each limit. Pure.
 */
function admitInOrder(
  calls: readonly OrderedCall[],
  taken: ReadonlyMap<string, number>,
): { refusing: (KeyedLimit | null)[]; wanted: Calls[] } {
  const wanted = new Map<string, Calls>();
  const refusing = calls.map(({ limits }) => {
    const callsOf = (key: string): number => wanted.get(key)?.calls ?? 0;
    const spent = limits.find(({ key, most }) => (taken.get(key) ?? 0) + callsOf(key) >= most);
    if (spent !== undefined) return spent;
    for (const limit of limits) wanted.set(limit.key, { limit, calls: callsOf(limit.key) + 1 });
    return null;
  });
  return { refusing, wanted: [...wanted.values()] };
}

/** How many calls of its window each limit has counted; those without any are left out. */
async function countTaken(
  connection: Connection,
  limits: readonly KeyedLimit[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await connection.query<{ key: string; calls: number }>(
    `select t.key, (select count(*)::int from unnest(t.taken) at where at > $3::timestamptz - seconds * interval '1 second') as calls
     from unnest($1::text[], $2::int[]) as wanted (key, seconds) join throttle t on t.key = wanted.key`,
    [limits.map(({ key }) => key), limits.map(({ windowSeconds }) => windowSeconds), now],
    'throttle-taken',
  );
  return new Map(rows.map(({ key, calls }) => [key, calls]));
}

/** Gives the latest call back, because it turned out well. */
export async function releaseRateLimit(connection: Connection, limit: Limit): Promise<void> {
  await releaseRateLimits(connection, [limit]);
}

/** The same as `releaseRateLimit` for several calls, of which some may be of one limit, in one statement. */
export async function releaseRateLimits(connection: Connection, limits: readonly Limit[]): Promise<void> {
  if (limits.length === 0) return;
  const calls = new Map<string, number>();
  for (const limit of limits) calls.set(keyOf(limit), (calls.get(keyOf(limit)) ?? 0) + 1);
  await connection.query(
    // Locked in one order in every process.
    `with held as (select key from throttle where key = any($1::text[]) order by key for update)
     update throttle t set taken = trim_array(t.taken, least(given.calls, cardinality(t.taken)))
     from held, unnest($1::text[], $2::int[]) as given (key, calls) where t.key = held.key and t.key = given.key`,
    [[...calls.keys()], [...calls.values()]],
    'throttle-give-back',
  );
}

/** Removes counters that have expired. */
export async function forgetOldRateLimits(connection: Connection, now: Date): Promise<void> {
  await connection.query(`delete from throttle where expires_at < $1`, [now]);
}

/**
 * The part of a network address that belongs to one subscriber, to count by: an IPv4 address as it is (even if it is written as
 * IPv6), for IPv6 the first 64 bits (RFC 6177: an end site gets at least those); never its port. Pure.
 */
export function addressKey(given: string): string {
  const address = withoutPort(given);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const bare = address.split('%', 1)[0] ?? address;
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0);
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

async function refusalOf(
  connection: Connection,
  limit: KeyedLimit,
  now: Date,
  sentence = 'You have tried too often.',
  code?: AnyErrorCode,
): Promise<Failure> {
  const seconds = await secondsToWait(connection, limit, now);
  return tooMany(`${sentence} Please try again in ${describeWait(seconds)}.`, seconds, code);
}

async function secondsToWait(
  connection: Connection,
  { key, most, windowSeconds }: KeyedLimit,
  now: Date,
): Promise<number> {
  const [row] = await connection.query<{ at: Date | null }>(
    `select taken[cardinality(taken) - $2::int + 1] as at from throttle where key = $1`,
    [key, most],
  );
  if (row === undefined || row.at === null) return 1;
  return Math.max(Math.ceil((row.at.getTime() - now.getTime()) / 1000) + windowSeconds, 1);
}

function describeWait(seconds: number): string {
  if (seconds < 90) return 'a minute';
  if (seconds < 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
