import type { Connection } from './database.ts';

/** The topic that a commit with new events announces to the workers of its own process. */
export const EVENTS_WRITTEN = 'events';

/** An event that this worker has for now. */
export interface ClaimedEvent {
  id: string;
  type: string;
  payload: unknown;
  /** Counts from 1; with the id it names this claim, so that a worker that lost it can't undo the next one's. */
  attempts: number;
}

const AFTER_FAILURE_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 600;

/** Milliseconds to wait after the given failed attempt (from 1): doubling from one second up to ten minutes. Pure. */
export function backOff(attempt: number): number {
  return 1000 * Math.min(AFTER_FAILURE_SECONDS * 2 ** Math.min(attempt - 1, 20), LONGEST_WAIT_SECONDS);
}

/** How many events to claim, and which kind an odd place is for. */
export interface Places {
  readonly count: number;
  readonly odd: 'delayed' | 'immediate';
}

/**
 * Claims due events of the given types for `leaseMs`, as many as there are places, skipping those that others have.
 * Delayed and immediate events get half of the places each, and what one kind leaves free is the other's: neither
 * starves the other, as long as a caller with one place at a time says another kind each time.
 */
export function claimEvents(
  connection: Connection,
  types: readonly string[],
  { count, odd }: Places,
  leaseMs: number,
  now: Date,
): Promise<ClaimedEvent[]> {
  return connection.query<ClaimedEvent>(
    `with delayed as (
       select id from event
       where run_at <= $4 and dead_at is null and type = any($1) and (claimed_until is null or claimed_until < clock_timestamp())
       order by run_at limit $5::int for update skip locked
     ), immediate as (
       select id from event
       where run_at is null and dead_at is null and type = any($1) and (claimed_until is null or claimed_until < clock_timestamp())
       order by id limit $2::int - (select count(*) from delayed) for update skip locked
     ), left_free as (
       select id from event
       where run_at <= $4 and dead_at is null and type = any($1) and (claimed_until is null or claimed_until < clock_timestamp())
         and id not in (select id from delayed)
       order by run_at limit $2::int - (select count(*) from delayed) - (select count(*) from immediate)
       for update skip locked
     )
     update event set attempts = attempts + 1, claimed_until = clock_timestamp() + $3::int * interval '1 ms'
     where id in (select id from delayed union all select id from immediate union all select id from left_free)
     returning id, type, payload, attempts`,
    [types, count, leaseMs, now, odd === 'delayed' ? Math.ceil(count / 2) : Math.floor(count / 2)],
    'claim-events',
  );
}

/** Keeps the claims of events that are still being handled. */
export async function extendClaims(
  connection: Connection,
  events: readonly ClaimedEvent[],
  leaseMs: number,
): Promise<void> {
  await connection.query(
    `update event set claimed_until = clock_timestamp() + $3::int * interval '1 ms'
     from unnest($1::uuid[], $2::int[]) as mine (id, attempts)
     where event.id = mine.id and event.attempts = mine.attempts and dead_at is null`,
    [events.map(({ id }) => id), events.map(({ attempts }) => attempts), leaseMs],
    'extend-claims',
  );
}

/** Removes events whose handlers have succeeded, whoever holds them by now. */
export async function removeEvents(connection: Connection, ids: readonly string[]): Promise<void> {
  await connection.query(`delete from event where id = any($1::uuid[])`, [ids], 'remove-events');
}

/** Puts a failed event back until `runAt`, or gives it up where that is null. Nothing happens if the claim was lost. */
export async function returnEvent(
  connection: Connection,
  event: ClaimedEvent,
  lastError: string,
  runAt: Date | null,
): Promise<void> {
  await connection.query(
    `update event set claimed_until = null, last_error = $3, run_at = coalesce($4::timestamptz, run_at),
       dead_at = case when $4::timestamptz is null then clock_timestamp() end
     where id = $1 and attempts = $2 and dead_at is null`,
    [event.id, event.attempts, lastError.replaceAll('\0', ''), runAt],
    'return-event',
  );
}

/** Puts an event back until `runAt` as if it had not been claimed. Nothing happens if the claim was lost. */
export async function putBackEvent(connection: Connection, event: ClaimedEvent, runAt: Date): Promise<void> {
  await connection.query(
    `update event set claimed_until = null, attempts = attempts - 1, run_at = $3
     where id = $1 and attempts = $2 and dead_at is null`,
    [event.id, event.attempts, runAt],
    'put-back-event',
  );
}
