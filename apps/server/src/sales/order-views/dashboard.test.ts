// An account's figures are those of its own orders only, exact to the kobo, and agree with one another; coins that
// never arrived and declined orders are not volume.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CreateOrder, createOrderCreation } from '../orders/create-order.ts';
import { lastMonths, sumUp } from './dashboard.ts';
import { declineOrder } from '../orders/decline-order.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import { createDashboards } from './view-dashboard.ts';

let testDatabase: TestDatabase;
let clock: TestClock;
let rates: ReturnType<typeof createTestRates>;
let create: CreateOrder;
let owner: TestCustomer;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  clock = createTestClock();
  rates = createTestRates({ USDT: '1600' });
  owner = await insertCustomer(testDatabase.database);
  create = createOrderCreation({
    database: testDatabase.database,
    clock,
    currentRates: rates.currentRates,
    quoteSigner: testQuoteSigner,
    lockSeconds: 900,
    settings: createTestSettings(testDatabase.database),
    products: createTestProducts(testDatabase.database),
  });
});

async function convert(amount: string, by: TestCustomer = owner): Promise<OrderId> {
  const { order } = await create({
    userId: by.userId,
    fromCurrency: 'USDT',
    network: 'ethereum',
    fromAmount: amount,
    quoteId: undefined,
    idempotencyKey: undefined,
  });
  return order.id;
}
async function convertAndFund(amount: string, units: bigint, by: TestCustomer = owner): Promise<OrderId> {
  const id = await convert(amount, by);
  const deposit = await insertDeposit(testDatabase.database, by, { amount: units });
  const { database } = testDatabase;
  await fundDeposit(
    {
      database,
      clock,
      currentRates: rates.currentRates,
      settings: createTestSettings(database),
      quoteSigner: testQuoteSigner,
    },
    deposit,
  );
  return id;
}
const view = () => createDashboards({ database: testDatabase.database, clock })(owner.userId);

describe('an account', () => {
  test('[C-2] without orders and deposits has no activity, and a zero for each month', async () => {
    const dashboard = await view();
    expect(dashboard).toMatchObject({
      hasActivity: false,
      transactions: 0,
      volumeKobo: '0',
      wallets: 1,
      assets: [],
      recent: [],
    });
    expect(dashboard.months.map(({ month }) => month)).toEqual(lastMonths(clock.now(), 6));
  });

  test('[C-2] [H-3] counts every order, and as volume only what arrived and was not declined', async () => {
    const stranger = await insertCustomer(testDatabase.database, { isAdmin: true });
    await convertAndFund('99', 99_000_000n, stranger);
    await convertAndFund('12.5', 12_500_000n);
    const declined = await convertAndFund('20', 20_000_000n);
    await declineOrder(
      { database: testDatabase.database },
      { orderId: declined, adminId: stranger.userId, reason: 'for the test' },
    );
    await convert('50');
    const dashboard = await view();
    expect(dashboard).toMatchObject({
      hasActivity: true,
      transactions: 3,
      volumeKobo: '2000000',
      assets: [{ currency: 'USDT', volumeKobo: '2000000' }],
    });
    expect(dashboard.months.at(-1)).toMatchObject({ transactions: 3, volumeKobo: '2000000' });
    expect(dashboard.recent.map(({ fromAmount }) => fromAmount)).toEqual(['50', '20', '12.5']);
  });

  test('[C-2] puts an order into the month that it is in Lagos, and shows the last eight', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 9; made += 1) ids.push(await convert('10'));
    // 31 October, 23:30 in London is 1 November in Lagos.
    await testDatabase.database.query(`update customer_order set created_at = $2 where id = $1`, [
      ids[0],
      new Date('2020-10-31T23:30:00Z'),
    ]);
    await testDatabase.database.query(`update customer_order set created_at = $2 where id = $1`, [
      ids[1],
      new Date('2020-10-31T22:30:00Z'),
    ]);
    clock.set(new Date('2020-11-15T12:00:00Z'));
    const { months, recent, transactions } = await view();
    const counts = new Map(months.map((month) => [month.month, month.transactions]));
    expect(counts.get('2020-10')).toBe(1);
    expect(counts.get('2020-11')).toBe(1);
    expect(transactions).toBe(9);
    expect(recent.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
  });

  test('[C-2] shows each who asks at one moment their own figures', async () => {
    const [stranger, idle] = [await insertCustomer(testDatabase.database), await insertCustomer(testDatabase.database)];
    const theirs = await convertAndFund('99', 99_000_000n, stranger);
    const own = await convertAndFund('12.5', 12_500_000n);
    const read = createDashboards({ database: testDatabase.database, clock });
    const all = await Promise.all([owner, idle, stranger, owner].map(({ userId }) => read(userId)));
    expect(all.map(({ transactions, hasActivity, recent }) => [transactions, hasActivity, recent[0]?.id])).toEqual([
      [1, true, own],
      [0, false, undefined],
      [1, true, theirs],
      [1, true, own],
    ]);
    expect(all[3]).toEqual(all[0]);
  });

  test('[C-2] has activity from its first deposit on', async () => {
    await insertDeposit(testDatabase.database, owner, { amount: 1n, status: 'seen' });
    expect(await view()).toMatchObject({ hasActivity: true, transactions: 0 });
  });
});

test('months are those of Lagos, across the turn of a year', () => {
  expect(lastMonths(new Date('2026-12-31T23:00:00Z'), 3)).toEqual(['2026-11', '2026-12', '2027-01']);
  expect(lastMonths(new Date('2026-12-31T22:59:59Z'), 2)).toEqual(['2026-11', '2026-12']);
  expect(lastMonths(new Date('2026-03-31T12:00:00Z'), 2)).toEqual(['2026-02', '2026-03']);
});

test('coins are sorted by what they brought, and volume older than the chart still counts', () => {
  const figures = sumUp(
    [
      { month: '2020-01', currency: 'ETH', transactions: 2, kobo: toKobo(10n ** 30n) },
      { month: '2026-11', currency: 'USDT', transactions: 1, kobo: toKobo(10n ** 30n + 1n) },
      { month: '2026-11', currency: 'BNB', transactions: 1, kobo: toKobo(0n) },
    ],
    new Date('2026-11-15T12:00:00Z'),
  );
  expect(figures.kobo).toBe(2n * 10n ** 30n + 1n);
  expect(figures.transactions).toBe(4);
  expect(figures.assets.map(({ currency }) => currency)).toEqual(['USDT', 'ETH']);
  expect(figures.months.at(-1)).toEqual({ month: '2026-11', transactions: 2, kobo: 10n ** 30n + 1n });
});
