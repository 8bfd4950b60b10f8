// Seeded samples leave books that balance and quotes that are genuine, also beside what was there, and are told from real people's orders.
import { hasRealOrders, insertSamples } from '@kobogate/testkit/sales/samples/people.ts';
import { seedOrders } from '@kobogate/testkit/sales/samples/seed-orders.ts';
import { insertCustomer, testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from './ledger/index.ts';
import { verifyQuotes } from './sales/index.ts';

let use: TestDatabase;
beforeAll(async () => {
  use = await createTestDatabase();
});
afterAll(() => use.drop());

const seed = async (count: number): Promise<void> => {
  const samples = await insertSamples(use.database, 7);
  await seedOrders(use.database, samples, { count, signer: testQuoteSigner, withBooks: true, days: 30 });
};

async function countBy(column: string): Promise<Record<string, number>> {
  const rows = await use.database.query<{ name: string; orders: number }>(
    `select ${column} as name, count(*)::int as orders from customer_order group by 1`,
  );
  return Object.fromEntries(rows.map(({ name, orders }) => [name, orders]));
}

test('samples balance to the kobo, twice over, are counted by day, and are no real orders', async () => {
  await seed(700);
  await seed(500);
  expect(await verify(use.database)).toMatchObject({ ok: true, differences: [] });
  expect(await verifyQuotes(use.database, testQuoteSigner)).toEqual([]);
  expect((await countBy('kind'))['payment']).toBeGreaterThan(100);
  expect(Object.keys(await countBy('status')).toSorted()).toEqual(['approved', 'declined', 'pending', 'processing']);
  const [unpaid] = await use.database.query(
    `select exists (select from ledger_account where kind in ('payable', 'payout-in-transit') and balance <> 0) as "isThere"`,
  );
  expect(unpaid).toEqual({ isThere: false });
  const [days] = await use.database.query(
    `select (select sum(orders)::int from order_month) as counted,
       (select count(*)::int from customer_order where created_at < (select until from order_counted)) as made,
       (select sum(payments)::int from settled_day) as settled, (select count(*)::int from settled_payment) as paid`,
  );
  expect(days).toMatchObject({ counted: (days as { made: number }).made, settled: (days as { paid: number }).paid });
  expect(await hasRealOrders(use.database)).toBe(false);
});

test('an order of a person who is no sample is real', async () => {
  const { userId } = await insertCustomer(use.database);
  await use.database.query(
    `with copied as (select id from customer_order where kind = 'conversion' limit 1)
     update customer_order set user_id = $1 from copied where customer_order.id = copied.id`,
    [userId],
  );
  expect(await hasRealOrders(use.database)).toBe(true);
});
