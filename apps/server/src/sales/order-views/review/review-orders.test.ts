// An administrator's list of orders is bounded however many there are, filtered over all of them, and its pages neither
// repeat nor skip an order; the counts are those of the filter, as far as they are counted.
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ORDERS_BATCH_SIZE, ORDERS_COUNTED_AT_MOST, startOfOrderDate } from '@kobogate/contract';
import { newId } from '../../../platform/identifiers.ts';
import { countDays } from '../count-days.ts';
import { countOrdersForAdmin, linkToNext, listOrdersForAdmin, type ReviewDependencies } from './review-orders.ts';

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
  // Half an hour apart, oldest first; the very oldest wait for an administrator, and two of those have payouts in
  // trouble.
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
  const { orders: list, total } = await listOrdersForAdmin(dependencies, {});
  expect(total).toBe(ORDERS);
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
  const list = async (input: Parameters<typeof listOrdersForAdmin>[1]) =>
    (await listOrdersForAdmin(dependencies, input)).orders;
  const first = await list({ status: 'pending' });
  const second = await list({ status: 'pending', skip: String(first.length) });
  expect([first.length, second.length]).toEqual([100, 50]);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(150);
  expect(await list({ status: 'pending', skip: '150' })).toEqual([]);
  expect(await list({ status: 'pending', date: 'week' })).toEqual([]);
  for (const skip of ['-1', 'many', '']) expect(await list({ skip })).toHaveLength(ORDERS_BATCH_SIZE);
  for (const limit of ['0', '1', '7', '1000', 'all']) {
    const size = { 0: 1, 1: 1, 7: 7 }[limit] ?? ORDERS_BATCH_SIZE;
    expect(await list({ limit })).toHaveLength(size);
  }
});

test('[F-12] a cut list says so, and following the next page reaches the oldest, each order once, in either direction', async () => {
  for (const order of ['newest', 'oldest'] as const) {
    const first = await listOrdersForAdmin(dependencies, { status: 'pending', order });
    expect(linkToNext(first.next ?? '')).toMatch(
      /^<\/api\/order\/admin\?status=pending&order=\w+&after=[\w-]+>; rel="next"$/,
    );
    const rest = await listOrdersForAdmin(dependencies, Object.fromEntries(new URLSearchParams(first.next ?? '')));
    expect([first.total, rest.total, rest.next]).toEqual([150, 150, null]);
    const seen = [...first.orders, ...rest.orders].map(({ id }) => id);
    const sorted = [...new Set(seen)].toSorted();
    expect(sorted).toHaveLength(150);
    expect(seen).toEqual(order === 'oldest' ? sorted : sorted.toReversed());
  }
  expect((await listOrdersForAdmin(dependencies, { status: 'pending', date: 'week' })).next).toBeNull();
});

test('[F-12] orders that wait for coins are in the list, and not in the reviewers’ work', async () => {
  const { database } = testDatabase;
  const { orders: pending } = await listOrdersForAdmin(dependencies, { status: 'pending', limit: '60' });
  const ids = pending.map(({ id }) => id);
  await database.query(`update customer_order set funding = 'awaiting' where id = any($1::uuid[])`, [ids]);
  const counts = await countOrdersForAdmin(dependencies);
  expect(counts).toMatchObject({ byStatus: { pending: 150 }, toReview: 90, toReviewKobo: String(90 * 160_000) });
  const arrived = await listOrdersForAdmin(dependencies, { status: 'pending', coins: 'arrived' });
  expect([arrived.total, arrived.orders.length]).toEqual([90, 90]);
  const awaited = await listOrdersForAdmin(dependencies, { status: 'pending', coins: 'awaited' });
  expect(awaited.total).toBe(60);
  expect((await countOrdersForAdmin(dependencies, { coins: 'awaited' })).byStatus.pending).toBe(60);
  await database.query(`update customer_order set funding = 'funded' where id = any($1::uuid[])`, [ids]);
});

test('[S3] orders are found by how old they are at least, and between two amounts', async () => {
  const { database } = testDatabase;
  const found = async (input: Parameters<typeof listOrdersForAdmin>[1]) => {
    const { orders: list, total } = await listOrdersForAdmin(dependencies, { ...input, order: 'oldest' });
    return { total, list };
  };
  // One order each half an hour.
  expect((await found({ age: 'hour', date: 'week' })).total).toBe(7 * 48 - 2);
  expect((await found({ age: 'hour' })).total).toBe(ORDERS_COUNTED_AT_MOST);
  expect((await found({ age: 'day', date: 'week' })).total).toBe(6 * 48);
  expect((await found({ age: 'week', status: 'pending' })).list).toHaveLength(100);
  expect((await countOrdersForAdmin(dependencies, { age: 'week', date: 'week' })).byStatus.approved).toBe(0);
  const { orders: some } = await listOrdersForAdmin(dependencies, { limit: '3' });
  await database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    for (const [index, { id }] of some.entries())
      await tx.query(`update customer_order set naira_kobo = $2 where id = $1`, [id, 500_000 + index]);
  });
  const between = async (from: string, to: string) => (await found({ from, to })).total;
  expect(await between('5000', '5000.01')).toBe(2);
  expect(await between('5000.01', '5000.01')).toBe(1);
  expect(await between('5000', '1600')).toBe(0);
  expect((await found({ to: '1599.99' })).total).toBe(0);
  await database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(`update customer_order set naira_kobo = 160000 where naira_kobo <> 160000`);
  });
});

test('[D-2] the counts are those of all orders, or of the requested time', async () => {
  expect(await countOrdersForAdmin(dependencies)).toEqual({
    byStatus: { pending: 150, processing: 0, approved: ORDERS - 150, declined: 0 },
    toReview: 150,
    toReviewKobo: String(150 * 160_000),
    oldestToReview: new Date(now - ORDERS * 1_800_000).toISOString(),
    troubled: 2,
    undecided: 0,
    isSearchCut: false,
  });
  const week = await countOrdersForAdmin(dependencies, { date: 'week' });
  expect(week).toMatchObject({ byStatus: { pending: 0, approved: (7 * DAY_MS) / 1_800_000 - 1 }, troubled: 0 });
});

test('[S3] orders are narrowed by payout, coin, network, bank, naira and what holds them, with the same count', async () => {
  const { database } = testDatabase;
  const [rare] = await database.query<{ id: string }>(
    `select id from customer_order order by created_at limit 1 offset 300`,
  );
  await database.query(`update customer_order set held_reason = 'A sample reason' where id = $1`, [rare?.id]);
  const narrowed = async (filter: Parameters<typeof listOrdersForAdmin>[1]) => {
    const { orders, total } = await listOrdersForAdmin(dependencies, filter);
    const { byStatus } = await countOrdersForAdmin(dependencies, filter);
    expect(byStatus.pending + byStatus.processing + byStatus.approved + byStatus.declined).toBe(total);
    return { orders, total };
  };
  expect((await narrowed({ payout: 'failed' })).orders.map(({ payout }) => payout).toSorted()).toEqual([
    'failed',
    'reversed',
  ]);
  expect((await narrowed({ payout: 'unknown' })).total).toBe(1);
  expect((await narrowed({ held: 'yes' })).orders.map(({ id }) => id)).toEqual([rare?.id]);
  expect((await narrowed({ held: 'no', payout: 'failed' })).total).toBe(2);
  expect((await narrowed({ currency: 'USDC' })).total).toBe(0);
  expect((await narrowed({ bank: '000014' })).total).toBe(0);
  expect((await narrowed({ from: '1600.01' })).total).toBe(0);
  const all = { currency: 'USDT', network: 'ethereum', bank: '000013', from: '1600', limit: '2' } as const;
  const { total, next } = await listOrdersForAdmin(dependencies, { ...all, order: 'oldest' });
  expect(total).toBe(ORDERS_COUNTED_AT_MOST);
  // The next page has the same filter.
  expect(Object.fromEntries(new URLSearchParams(next ?? ''))).toMatchObject({ ...all, order: 'oldest' });
});

test('[S3] what waits is counted whole under a filter, and a search says where it has not looked at all orders', async () => {
  const pendingOf = async (input: Parameters<typeof countOrdersForAdmin>[1]) =>
    (await countOrdersForAdmin(dependencies, input)).byStatus.pending;
  // The pending ones are the oldest: of all statuses together a thousand are counted.
  expect(await pendingOf({ currency: 'USDT', status: 'pending' })).toBe(150);
  expect((await countOrdersForAdmin(dependencies, { currency: 'USDT', status: 'approved' })).byStatus).toMatchObject({
    pending: 0,
    approved: ORDERS_COUNTED_AT_MOST,
  });
  const isCut = async (search: string) => (await countOrdersForAdmin(dependencies, { search })).isSearchCut;
  const { orders } = await listOrdersForAdmin(dependencies, { limit: '1' });
  await testDatabase.database.query(`update app_user set search_key = 'sample person'`);
  expect(await isCut('0123456785')).toBe(true);
  expect(await isCut('Sample')).toBe(true);
  expect(await isCut(orders[0]?.id ?? '')).toBe(false);
  expect(await isCut('nobody')).toBe(false);
});

test.each([
  { name: 'all', query: {}, where: 'true' },
  { name: 'of a status', query: { status: 'approved' }, where: `status = 'approved'` },
  { name: 'of the last month', query: { date: 'month' }, where: `created_at >= $1` },
] as const)('[F-12] any depth of the orders $name begins where walking there would', async ({ query, where }) => {
  await countDays(dependencies);
  const since = new Date(startOfOrderDate('month', now) ?? 0);
  for (const order of ['newest', 'oldest'] as const) {
    const rows = await testDatabase.database.query<{ id: string }>(
      `select id from customer_order where ${where} and $1::timestamptz is not null
       order by created_at ${order === 'newest' ? 'desc' : 'asc'}, id ${order === 'newest' ? 'desc' : 'asc'}`,
      [since],
    );
    const ids = rows.map(({ id }) => id);
    for (const skip of [1000, 1001, 1187, 4999, ids.length - 3, ids.length + 5].filter((each) => each >= 0)) {
      const { orders } = await listOrdersForAdmin(dependencies, { ...query, order, skip: String(skip), limit: '5' });
      expect(orders.map(({ id }) => id)).toEqual(ids.slice(skip, skip + 5));
    }
  }
});

test('[F-12] a skip that would have to be walked order by order is refused in words', async () => {
  for (const query of [{ currency: 'USDT' }, { order: 'riskiest' }] as const) {
    const at = (skip: number) => listOrdersForAdmin(dependencies, { ...query, skip: String(skip), limit: '5' });
    await expect(at(ORDERS_COUNTED_AT_MOST + 1)).rejects.toMatchObject({ status: 400 });
    expect((await at(ORDERS_COUNTED_AT_MOST)).orders).toHaveLength(5);
  }
});
