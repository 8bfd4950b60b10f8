import type { EventId } from '@kobogate/contract';
import type { Connection } from './database.ts';
import type { Carried } from './tracing.ts';

/** The topic that a commit with new events announces. */
export const EVENTS_WRITTEN = 'events';
/** The topic that a commit with events of the type that are due announces to the workers of its own process. */
export const dueEvents = (type: string): string => `${EVENTS_WRITTEN}:${type}`;

/** An event that this worker has claimed. */
export interface ClaimedEvent {
  id: EventId;
  type: string;
  payload: unknown;
  /**
   * Counts claims from 1; together with the id it identifies this claim, so that a worker that lost it can't affect the
   * next one.
   */
  attempts: number;
  /** How many of the earlier claims ended before any work began. */
  putBacks: number;
  /** Whether the claim before ended without an outcome, as where the handler takes its process down. */
  isLost: boolean;
  /** How many claims did so in a row. */
  losses: number;
  /** Where it was written, as a place in a trace. */
  trace: Carried;
}

const AFTER_FAILURE_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 600;

/** Milliseconds to wait after the given failed attempt (from 1): doubling from one second up to ten minutes. Pure. */
export function backOff(attempt: number): number {
  return 1000 * Math.min(AFTER_FAILURE_SECONDS * 2 ** Math.min(attempt - 1, 20), LONGEST_WAIT_SECONDS);
}

/**
 * The pause in milliseconds before an event that was put back comes again: at least this the first time, and at most
 * this in the end.
 */
export interface PutBackPause {
  readonly leastMs: number;
  readonly mostMs: number;
}

/**
 * Milliseconds that an event waits after being put back `before` times: the minimum plus a random part of a doubling
 * range, so that events which were put back together don't come back together. `chance` is from 0 to below 1. Pure.
 */
export function pauseAfterPutBacks(putBacks: number, { leastMs, mostMs }: PutBackPause, chance: number): number {
  const longest = Math.min(leastMs * 2 ** Math.min(putBacks, 20), Math.max(leastMs, mostMs));
  return Math.round(leastMs + chance * (longest - leastMs));
}

/** Claims in a row that may end without an outcome before there are pauses: a process may be ended at any time. */
const LOSSES_WITHOUT_PAUSE = 3;
/**
 * When an event may be claimed after this claim, where that is lost too: the pauses double, and a random part of them
 * separates what dies of one event from it.
 */
const AFTER_LOSSES = `$4::timestamptz + (0.5 + random() / 2) * least(2 ^ least(losses + 1, 20), ${LONGEST_WAIT_SECONDS}) * interval '1 second'`;

/** How many events to claim, and which kind gets an odd place. */
export interface Places {
  readonly count: number;
  readonly odd: 'delayed' | 'immediate';
}

/** How many candidates are read per place: another worker may have locked some of them. */
const LOOKED_AT = 4;

/**
 * Claims due events of the given types for `leaseMs`, as many as there are places, skipping events that others have
 * claimed. Delayed and immediate events get half of the places each, and one kind may use the places that the other
 * leaves free: neither starves the other, as long as a caller with one place alternates between the kinds. An event
 * whose claims end again and again without an outcome is put off for longer each time. Each type is queried separately,
 * so that a backlog of other types, handled or not, does not slow it down.
 */
export async function claimEvents(
  connection: Connection,
  types: readonly string[],
  { count, odd }: Places,
  leaseMs: number,
  now: Date,
): Promise<ClaimedEvent[]> {
  const claimed = await connection.query<ClaimedEvent>(
    `with due as (
       select found.id from unnest($1::text[]) as wanted (type) cross join lateral (
         select id, run_at from event where type = wanted.type and run_at <= $4 and ${IS_FREE} order by run_at limit $6::int
       ) found order by found.run_at limit $6::int
     ), waiting as (
       select found.id from unnest($1::text[]) as wanted (type) cross join lateral (
         select id from event where type = wanted.type and run_at is null and ${IS_FREE} order by id limit $6::int
       ) found order by found.id limit $6::int
     ), delayed as (
       select id from event where id = any(array(select id from due)) and ${still('run_at <= $4')}
       order by run_at limit $5::int for update skip locked
     ), immediate as (
       select id from event where id = any(array(select id from waiting)) and ${still('run_at is null')}
       order by id limit $2::int - (select count(*) from delayed) for update skip locked
     ), left_free as (
       select id from event
       where id = any(array(select id from due)) and ${still('run_at <= $4')} and id not in (select id from delayed)
       order by run_at limit $2::int - (select count(*) from delayed) - (select count(*) from immediate)
       for update skip locked
     ), free as (
       select id, claimed_until is not null as is_lost from event
       where id in (select id from delayed union all select id from immediate union all select id from left_free)
     )
     update event set attempts = attempts + 1, claimed_until = clock_timestamp() + $3::int * interval '1 ms',
       losses = losses + is_lost::int,
       run_at = case when is_lost and losses + 1 >= ${LOSSES_WITHOUT_PAUSE} then ${AFTER_LOSSES} else run_at end
     from free where event.id = free.id
     returning event.id, type, payload, attempts, put_backs as "putBacks", is_lost as "isLost", losses, trace`,
    [types, count, leaseMs, now, odd === 'delayed' ? Math.ceil(count / 2) : Math.floor(count / 2), LOOKED_AT * count],
    // Not prepared, so that it is planned again: a plan made on an empty queue would read all of a long one, type by
    // type.
  );
  // In the order in which they were emitted: an update returns its rows in the order in which they happen to lie.
  return claimed.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Those of the types that have an event which may be claimed. */
export async function listDue(connection: Connection, types: readonly string[], now: Date): Promise<string[]> {
  const rows = await connection.query<{ type: string }>(
    `select type from unnest($1::text[]) as wanted (type)
     where exists (select from event where type = wanted.type and run_at <= $2 and ${IS_FREE})
       or exists (select from event where type = wanted.type and run_at is null and ${IS_FREE})`,
    [types, now],
    // Not prepared, as `claimEvents` is not.
  );
  return rows.map(({ type }) => type);
}

/** Checked again after locking; as a case expression, so that no index over all types is used for it. */
const still = (condition: string): string => `case when ${condition} and ${IS_FREE} then true else false end`;
const IS_FREE = `dead_at is null and (claimed_until is null or claimed_until < clock_timestamp())`;

/**
 * Whether an event is still under the claim `attempts`, which its worker has not ended. Where the answer to that end was lost
 * it is written once more, and must not count twice; nor may a renewal that comes after it hold the event back.
 */
const isClaimed = (attempts: string): string =>
  `event.attempts = ${attempts} and event.claimed_until is not null and event.dead_at is null`;

/** Prolongs the claims of events that are still being handled. */
export async function extendClaims(
  connection: Connection,
  events: readonly ClaimedEvent[],
  leaseMs: number,
): Promise<void> {
  await connection.query(
    `update event set claimed_until = clock_timestamp() + $3::int * interval '1 ms'
     from unnest($1::uuid[], $2::int[]) as mine (id, attempts)
     where event.id = mine.id and ${isClaimed('mine.attempts')}`,
    [events.map(({ id }) => id), events.map(({ attempts }) => attempts), leaseMs],
    'extend-claims',
  );
}

/** Removes events whose handlers have succeeded, even if another worker has claimed them since. */
export async function removeEvents(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query(`delete from event where id = any($1::uuid[])`, [ids], 'remove-events');
}

/**
 * Puts a failed event back until `runAt`, or gives it up where that is null, with the count of its losses. Does nothing
 * if the claim was lost or has ended.
 */
export async function returnEvent(
  connection: Connection,
  event: ClaimedEvent,
  lastError: string,
  runAt: Date | null,
): Promise<void> {
  await connection.query(
    `update event set claimed_until = null, last_error = $3, run_at = coalesce($4::timestamptz, run_at),
       losses = case when $4::timestamptz is null then losses else 0 end,
       dead_at = case when $4::timestamptz is null then clock_timestamp() end
     where id = $1 and ${isClaimed('$2')}`,
    [event.id, event.attempts, lastError.replaceAll('\0', ''), runAt],
    'return-event',
  );
}

/** Puts an event back until `runAt` without counting an attempt. Does nothing if the claim was lost or has ended. */
export async function putBackEvent(connection: Connection, event: ClaimedEvent, runAt: Date): Promise<void> {
  await connection.query(
    `update event set claimed_until = null, losses = 0, put_backs = put_backs + 1, run_at = $3
     where id = $1 and ${isClaimed('$2')}`,
    [event.id, event.attempts, runAt],
    'put-back-event',
  );
}

/** Makes up to `limit` events of a type that were put back due at `now`; answers how many. */
export async function bringForward(connection: Connection, type: string, now: Date, most: number): Promise<number> {
  const rows = await connection.query(
    `update event set run_at = $2 where id in (
       select id from event where type = $1 and put_backs > 0 and dead_at is null and run_at > $2
       order by run_at limit $3 for update skip locked
     ) returning id`,
    [type, now, most],
    'bring-forward-events',
  );
  return rows.length;
}

/** More are not counted: so many that wait are an alarm whatever their number. */
const MOST_COUNTED = 10_000;

/** How many events are due (10,000 at most are counted), since when the oldest is, and how many were given up on. */
export async function measureEvents(
  connection: Connection,
): Promise<{ waiting: number; oldestAt: Date | null; dead: number }> {
  const [row] = await connection.query<{ waiting: number; oldestAt: Date | null; dead: number }>(
    `with now as (select clock_timestamp() as at),
       immediate as (select created_at as at from event where run_at is null and dead_at is null order by id limit $1),
       delayed as (select run_at as at from event where run_at <= (select at from now) and dead_at is null
                   order by run_at limit $1)
     select (select count(*) from immediate)::int + (select count(*) from delayed)::int as waiting,
       least((select min(at) from immediate), (select min(at) from delayed)) as "oldestAt",
       (select count(*) from (select from event where dead_at is not null limit $1) as given_up)::int as dead`,
    [MOST_COUNTED],
    'measure-events',
  );
  return row ?? { waiting: 0, oldestAt: null, dead: 0 };
}
