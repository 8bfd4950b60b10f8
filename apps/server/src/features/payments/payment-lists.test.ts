// A merchant finds their own payments and nobody else's, counts them, and takes each of them along once, with every digit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../platform/clock.ts';
import { newId } from '../../platform/identifiers.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { createTestRates, insertCustomer, testQuoteSigner, type TestCustomer } from '../orders/order-fixtures.ts';
import { createTestProducts } from '../products/products-fixtures.ts';
import { writeCsv } from '../reports/csv.ts';
import { createTestSettings } from '../settings/settings-fixtures.ts';
import { exportPayments } from './export-payments.ts';
import { fundPayment } from './fund-payment.ts';
import { openPayment } from './open-payment.ts';
import { createTestAddressSources, insertArrival, insertLink, insertOpenedPayment } from './payments-fixtures.ts';
import { listPayments, viewTotals } from './view-payments.ts';

let db: TestDatabase;
let merchant: TestCustomer;
let linkId: string;
let [paid, short, waiting] = ['', '', ''];
const clock = createTestClock();
const dependencies = () => ({
  database: db.database,
  clock,
  currentRates: createTestRates({ USDT: '1600' }).currentRates,
  settings: createTestSettings(db.database),
  products: createTestProducts(db.database),
  quoteSigner: testQuoteSigner,
  addressSources: createTestAddressSources(),
  networks: ['ethereum'] as const,
  lockSeconds: 900,
});
const open = (link: string, reference: string | null) =>
  openPayment(dependencies(), {
    linkId: link,
    currency: 'USDT',
    network: 'ethereum',
    amount: undefined,
    idempotencyKey: undefined,
    reference,
    by: { merchantId: merchant.userId },
  });

beforeAll(async () => {
  db = await createTestDatabase();
  merchant = await insertCustomer(db.database);
  linkId = await insertLink(db.database, merchant.userId, { name: '=1+1, a “sample”' });
  paid = await open(linkId, '=HYPERLINK("https://example.test")');
  short = await open(linkId, 'Order 1041');
  waiting = await open(await insertLink(db.database, merchant.userId), null);
  await insertOpenedPayment(db.database, (await insertCustomer(db.database)).userId);
  for (const [id, amount] of [
    [paid, 16_000_001n],
    [short, 5_000_000n],
  ] as const) {
    await fundPayment(dependencies(), await insertArrival(db.database, id, { amount, seenAt: clock.now() }));
  }
  await fundPayment(
    dependencies(),
    await insertArrival(db.database, short, { amount: 3n * 10n ** 18n, asset: 'USDT@bsc' }),
  );
  await db.database.query(`update payment set payer_email = 'ngozi@example.test' where order_id = $1`, [paid]);
});
afterAll(() => db.drop());

const list = async (query: Parameters<typeof listPayments>[2]) =>
  (await listPayments(dependencies(), merchant.userId, query)).data.map(({ id }) => id);
const today = () => new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 10);
const rows = async (query: object = {}) =>
  (await exportPayments(dependencies(), merchant.userId, { from: today(), to: today(), ...query })).slice(1);

test('a payment is found by its reference, its payer’s e-mail, a transaction and its number, whatever the case', async () => {
  expect(await list({ search: 'order 10' })).toEqual([short]);
  expect(await list({ search: 'NGOZI@' })).toEqual([paid]);
  expect(await list({ search: waiting })).toEqual([waiting]);
  const [deposit] = await db.database.query<{ transaction: string }>(
    `select d.transaction from deposit d join customer_order o on o.address_id = d.address_id where o.id = $1`,
    [paid],
  );
  expect(await list({ search: deposit?.transaction ?? '' })).toEqual([paid]);
  expect(await list({ search: '%' })).toEqual([]);
  expect(await list({ search: 'order', link: newId() })).toEqual([]);
});

test('its states are counted, and what is paid is summed, over all pages of a link', async () => {
  const byState = { waiting: 1, seen: 0, confirming: 0, underpaid: 1, paid: 1, expired: 0, declined: 0 };
  expect(await viewTotals(dependencies(), merchant.userId, {})).toEqual({ byState, nairaKobo: '2500000' });
  expect(await viewTotals(dependencies(), merchant.userId, { link: linkId })).toMatchObject({
    byState: { waiting: 0, underpaid: 1, paid: 1 },
  });
  expect(await viewTotals(dependencies(), merchant.userId, { link: 'none' })).toMatchObject({ nairaKobo: '0' });
});

test('[F3] a file has each payment of these days once, oldest first, and runs nothing as a formula', async () => {
  const all = await rows();
  expect(all.map((row) => row.at(-1))).toEqual([paid, short, waiting]);
  const [first = '', second = ''] = writeCsv(all).slice(1).split('\r\n');
  expect(first).toContain(`"'=1+1, a “sample”",Bread,Paid,USDT,Ethereum,15.625,16.000001,0.375001,1600,25000.00,`);
  expect(first).toContain(`,"'=HYPERLINK(""https://example.test"")",ngozi@example.test,0x`);
  expect(second).toContain('Part is missing,USDT,Ethereum,15.625,5,0,1600,25000.00,');
  expect(second).toContain('3 USDT on BNB Smart Chain 0x');
});

test('a file has only what is asked for, and says what is wrong with its days', async () => {
  expect(await rows({ link: linkId, state: 'paid' })).toHaveLength(1);
  expect(await rows({ from: '2021-01-01', to: '2021-01-02' })).toEqual([]);
  expect(await rows({ link: 'none' })).toEqual([]);
  await expect(rows({ from: '2026-02-30' })).rejects.toMatchObject({ status: 422 });
  await expect(rows({ from: '2021-01-01' })).rejects.toThrow(/at most 366 days/);
});
