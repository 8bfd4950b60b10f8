// The kept counts of old orders, with the younger ones counted when they are asked for, are at any moment what counting
// all orders gives: whatever was counted before, changed since, moved in time, or removed.
import { startOfOrderDate } from '@kobogate/contract';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { countDays } from './count-days.ts';
import { monthsOf, paidOf } from '../settled/db.ts';
import { countOrdersForAdmin, listOrdersForAdmin } from './review/review-orders.ts';

let db: TestDatabase;
let owner: TestCustomer;
beforeAll(async () => {
  db = await createTestDatabase();
  owner = await insertCustomer(db.database);
  // The orders here have no quotes.
  await db.database.query(`alter table customer_order drop constraint customer_order_is_as_quoted`);
});
afterAll(() => db.drop());
async function empty(): Promise<void> {
  await db.database.query(`delete from customer_order`);
  await db.database.query(`truncate order_day, order_month, order_paid`);
  await db.database.query(`update order_counted set until = '-infinity'`);
}
beforeEach(empty);

const STATUSES = ['pending', 'processing', 'approved', 'declined'] as const;
const FUNDINGS = ['awaiting', 'funded', 'overpaid', 'expired'] as const;

/** Hours of age reach over the days that are counted, those that are not yet, and the hours between. */
const order = fc.record({
  hours: fc.integer({ min: 0, max: 45 * 24 }),
  status: fc.constantFrom(...STATUSES),
  funding: fc.constantFrom(...FUNDINGS),
  kobo: fc.integer({ min: 1, max: 1000 }),
  isPaidOut: fc.boolean(),
});
type SampleOrder = typeof order extends fc.Arbitrary<infer Order> ? Order : never;

const payoutOf = ({ isPaidOut, status, funding }: Pick<SampleOrder, 'isPaidOut' | 'status' | 'funding'>): string =>
  isPaidOut && (status === 'approved' || status === 'processing') && isCovered({ funding }) ? 'paid' : 'none';

async function insert(orders: readonly SampleOrder[]): Promise<void> {
  await db.database.query(
    `insert into customer_order (id, user_id, wallet_id, kind, asset, currency, network, amount, rate, naira_kobo,
       lock_expires_at, status, funding, payout, received, priority, account_number, bank_code, bank_name, account_name,
       created_at, order_quote_id)
     select id, $2, $3, 'conversion', 'USDT@ethereum', 'USDT', 'ethereum', 1000000, 1600, kobo, now(), status, funding,
       payout, 0, 'low', '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', now() - hours * interval '1 hour', id
     from jsonb_to_recordset($1) as o(id uuid, hours int, status text, funding text, payout text, kobo int)`,
    [
      JSON.stringify(orders.map((sample) => ({ ...sample, id: newId(), payout: payoutOf(sample) }))),
      owner.userId,
      owner.walletId,
    ],
  );
}

const change = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), orders: fc.array(order, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('count' as const) }),
  fc.record({ kind: fc.constant('update' as const), place: fc.nat(200), to: order }),
  fc.record({ kind: fc.constant('move' as const), place: fc.nat(200), to: order }),
  fc.record({ kind: fc.constant('remove' as const), place: fc.nat(200) }),
);
type Change = typeof change extends fc.Arbitrary<infer Sample> ? Sample : never;

async function apply(wanted: Change): Promise<void> {
  if (wanted.kind === 'insert') return insert(wanted.orders);
  if (wanted.kind === 'count') return void (await countDays(db));
  const ids = await db.database.query<{ id: string }>(`select id from customer_order order by id`);
  const id = ids[wanted.place % Math.max(ids.length, 1)]?.id;
  if (wanted.kind === 'remove') await db.database.query(`delete from customer_order where id = $1`, [id]);
  else if (wanted.kind === 'update') {
    const { status, funding, kobo } = wanted.to;
    await db.database.query(
      `update customer_order set status = $2, funding = $3, naira_kobo = $4, payout = $5 where id = $1`,
      [id, status, funding, kobo, payoutOf(wanted.to)],
    );
  } else {
    await db.database.query(
      `update customer_order set created_at = now() - $2::int * interval '1 hour' where id = $1`,
      [id, wanted.to.hours],
    );
  }
  return undefined;
}

const clock = createTestClock();

const DATES = [undefined, 'today', 'week', 'month'] as const;
const COINS = [undefined, 'arrived', 'awaited'] as const;
const isCovered = ({ funding }: { funding: string }): boolean => ['funded', 'overpaid', 'late'].includes(funding);

/** What the product says of the orders, and what counting all of them gives. */
async function counts() {
  const { database } = db;
  clock.set(new Date());
  const all = await database.query<{ at: Date; status: string; funding: string }>(
    `select created_at as at, status, funding from customer_order`,
  );
  const byStatus = { product: [] as unknown[], direct: [] as unknown[] };
  for (const [date, coins] of DATES.flatMap((day) => COINS.map((state) => [day, state] as const))) {
    const since = startOfOrderDate(date ?? 'all', clock.now().getTime()) ?? Number.NEGATIVE_INFINITY;
    const passing = all.filter(
      (each) => each.at.getTime() >= since && (coins === undefined || isCovered(each) === (coins === 'arrived')),
    );
    byStatus.product.push((await countOrdersForAdmin({ database, clock }, { date, coins })).byStatus);
    byStatus.direct.push(
      Object.fromEntries(STATUSES.map((status) => [status, passing.filter((each) => each.status === status).length])),
    );
    expect((await listOrdersForAdmin({ database, clock }, { date, coins, limit: '1' })).total).toBe(passing.length);
  }
  const months = (from: string) =>
    database.query(
      `select month::text, status, funding, is_paid_out, sum(orders)::int as orders, sum(naira_kobo)::text as kobo
       from (${from}) months group by 1, 2, 3, 4 having sum(orders) <> 0 order by 1, 2, 3, 4`,
    );
  const direct = `select date_trunc('month', created_at at time zone 'Africa/Lagos')::date as month, status, funding,
    payout = 'paid' as is_paid_out, 1 as orders, naira_kobo from customer_order`;
  const paid = (kobo: string) =>
    database.query(`select ${kobo}::text as kobo from app_user u where id = $1`, [owner.userId]);
  return {
    product: {
      byStatus: byStatus.product,
      months: await months(monthsOf('user_id is not null')),
      paid: await paid(paidOf('u.id')),
    },
    direct: {
      byStatus: byStatus.direct,
      months: await months(direct),
      paid: await paid(`(select coalesce(sum(naira_kobo), 0) from customer_order where payout = 'paid')`),
    },
  };
}

test('the counts are those of all orders after any changes, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 14 }), async (changes) => {
      await empty();
      for (const each of changes) await apply(each);
      const { product, direct } = await counts();
      expect(product).toEqual(direct);
    }),
    { numRuns: 25 },
  );
});

test('an order that is being changed while its day is counted is counted as it ends', async () => {
  const { database } = db;
  await insert([{ hours: 24 * 10, status: 'pending', funding: 'awaiting', kobo: 5, isPaidOut: false }]);
  await database.transaction(async (tx) => {
    await tx.query(`update customer_order set status = 'approved', funding = 'funded'`);
    // It waits for the change for half a second, and leaves the day for the next time.
    await countDays(db);
  });
  expect(await database.query(`select * from order_day`)).toEqual([]);
  await countDays(db);
  expect(await database.query(`select status, is_covered, orders from order_day`)).toEqual([
    { status: 'approved', is_covered: true, orders: 1n },
  ]);
});

test('a day that autovacuum keeps from being counted is said to be left, and counted once that has ended', async () => {
  const { database } = db;
  await insert([{ hours: 24 * 10, status: 'pending', funding: 'awaiting', kobo: 5, isPaidOut: false }]);
  await database.transaction(async (tx) => {
    // The lock that autovacuum takes of a table.
    await tx.query(`lock table customer_order in share update exclusive mode`);
    expect(await countDays(db)).toBe(false);
  });
  expect(await countDays(db)).toBe(true);
  expect(await database.query(`select sum(orders)::int as orders from order_day`)).toEqual([{ orders: 1 }]);
});

test('where no day has passed since, orders are not locked', async () => {
  const { database } = db;
  expect(await countDays(db)).toBe(true);
  await database.transaction(async (tx) => {
    await tx.query(`lock table customer_order, settled_payment in row exclusive mode`);
    expect(await countDays(db)).toBe(true);
  });
});

test('days are counted once, and with them nothing is left to count but the youngest', async () => {
  await insert(
    [1, 2, 50, 100, 1000].map((hours) => ({
      hours,
      status: 'pending' as const,
      funding: 'funded' as const,
      kobo: 1,
      isPaidOut: false,
    })),
  );
  await countDays(db);
  await countDays(db);
  expect(await db.database.query(`select sum(orders)::int as orders from order_day`)).toEqual([{ orders: 2 }]);
});
