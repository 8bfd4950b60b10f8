// A merchant finds and counts only their own payments, and exports each of them once, with every digit.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { LinkId, OrderId } from '@kobogate/contract';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import {
  createPaymentDependencies,
  insertArrival,
  insertLink,
  insertOpenedPayment,
  openingBy,
} from '@kobogate/testkit/sales/payments.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { createDashboards } from '../order-views/view-dashboard.ts';
import { writeCsv } from '../../platform/files/csv.ts';
import { createPaymentFiles, readPaymentRows } from './export-payments.ts';
import { PAYMENT_HEADINGS, paymentRow } from './payment-tables.ts';
import { createPaymentOpening } from './open-payment.ts';
import { createPaymentLists, type PaymentLists, createPaymentViewing } from './view-payments.ts';

let db: TestDatabase;
let merchant: TestCustomer;
let linkId: LinkId;
let [paid, short, waiting] = [idFor<OrderId>(''), idFor<OrderId>(''), idFor<OrderId>('')];
const clock = createTestClock();
const dependencies = () => createPaymentDependencies(db.database, { clock });
const lists = () => createPaymentLists(dependencies());
const open = (link: LinkId, reference: string | null, metadata?: Record<string, string>) =>
  createPaymentOpening(dependencies())({
    ...openingBy(link),
    reference,
    metadata,
    by: { merchantId: merchant.userId },
  });

beforeAll(async () => {
  db = await createTestDatabase();
  merchant = await insertCustomer(db.database);
  linkId = await insertLink(db.database, merchant.userId, { name: '=1+1, a “sample”' });
  paid = await open(linkId, '=HYPERLINK("https://example.test")');
  short = await open(linkId, 'Order 1041', { table: '9', note: '=1+1' });
  waiting = await open(await insertLink(db.database, merchant.userId), null);
  await insertOpenedPayment(db.database, (await insertCustomer(db.database)).userId);
  for (const [id, amount] of [
    [paid, 16_000_001n],
    [short, 5_000_000n],
  ] as const) {
    await fundDeposit(dependencies(), await insertArrival(db.database, id, { amount, seenAt: clock.now() }));
  }
  await fundDeposit(
    dependencies(),
    await insertArrival(db.database, short, { amount: 3n * 10n ** 18n, asset: 'USDT@bsc' }),
  );
  await db.database.query(`update payment set payer_email = 'ngozi@example.test' where order_id = $1`, [paid]);
});
afterAll(() => db.drop());

const list = async (query: Parameters<PaymentLists['list']>[1]) =>
  (await lists().list(merchant.userId, query)).data.map(({ id }) => id);
const today = () => new Date(clock.now().getTime() + 3_600_000).toISOString().slice(0, 10);
const refusal = new Error('too many for a file');
const rows = async (query: object = {}, most = 10) => {
  const days = { from: today(), to: today(), ...query };
  const all = [];
  for await (const page of readPaymentRows(dependencies(), merchant.userId, days, { most, refusal })) all.push(...page);
  return all;
};

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
  expect(await list({ search: 'order', link: newId<LinkId>() })).toEqual([]);
});

test('its states are counted, and the paid ones are summed, over all pages of a link', async () => {
  const byState = { waiting: 1, seen: 0, confirming: 0, underpaid: 1, paid: 1, expired: 0, declined: 0 };
  expect(await lists().count(merchant.userId, {})).toEqual({ byState, nairaKobo: '2500000' });
  expect(await lists().count(merchant.userId, { link: linkId })).toMatchObject({
    byState: { waiting: 0, underpaid: 1, paid: 1 },
  });
  expect(await lists().count(merchant.userId, { link: idFor<LinkId>('none') })).toMatchObject({
    nairaKobo: '0',
  });
});

test('a page says how many payments there are on all pages, of the state, link and text that were asked for', async () => {
  const totalOf = async (query: Parameters<PaymentLists['list']>[1]) =>
    (await lists().list(merchant.userId, query)).total;
  const first = await lists().list(merchant.userId, { limit: 1 });
  expect([
    first.data.length,
    first.total,
    await totalOf({ limit: 1, before: idFor<OrderId>(first.next ?? '') }),
  ]).toEqual([1, 3, 3]);
  expect([await totalOf({ state: 'paid' }), await totalOf({ link: linkId })]).toEqual([1, 2]);
  expect([await totalOf({ search: 'ngozi' }), await totalOf({ link: idFor<LinkId>('none') })]).toEqual([1, 0]);
});

test('each who asks for their payments at one moment sees their own, and how many there are of their own', async () => {
  const others = await Promise.all([insertCustomer(db.database), insertCustomer(db.database)]);
  const opened = await Promise.all(others.map(({ userId }) => insertOpenedPayment(db.database, userId)));
  const stranger = await insertCustomer(db.database);
  const { list: read, count } = lists();
  const askers = [...others, merchant, stranger, merchant].map(({ userId }) => userId);
  const pages = await Promise.all(askers.map((userId) => read(userId, { limit: 2 })));
  expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([
    [opened[0]?.orderId],
    [opened[1]?.orderId],
    [waiting, short],
    [],
    [waiting, short],
  ]);
  expect(pages.map(({ next, total }) => [next, total])).toEqual([
    [null, 1],
    [null, 1],
    [short, 3],
    [null, 0],
    [short, 3],
  ]);
  const viewPayment = createPaymentViewing(dependencies());
  const asked = [paid, opened[0]?.orderId ?? paid, newId<OrderId>(), paid];
  const seen = await Promise.allSettled(asked.map((id) => viewPayment(id)));
  expect(seen.map((each) => (each.status === 'fulfilled' ? each.value.id : each.status))).toEqual([
    asked[0],
    asked[1],
    'rejected',
    asked[3],
  ]);
  const totals = await Promise.all([count(merchant.userId, {}), count(stranger.userId, {})]);
  expect(totals.map(({ byState, nairaKobo }) => [byState.paid, nairaKobo])).toEqual([
    [1, '2500000'],
    [0, '0'],
  ]);
});

test('[C-2] the dashboard lists payments by link beside conversions, those for which something came', async () => {
  const { recent, transactions } = await createDashboards(dependencies())(merchant.userId);
  expect(recent).toHaveLength(transactions);
  expect(new Set(recent.map(({ kind, paymentLinkId }) => `${kind} by ${paymentLinkId}`))).toEqual(
    new Set([`payment by ${linkId}`]),
  );
});

test('[F3] a file has each payment of these days once, oldest first, and runs nothing as a formula', async () => {
  const all = await rows();
  expect(all.map((row) => row.at(-1))).toEqual([paid, short, waiting]);
  const [first = '', second = ''] = writeCsv(all).slice(1).split('\r\n');
  expect(first).toContain(`"'=1+1, a “sample”",Bread,Paid,USDT,Ethereum,15.625,16.000001,0.375001,1600,25000.00,`);
  expect(first).toContain(`,"'=HYPERLINK(""https://example.test"")",,,ngozi@example.test,0x`);
  expect(second).toContain('Part is missing,USDT,Ethereum,15.625,5,0,1600,25000.00,');
  expect(second).toContain(`Order 1041,"{""note"":""=1+1"",""table"":""9""}",`);
  expect(second).toContain('3 USDT on BNB Smart Chain 0x');
});

test('a file has only the requested payments, and invalid days get a message', async () => {
  expect(await rows({ link: linkId, state: 'paid' })).toHaveLength(1);
  expect(await rows({ from: '2021-01-01', to: '2021-01-02' })).toEqual([]);
  expect(await rows({ link: 'none' })).toEqual([]);
  await expect(rows({ from: '2026-02-30' })).rejects.toMatchObject({ status: 422 });
  await expect(rows({ from: '2021-01-01' })).rejects.toThrow(/at most 366 days/);
});

test('a file that would hold too many is refused, one at the limit is not', async () => {
  expect(await rows({}, 3)).toHaveLength(3);
  await expect(rows({}, 2)).rejects.toBe(refusal);
});

test('a CSV is read as it is sent, one of a merchant at a time; workbooks are written one at a time, ten files within ten minutes, and a wrong day costs none', async () => {
  let [reading, together] = [0, 0];
  const database = {
    query: async <Row extends object>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]> => {
      if (name !== 'payments-opened') return db.database.query<Row>(text, values, name);
      reading += 1;
      together = Math.max(together, reading);
      try {
        return await db.database.query<Row>(text, values, name);
      } finally {
        reading -= 1;
      }
    },
  };
  const files = createPaymentFiles({ ...dependencies(), database, clock, publicOrigin: '' });
  const days = { from: today(), to: today() };
  await expect(files.csv(merchant.userId, { ...days, from: 'never' }).next()).rejects.toMatchObject({ status: 422 });
  const sent = files.csv(merchant.userId, days);
  let file = String((await sent.next()).value);
  // Nothing is read before the headings are taken, and another file waits until this one was.
  expect([file.trim().split(',').at(-1), together]).toEqual(['Payment', 0]);
  await expect(files.csv(merchant.userId, days).next()).rejects.toMatchObject({ status: 429 });
  for await (const piece of sent) file += piece;
  const ends = file.split('\r\n').map((line) => line.split(',').at(-1));
  expect(ends).toEqual(['Payment', paid, short, waiting, '']);
  together = 0;
  const several = (count: number) =>
    Promise.all(Array.from({ length: count }, () => files.workbook(merchant.userId, days)));
  await several(5);
  await several(4);
  expect(together).toBe(1);
  await expect(files.workbook(merchant.userId, days)).rejects.toMatchObject({ status: 429 });
  clock.advance(600_000);
  expect((await files.workbook(merchant.userId, days)).byteLength).toBeGreaterThan(1000);
});

test('what a payer gave for the link’s own fields is in the payment, as it was asked then, and in its row', async () => {
  const asked = [{ key: 'size', label: 'Size', type: 'choice', isRequired: true, choices: ['M', '=L'] }];
  const ask = (fields: unknown) =>
    db.database.query(`update payment_link set custom_fields = $2::jsonb where id = $1`, [
      linkId,
      JSON.stringify(fields),
    ]);
  await ask(asked);
  await expect(createPaymentOpening(dependencies())(openingBy(linkId))).rejects.toMatchObject({
    status: 422,
    faults: [{ field: 'customValues.size', message: 'Please fill in “Size”.' }],
  });
  const id = await createPaymentOpening(dependencies())({ ...openingBy(linkId), customValues: { size: '=L' } });
  await ask([]);
  const customValues = [{ key: 'size', label: 'Size', value: '=L' }];
  expect(await createPaymentViewing(dependencies())(id)).toMatchObject({ customValues });
  const { data } = await lists().list(merchant.userId, {});
  const own = data.find((payment) => payment.id === id);
  expect(own).toMatchObject({ customValues });
  const heading = PAYMENT_HEADINGS.indexOf('Custom fields (JSON)');
  expect(own === undefined ? [] : paymentRow(own)[heading]).toBe('{"size":"=L"}');
});

test('a merchant reads a payment’s page and their own data of it: the link’s, unless it was opened with other', async () => {
  await db.database.query(`update payment_link set metadata = '{"shop": "Yaba"}' where id = $1`, [linkId]);
  const visitor = await createPaymentOpening(dependencies())({ ...openingBy(linkId), reference: 'cart 80' });
  const { data } = await lists().list(merchant.userId, {});
  const found = (id: OrderId) => data.find((payment) => payment.id === id);
  expect(found(visitor)).toMatchObject({
    reference: 'cart 80',
    metadata: { shop: 'Yaba' },
    pageUrl: `https://pay.example/custom-payment/${linkId}/payments/${visitor}`,
  });
  expect(found(short)?.metadata).toEqual({ table: '9', note: '=1+1' });
  expect(found(paid)?.metadata).toEqual({});
  expect(JSON.stringify(await createPaymentViewing(dependencies())(visitor))).not.toMatch(/Yaba|cart 80/);
});
