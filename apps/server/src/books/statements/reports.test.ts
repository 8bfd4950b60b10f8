// A report's volumes, earnings and payouts equal the ledger's accounts, to the kobo, on the days of Lagos on which they
// were booked; any split of time into reports adds up to the whole.
import { createPayout } from '@kobogate/testkit/payouts/payout-steps.ts';
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { OrderId, PayoutId } from '@kobogate/contract';
import { bookedAt } from '@kobogate/testkit/books/reports.ts';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  silentBank,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance, exchange, findEntrySpans, railFloat, spreadIncome, vatDue } from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { approveOrder } from '../../sales/orders/approve-order.ts';
import { loadNewestPayout, lockPayout } from '../../payouts/index.ts';
import { postAll } from '../../payouts/postings.ts';
import { viewReport } from './routes.ts';
import { createOrderCreation } from '../../sales/orders/create-order.ts';
import { postingOf, type TransitionName } from '../../payouts/payout-machine.ts';

const USDT_RATES = { customer: '1584.13', market: '1600.27' };
const ETH_RATES = { customer: '4950000', market: '5000000' };

let testDatabase: TestDatabase;
let database: Database;
let rates: ReturnType<typeof createTestRates>;
let owners: { USDT: TestCustomer; ETH: TestCustomer };
let admin: TestCustomer;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  rates = createTestRates({});
  rates.set('USDT', USDT_RATES.customer, USDT_RATES.market);
  rates.set('ETH', ETH_RATES.customer, ETH_RATES.market);
  owners = {
    USDT: await insertCustomer(database),
    ETH: await insertCustomer(database, { currency: 'ETH', network: 'arbitrum' }),
  };
  admin = await insertCustomer(database, { isAdmin: true });
  await bookEverything();
});
afterAll(() => testDatabase.drop());

const at = (moment: string, work: () => Promise<unknown>) => bookedAt(database, moment, work);

async function makeOrder(currency: 'USDT' | 'ETH', amount: string, units: bigint, madeAt: string): Promise<OrderId> {
  const owner = owners[currency];
  const settings = createTestSettings(database);
  const dependencies = {
    database,
    clock: systemClock,
    currentRates: rates.currentRates,
    settings,
    quoteSigner: testQuoteSigner,
  };
  const create = createOrderCreation({ ...dependencies, lockSeconds: 900, products: createTestProducts(database) });
  const pair = currency === 'USDT' ? { asset: 'USDT@ethereum' } : { asset: 'ETH@arbitrum' };
  const network = currency === 'USDT' ? 'ethereum' : 'arbitrum';
  const input = { userId: owner.userId, fromCurrency: currency, fromAmount: amount, network };
  const { order } = await create({ ...input, quoteId: undefined, idempotencyKey: undefined });
  await fundDeposit(dependencies, await insertDeposit(database, owner, { amount: units, ...pair }));
  await database.query(`update customer_order set created_at = $2 where id = $1`, [order.id, madeAt]);
  return order.id;
}

async function payOut(orderId: OrderId): Promise<void> {
  await approveOrder({ database, askName: silentBank }, { orderId, adminId: admin.userId });
  await createPayout({ database, rails: [idleRail], settings: createTestSettings(database) }, { orderId });
  await move(orderId, 'leave', 'settle');
}

async function move(orderId: OrderId, ...names: TransitionName[]): Promise<void> {
  const payout = await loadNewestPayout(database, orderId);
  for (const name of names) {
    await database.transaction(async (tx) => {
      const posting = postingOf(name, await lockPayout(tx, payout?.id ?? idFor<PayoutId>('')));
      if (posting !== null) await postAll(tx, [posting]);
    });
  }
}

async function bookEverything(): Promise<void> {
  const first = await makeOrder('USDT', '10.000001', 10_000_001n, '2026-10-01T08:00:00Z');
  await at('2026-10-01T22:59:59.999Z', () => payOut(first));
  const second = await makeOrder('USDT', '7.5', 7_500_000n, '2026-10-01T23:00:00Z');
  await at('2026-10-01T23:00:00Z', () => payOut(second));
  const third = await makeOrder('ETH', '0.5', 5n * 10n ** 17n, '2026-10-03T12:00:00Z');
  await at('2026-10-03T12:00:00Z', () => payOut(third));
  await at('2026-10-04T12:00:00Z', () => move(first, 'reverse'));
  await at('2026-10-05T12:00:00Z', () => move(first, 'take-ended'));
  await makeOrder('USDT', '3', 3_000_000n, '2026-10-04T12:00:00Z');
}

const view = (from: string, to: string) => viewReport({ database }, { from, to });
const sum = (values: readonly string[]): bigint => values.reduce((total, value) => total + BigInt(value), 0n);

test('[D-1] [H-3] the whole is what the ledger’s accounts hold', async () => {
  const { totals, days, assets } = await view('2026-09-01', '2026-11-30');
  expect(BigInt(totals.feesKobo)).toBe(await balance(database, spreadIncome()));
  expect(BigInt(totals.feesKobo)).toBeGreaterThan(0n);
  const vat = await balance(database, vatDue());
  expect(BigInt(totals.volumeKobo) + BigInt(totals.feesKobo) + vat).toBe(-(await balance(database, exchange('NGN'))));
  expect(BigInt(totals.paidOutKobo) - BigInt(totals.returnedKobo)).toBe(
    -(await balance(database, railFloat('budpay'))),
  );
  for (const name of ['volumeKobo', 'feesKobo', 'paidOutKobo', 'returnedKobo'] as const) {
    expect([name, sum(days.map((day) => day[name]))]).toEqual([name, BigInt(totals[name])]);
    expect([name, sum(assets.map((asset) => asset[name]))]).toEqual([name, BigInt(totals[name])]);
  }
});

test('[D-1] a day ends at midnight in Lagos, and one without anything is there with zeros', async () => {
  const { days, totals } = await view('2026-10-01', '2026-10-04');
  expect(totals).toMatchObject({ orders: 4, conversions: 3, payouts: 3 });
  expect(days.map(({ day, orders, conversions, payouts }) => [day, orders, conversions, payouts])).toEqual([
    ['2026-10-01', 1, 1, 1],
    ['2026-10-02', 1, 1, 1],
    ['2026-10-03', 1, 1, 1],
    ['2026-10-04', 1, 0, 0],
  ]);
  expect(days[0]).toMatchObject({
    volumeKobo: '1584130',
    feesKobo: '15013',
    paidOutKobo: '1584130',
    returnedKobo: '0',
  });
  expect(days[3]).toMatchObject({ volumeKobo: '0', feesKobo: '0', paidOutKobo: '0', returnedKobo: '1584130' });
});

test('[D-1] a payout that was paid after all, as two administrators know from the bank, is paid out again', async () => {
  expect((await view('2026-10-05', '2026-10-05')).totals).toMatchObject({
    payouts: 1,
    paidOutKobo: '1584130',
    returnedKobo: '0',
  });
});

test('[D-1] by asset the coins are exact, the largest volume first', async () => {
  const { assets } = await view('2026-10-01', '2026-10-04');
  expect(assets).toMatchObject([
    { currency: 'ETH', network: 'arbitrum', networkName: 'Arbitrum One', amount: '0.5', volumeKobo: '247500000' },
    { currency: 'USDT', network: 'ethereum', amount: '17.500001', conversions: 2, payouts: 2, returnedKobo: '1584130' },
  ]);
});

test('[D-1] orders made are counted by their state', async () => {
  const { statuses } = await view('2026-10-01', '2026-10-04');
  expect(statuses).toEqual([
    { status: 'pending', payout: 'none', orders: 1, nairaKobo: '475239' },
    { status: 'approved', payout: 'queued', orders: 3, nairaKobo: String(1_584_130n + 1_188_097n + 247_500_000n) },
  ]);
});

test('each period finds exactly its own entries, wherever it begins and ends', async () => {
  const kinds = ['exchange', 'spread-income', 'rail-float'] as const;
  const moments = ['2020-01-01T00:00:00Z', '2026-10-01T22:59:59.999Z', '2026-10-01T23:00:00Z'];
  moments.push('2026-10-02T00:00:00Z', '2026-10-03T12:00:00Z', '2026-10-04T12:00:00.001Z', '2030-01-01T00:00:00Z');
  for (const [index, from] of moments.entries()) {
    for (const to of moments.slice(index)) {
      const spans = await findEntrySpans(database, { kinds }, { from: new Date(from), to: new Date(to) });
      const counted = await database.query<{ code: string; entries: bigint }>(
        `select a.code, count(b.id) as entries from ledger_account a
         left join ledger_transfer t on a.id in (t.debit_account, t.credit_account)
         left join ledger_batch b on b.id = t.batch_id and b.posted_at >= $1 and b.posted_at < $2
         where a.kind = any($3) group by a.code order by a.code`,
        [from, to, kinds],
      );
      const found = spans.map(({ code, first, end }) => ({ code, entries: end - first }));
      expect(found.toSorted((left, right) => (left.code < right.code ? -1 : 1))).toEqual(counted);
    }
  }
});
