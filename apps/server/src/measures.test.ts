// What is measured of the shared state is there from an empty database on, and follows it.
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { drawOrder } from '@kobogate/testkit/sales/samples/draw-order.ts';
import { insertSamples } from '@kobogate/testkit/sales/samples/people.ts';
import { writeOrders } from '@kobogate/testkit/sales/samples/write-orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMeasures } from './measures.ts';
import { exposition } from './platform/metrics.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const DAY_MS = 86_400_000;
const clock = createTestClock();
const configured = { networks: new Set(['base']), rails: new Set(['budpay']) };
const text = async (): Promise<string> =>
  exposition(await createMeasures({ database: db.database, clock, ...configured })());

/** Two lines of an order whose month has no part, one of it from two days ago, and one of an order whose month has one. */
async function writeStrayLines(now: Date): Promise<void> {
  const [sample] = await insertSamples(db.database, 1);
  const wallet = sample?.wallets[0];
  if (sample === undefined || wallet === undefined) throw new Error('there is no sample');
  const orderAt = (at: Date) => drawOrder({ sample, wallet, kind: 'payment', state: 'awaiting', cents: 1000n, at });
  const [ahead, usual] = [orderAt(new Date(Date.now() + 400 * DAY_MS)), orderAt(new Date())];
  await db.database.transaction((tx) => writeOrders(tx, [ahead, usual], testQuoteSigner));
  await db.database.query(
    `insert into order_event (id, order_id, type, text, at)
     select gen_random_uuid(), id, 'approved', '', at from (values
       ($1::uuid, $3::timestamptz), ($1, $3), ($1, $3 - interval '2 days'), ($2, $3)) as one (id, at)`,
    [ahead.id, usual.id, now],
  );
}

test('[O8] a new gateway has nothing that waits, and says nothing of what it does not know', async () => {
  const empty = await text();
  for (const line of ['kobogate_events_dead 0', 'kobogate_fence_up 0', 'kobogate_payouts_open{state="unknown"} 0']) {
    expect(empty).toContain(line);
  }
  expect(empty).not.toContain('kobogate_rates_seconds');
  expect(empty).not.toContain('kobogate_books_differ');
});

test('[O8] events, watchers, rates, floats and the fence are as the database has them', async () => {
  const now = clock.now();
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  await db.database.query(
    `insert into event (id, type, payload, created_at, run_at, dead_at) values
       (gen_random_uuid(), 'a', '{}', $1, null, null), (gen_random_uuid(), 'a', '{}', $1, '9999-01-01', null),
       (gen_random_uuid(), 'a', '{}', $1, null, now())`,
    [ago(400)],
  );
  await db.database.query(`insert into block (network, height, hash, parent_hash) values ('base', 100, 'a', 'b')`);
  await db.database.query(
    `insert into watcher (network, head_height, checked_at, stalled) values
       ('base', 170, $1, 'its node is gone'), ('arbitrum', 170, $1::timestamptz - interval '1 year', null)`,
    [ago(30)],
  );
  await db.database.query(
    `insert into rate_tick (currency, source, rate, observed_at) values ('USDT', 'luno', 1500, $1), ('USDT', 'luno', 1500, $2)`,
    [ago(90), ago(60)],
  );
  await db.database.query(
    `insert into rail_float (rail, float_kobo, asked_at, low_since) values ('budpay', 12345, $1, $1), ('fincra', 1, $1, $1)`,
    [now],
  );
  await db.database.query(
    `with person as (
       insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
       values (gen_random_uuid(), 'a', 'a', 'a', 'b', '0', '0', 'none') returning id)
     insert into notification (id, user_id, source, type, message, sender_name, created_at)
     select gen_random_uuid(), id, source, 'update', '', '', at from person, (values
       ('ffff', $1::timestamptz), ('fffe', $1 - interval '2 days'), ('0000', $1)) as one (source, at)`,
    [now],
  );
  await writeStrayLines(now);
  const found = await text();
  for (const line of [
    'kobogate_events_waiting 1',
    'kobogate_events_oldest_seconds 400',
    'kobogate_events_dead 1',
    'kobogate_rows_without_month{table="notification"} 1',
    'kobogate_rows_without_month{table="order_event"} 2',
    'kobogate_watcher_behind_blocks{network="base"} 70',
    'kobogate_watcher_silent_seconds{network="base"} 30',
    'kobogate_watcher_stalled{network="base"} 1',
    'kobogate_rates_seconds 60',
    'kobogate_rail_float_naira{rail="budpay"} 123.45',
    'kobogate_rail_float_low{rail="budpay"} 1',
  ]) {
    expect(found.split('\n')).toContain(line);
  }
  // Networks and rails that were taken out of the configuration fire no alert.
  expect(found).not.toMatch(/arbitrum|fincra/);
});

test('[O8] eager readers cost the database one look in five seconds', async () => {
  let looks = 0;
  const counting = {
    ...db.database,
    query: ((...args: Parameters<typeof db.database.query>) => {
      looks += 1;
      return db.database.query(...args);
    }) as typeof db.database.query,
  };
  const read = createMeasures({ database: counting, clock, ...configured });
  await Promise.all(Array.from({ length: 20 }, read));
  const once = looks;
  await read();
  expect(looks).toBe(once);
  clock.advance(6_000);
  await read();
  expect(looks).toBe(2 * once);
});

test('the metric says that the books differ until that day agrees, also after another day is compared', async () => {
  const compare = (day: string, outcome: string, minute: number, isScheduled = false) =>
    db.database.query(
      `insert into reconciliation (id, day, outcome, difference_count, started_at, finished_at, is_scheduled, attempt, report)
       values (gen_random_uuid(), $1, $2, 0, $3, $3, $4, 0, '{"parts": [], "differences": []}')`,
      [day, outcome, new Date(Date.UTC(2026, 10, 22, 1, minute)), isScheduled],
    );
  const said = async () => {
    clock.advance(6_000);
    return (await text()).match(/^kobogate_books_differ (\d)$/m)?.[1];
  };
  await compare('2026-11-20', 'agrees', 0);
  expect(await said()).toBe('0');
  await compare('2026-11-21', 'differs', 1, true);
  expect(await said()).toBe('1');
  await compare('2026-11-20', 'agrees', 2);
  await compare('2026-11-22', 'agrees', 3);
  expect(await said()).toBe('1');
  await compare('2026-11-21', 'agrees', 4);
  expect(await said()).toBe('0');
});
