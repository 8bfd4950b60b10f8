import type { Connection, Transaction } from './database.ts';
import { violatedConstraint } from './database-errors.ts';
import { newId } from './identifiers.ts';
import { dueEvents, EVENTS_WRITTEN } from './queue-store.ts';
import { carry } from './tracing.ts';

export { bringForward } from './queue-store.ts';
export { createFindDue, createWorker, PutBack } from './worker.ts';
export type { EventHandler, Worker } from './worker.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A message to this program itself, handled after the transaction that wrote it has committed. */
export interface NewEvent {
  type: string;
  payload: Json;
  /** Not handled before this time; at once where absent. */
  runAt?: Date;
  /** Of all open events of one type with the same key, only the first is kept. */
  key?: string;
}

/**
 * Writes events in the caller's transaction: they exist if, and only if, it commits, and are handled at least once. An
 * event whose key is already open is dropped. They are handled as a part of the present trace.
 */
export async function enqueue(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into event (id, type, payload, key, run_at, trace)
     select *, $6::text from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::text[], $5::timestamptz[])
     on conflict (type, key) where key is not null and dead_at is null do nothing`,
    [
      events.map(() => newId()),
      events.map(({ type }) => type),
      events.map(({ payload }) => JSON.stringify(payload)),
      events.map(({ key }) => key ?? null),
      events.map(({ runAt }) => runAt?.toISOString() ?? null),
      carry(),
    ],
    'emit-events',
  );
  tx.announce(EVENTS_WRITTEN);
  for (const { type, runAt } of events) if (runAt === undefined) tx.announce(dueEvents(type));
}

/** Makes the open events of a type with these keys due at once; an event that is being handled goes on. */
export async function runNow(tx: Transaction, type: string, keys: readonly string[]): Promise<void> {
  await tx.query(`update event set run_at = null where type = $1 and key = any($2) and dead_at is null`, [type, keys]);
  tx.announce(dueEvents(type));
}

/**
 * Retries each event that was given up on once more, only the newest of each key: for the start of a program that may
 * have been fixed. Answers how many. If another program writes an event of the same key at that moment, that one counts
 * as the retry.
 */
export async function reviveEvents(connection: Connection): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await connection.query(REVIVE)).length;
    } catch (error) {
      // The next query sees events written since.
      if (violatedConstraint(error) !== 'event_open_key' || tries === MOST_REVIVALS) throw error;
    }
  }
}

const MOST_REVIVALS = 5;
const REVIVE = `update event set dead_at = null, claimed_until = null, run_at = null
  where id in (
    select distinct on (type, coalesce(key, id::text)) id from event dead
    where dead_at is not null
      and not exists (select 1 from event open where open.type = dead.type and open.key = dead.key and open.dead_at is null)
    order by type, coalesce(key, id::text), id desc
  ) and dead_at is not null returning id`;

/** Removes events of these types that were given up on, and were written before a time. */
export async function forgetDead(connection: Connection, types: readonly string[], before: Date): Promise<void> {
  await connection.query(`delete from event where dead_at is not null and type = any($1) and created_at < $2`, [
    types,
    before,
  ]);
}
