// The history of orders is in parts by month: the migration that makes them so refuses no line and keeps no one waiting, an order's lines are
// in one part whenever they are written, only that part is touched, and a month that is missing costs nothing.
import type { OrderId } from '@kobogate/contract';
import { MIGRATIONS } from '@kobogate/testkit/books/backup.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createDatabaseBefore } from '@kobogate/testkit/platform/database-before.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { drawOrder } from '@kobogate/testkit/sales/samples/draw-order.ts';
import { insertSamples } from '@kobogate/testkit/sales/samples/people.ts';
import { writeOrders } from '@kobogate/testkit/sales/samples/write-orders.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, type Database, openDatabase, type Transaction } from '../../platform/database.ts';
import { isLockTimeout } from '../../platform/database-errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { migrate } from '../../platform/migrate.ts';
import { countStrayRows, makeMonths } from '../../platform/months.ts';
import { countApprovals, insertOrderEvents } from '../orders/db.ts';
import { listOrderEvents } from '../order-views/db.ts';
import { listPaymentViewsById } from '../payments/db.ts';

const DAY_MS = 86_400_000;

/** Payments that were opened at these times. */
async function openAt(database: Database, times: readonly Date[]): Promise<OrderId[]> {
  const [sample] = await insertSamples(database, 1);
  const wallet = sample?.wallets[0];
  if (sample === undefined || wallet === undefined) throw new Error('there is no sample');
  const orders = times.map((at) => drawOrder({ sample, wallet, kind: 'payment', state: 'awaiting', cents: 1000n, at }));
  await database.transaction((tx) => writeOrders(tx, orders, testQuoteSigner));
  return orders.map(({ id }) => id);
}

const write = (database: Database, orderIds: readonly OrderId[], text = 'A line.'): Promise<void> =>
  database.transaction((tx) =>
    insertOrderEvents(
      tx,
      orderIds.map((orderId) => ({ orderId, type: 'approved', text })),
    ),
  );

const textsOf = async (database: Connection, orderId: OrderId): Promise<string[]> =>
  (await listOrderEvents(database, orderId)).map(({ text }) => text);

const partsOf = async (database: Connection): Promise<Record<string, number>> => {
  const rows = await database.query<{ part: string; count: number }>(
    `select tableoid::regclass::text as part, count(*)::int as count from order_event group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ part, count }) => [part, count]));
};

const endOfMonths = async (database: Connection): Promise<Date> => {
  const [row] = await database.query<{ at: Date }>(
    `select max(time_of_id(ends)) as at from month_part where whole = 'order_event'::regclass`,
  );
  if (row === undefined) throw new Error('there is no part');
  return row.at;
};

test('[O12] the migration of a history in use refuses no line, and what waits for a long reader is the migration alone', async () => {
  const { database, url, drop } = await createDatabaseBefore('0470');
  const starting = await openDatabase({ url, log: silentLog });
  try {
    const now = Date.now();
    // One is of a server whose clock was wrong.
    const orderIds = await openAt(
      database,
      [-400, 0, 0, 500].map((days) => new Date(now + days * DAY_MS)),
    );
    await write(database, orderIds);
    const state = { isOver: false, writes: 0 };
    const writer = async (orderId: OrderId): Promise<string[]> => {
      const written = ['A line.'];
      while (!state.isOver) {
        written.push(newId());
        await write(database, [orderId], written.at(-1));
        expect(await textsOf(database, orderId)).toEqual(written);
        state.writes += 1;
      }
      return written;
    };
    const writers = orderIds.map(writer);
    const { migrating } = await database.transaction(async (reader) => {
      await reader.query(`select count(*) from order_event`);
      const begun = migrate(starting, MIGRATIONS);
      const tries = () =>
        database.query(
          `select 1 from pg_stat_activity where datname = current_database() and query like '-- The lines of orders%'
             and (wait_event_type = 'Lock' or wait_event = 'PgSleep')`,
        );
      await expect.poll(tries, { timeout: 60_000, interval: 20 }).toHaveLength(1);
      // The reader is still there, and nobody else waits for it to end.
      const before = state.writes;
      await expect.poll(() => state.writes, { timeout: 60_000 }).toBeGreaterThan(before + 20);
      return { migrating: begun };
    });
    expect((await migrating).applied).toEqual(expect.arrayContaining(['0472_history_by_month.sql']));
    const since = state.writes;
    await expect.poll(() => state.writes, { timeout: 60_000 }).toBeGreaterThan(since + 20);
    state.isOver = true;
    const written = await Promise.all(writers);
    for (const [index, orderId] of orderIds.entries()) expect(await textsOf(database, orderId)).toEqual(written[index]);
    expect(await partsOf(database)).toEqual({ order_event_first: written.flat().length });
    expect((await endOfMonths(database)).getTime()).toBeGreaterThan(now + 500 * DAY_MS);
    // The reference and the key are there as before.
    await expect(write(database, [newId()])).rejects.toThrow('order_event_order_id_fkey');
    await expect(
      database.query(`insert into order_event select * from order_event where order_id = $1`, [orderIds[0]]),
    ).rejects.toThrow('order_event_first_pkey');
  } finally {
    await starting.close();
    await drop();
  }
});

let db: TestDatabase;
let database: Database;
const clock = createTestClock();
beforeEach(async () => {
  db = await createTestDatabase();
  ({ database } = db);
  clock.set(new Date());
});
afterEach(() => db.drop());

const keep = () => makeMonths({ database, clock }, 'order_event');

test('[O12] there are months for three months to come, and two processes that make more make each once', async () => {
  const first = await endOfMonths(database);
  expect(first.getTime()).toBeGreaterThan(Date.now() + 88 * DAY_MS);
  clock.set(new Date(first.getTime() + 200 * DAY_MS));
  // One that would wait for the other for long leaves it to it.
  const tryToKeep = () =>
    keep().catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error;
    });
  await Promise.all([tryToKeep(), tryToKeep()]);
  await keep();
  const last = await endOfMonths(database);
  expect(last.getTime()).toBeGreaterThanOrEqual(clock.now().getTime() + 92 * DAY_MS);
  // Each begins where the one before ends.
  const edges = [1, 2, 3].map((months) => Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - months, 1));
  await write(
    database,
    await openAt(
      database,
      edges.flatMap((edge) => [new Date(edge - 1), new Date(edge)]),
    ),
  );
  expect(Object.values(await partsOf(database))).toEqual([1, 2, 2, 1]);
});

test('[O12] a line of an order without a month is kept and read, and moves into its month once that is made', async () => {
  const end = await endOfMonths(database);
  const [orderId = newId<OrderId>()] = await openAt(database, [new Date(end.getTime() + DAY_MS)]);
  await write(database, [orderId], 'one');
  expect([await partsOf(database), await textsOf(database, orderId)]).toEqual([{ order_event_other: 1 }, ['one']]);
  expect(await countStrayRows({ database, clock }, 'order_event')).toBe(1);
  // While someone reads there, it gives up within a second, and has changed nothing.
  clock.set(end);
  await database.transaction(async (reader) => {
    await reader.query(`select count(*) from order_event`);
    expect(isLockTimeout(await keep().catch((error: unknown) => error))).toBe(true);
  });
  expect(await endOfMonths(database)).toEqual(end);
  await keep();
  await write(database, [orderId], 'two');
  expect(Object.values(await partsOf(database))).toEqual([2]);
  expect(Object.keys(await partsOf(database))).not.toContain('order_event_other');
  expect(await textsOf(database, orderId)).toEqual(['one', 'two']);
  expect(await countStrayRows({ database, clock }, 'order_event')).toBe(0);
});

test('[O12] an order’s lines are in the part of its month whenever they are written, and only that part is written and read', async () => {
  const end = await endOfMonths(database);
  const orderIds = await openAt(
    database,
    [1, 32, 63].map((days) => new Date(end.getTime() - days * DAY_MS)),
  );
  const parts: string[] = [];
  for (const orderId of orderIds) {
    await write(
      database,
      Array.from({ length: 300 }, () => orderId),
    );
    parts.push(...Object.keys(await partsOf(database)).filter((part) => !parts.includes(part)));
  }
  expect(parts).toHaveLength(3);
  await database.query(`analyze order_event`);
  const [, orderId = newId<OrderId>()] = orderIds;
  /** The parts in which the work looked for or added rows. */
  const touched = (work: (tx: Transaction) => Promise<unknown>): Promise<string[]> =>
    database.transaction(async (tx) => {
      const count = async () => {
        const rows = await tx.query<{ part: string; count: number }>(
          `select relname as part, (seq_scan + idx_scan + n_tup_ins)::int as count
           from pg_stat_xact_user_tables where relname = any($1)`,
          [parts],
        );
        return new Map(rows.map((row) => [row.part, row.count]));
      };
      const before = await count();
      await work(tx);
      const after = await count();
      return parts.filter((part) => after.get(part) !== before.get(part));
    });
  const own = [parts[1]];
  expect(await touched((tx) => insertOrderEvents(tx, [{ orderId, type: 'funded', text: 'late' }]))).toEqual(own);
  expect(await touched((tx) => listOrderEvents(tx, orderId))).toEqual(own);
  expect(await touched((tx) => countApprovals(tx, orderId))).toEqual(own);
  expect(await touched((tx) => listPaymentViewsById(tx, [orderId]))).toEqual(own);
  expect(await database.transaction((tx) => countApprovals(tx, orderId))).toBe(300);
});
