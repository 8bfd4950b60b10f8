// Guarantee: an admin's list of orders is bounded however many there are, filtered over all of them, and its pages
// neither repeat nor skip an order; the counts are those of the filter.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDERS_BATCH_SIZE } from '@kobogate/contract';
import { createTestClock } from '../../platform/clock.ts';
import { newId } from '../../platform/identifiers.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { insertCustomer, type TestCustomer } from './order-fixtures.ts';
import { countOrdersForAdmin, listOrdersForAdmin, type ReviewDependencies } from './review-orders.ts';

const ORDERS = 10_000;
const DAY_MS = 86_400_000;

let testDatabase: TestDatabase;
let dependencies: ReviewDependencies;
let owner: TestCustomer;
let now: number;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const clock = createTestClock();
  now = clock.now().getTime();
  dependencies = { database: testDatabase.database, clock };
  owner = await insertCustomer(testDatabase.database);
  // Half an hour apart, oldest first; the very oldest wait for an admin, and of those two are payouts in trouble.
  const orders = Array.from({ length: ORDERS }, (_, index) => ({
    id: newId(),
    quoteId: newId(),
    status: index < 150 ? 'pending' : 'approved',
    payout: index === 200 ? 'failed' : index === 201 ? 'reversed' : index === 202 ? 'unknown' : 'none',
    at: new Date(now - (ORDERS - index) * 1_800_000).toISOString(),
  }));
  await testDatabase.database.transaction(async (tx) => {
    await tx.query(
      `insert into customer_order (id, user_id, wallet_id, kind, asset, currency, network, amount, rate, naira_kobo,
         lock_expires_at, status, funding, payout, received, priority, account_number, bank_code, bank_name, account_name,
         created_at, order_quote_id)
       select id, $2, $3, 'conversion', 'USDT@ethereum', 'USDT', 'ethereum', 1000000, 1600, 160000,
         at, status, 'funded', payout, 1000000, 'low', '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', at, "quoteId"
       from jsonb_to_recordset($1) as o(id uuid, "quoteId" uuid, status text, payout text, at timestamptz)`,
      [JSON.stringify(orders), owner.userId, owner.walletId],
    );
    await tx.query(
      `insert into order_quote (id, order_id, reason, asset, amount, rate, gross_kobo, naira_kobo, fee_kobo, vat_kobo,
         stamp_duty_kobo, made_at, expires_at, evidence)
       select order_quote_id, id, 'order', asset, amount, rate, naira_kobo, naira_kobo, 0, 0, 0, created_at, created_at, ''
       from customer_order`,
    );
  });
});
afterAll(() => testDatabase.drop());

test('[F-12] the list is an array of the newest orders, at most a batch of them', async () => {
  const list = await listOrdersForAdmin(dependencies, {});
  expect(list).toHaveLength(ORDERS_BATCH_SIZE);
  expect(list.map(({ id }) => id)).toEqual(
    list
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
  expect(Date.parse(list[0]?.date ?? '')).toBe(now - 1_800_000);
});

test('[D-2] a filter looks through all orders, and the batches go on where the last one ended', async () => {
  const first = await listOrdersForAdmin(dependencies, { status: 'pending' });
  const second = await listOrdersForAdmin(dependencies, { status: 'pending', skip: String(first.length) });
  expect([first.length, second.length]).toEqual([100, 50]);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(150);
  expect(await listOrdersForAdmin(dependencies, { status: 'pending', skip: '150' })).toEqual([]);
  expect(await listOrdersForAdmin(dependencies, { status: 'pending', date: 'week' })).toEqual([]);
  for (const skip of ['-1', 'many', '']) {
    expect(await listOrdersForAdmin(dependencies, { skip })).toHaveLength(ORDERS_BATCH_SIZE);
  }
});

test('[D-2] the counts are those of all orders, or of the time that is asked for', async () => {
  expect(await countOrdersForAdmin(dependencies)).toEqual({
    byStatus: { pending: 150, processing: 0, approved: ORDERS - 150, declined: 0 },
    pendingKobo: String(150 * 160_000),
    troubled: 2,
    undecided: 0,
  });
  const week = await countOrdersForAdmin(dependencies, 'week');
  expect(week).toMatchObject({ byStatus: { pending: 0, approved: (7 * DAY_MS) / 1_800_000 - 1 }, troubled: 0 });
});
