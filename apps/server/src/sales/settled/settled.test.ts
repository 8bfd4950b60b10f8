// What a merchant is told of settled payments is at any moment what counting all of them gives, day by day of Lagos, also
// once old days are counted and where naira came back; and each is in a file once.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { LinkId, OrderId, UserId } from '@kobogate/contract';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { createPaymentDependencies, insertArrival, insertLink, openingBy } from '@kobogate/testkit/sales/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countDays } from '../order-views/count-days.ts';
import { createPaymentOpening } from '../payments/open-payment.ts';
import { openSettledCsv, writeSettledWorkbook, writeStatement } from './export-settled.ts';
import { listReferences, viewOverview } from './view-overview.ts';

let db: TestDatabase;
let merchantId: UserId;
let [bakery, studio]: LinkId[] = [];
const clock = createTestClock();
const dependencies = () => createPaymentDependencies(db.database, { clock });

beforeAll(async () => {
  db = await createTestDatabase();
  clock.set(new Date());
  merchantId = (await insertCustomer(db.database)).userId;
  bakery = await insertLink(db.database, merchantId, { name: 'Bakery' });
  studio = await insertLink(db.database, merchantId, { name: 'Studio' });
});
afterAll(() => db.drop());

async function pay(link: LinkId | undefined, reference: string | null): Promise<OrderId> {
  if (link === undefined) throw new Error('no link');
  const id = await createPaymentOpening(dependencies())({ ...openingBy(link), reference, by: { merchantId } });
  await fundDeposit(dependencies(), await insertArrival(db.database, id, { amount: 16_000_000n, seenAt: clock.now() }));
  return id;
}
/** As a payout's step saves it: the order's state and time change together. */
async function setPayout(id: OrderId, payout: string, daysAgo = 0): Promise<void> {
  await db.database.query(
    `update customer_order set payout = $2, status = 'approved', updated_at = now() - $3::int * interval '1 day' where id = $1`,
    [id, payout, daysAgo],
  );
}
const dayOf = (daysAgo: number): string =>
  new Date(clock.now().getTime() + 3_600_000 - daysAgo * 86_400_000).toISOString().slice(0, 10);
const overview = (from: number, to = 0) =>
  viewOverview(dependencies(), merchantId, { from: dayOf(from), to: dayOf(to) });

/** What the product says of the days, and what adding up the settled payments gives. */
async function both(from: number, to = 0) {
  const { settled, links } = await overview(from, to);
  const [direct] = await db.database.query<{ payments: number; kobo: string }>(
    `select count(*)::int as payments, coalesce(sum(naira_kobo), 0)::text as kobo from customer_order
     where user_id = $1 and payout = 'paid' and (updated_at at time zone 'Africa/Lagos')::date between $2 and $3`,
    [merchantId, dayOf(from), dayOf(to)],
  );
  const ofLinks = links.reduce((sum, { payments }) => sum + payments, 0);
  return {
    product: [settled.payments, settled.nairaKobo, ofLinks],
    direct: [direct?.payments, direct?.kobo, direct?.payments],
  };
}

test('each state of a payment is counted where it is: on its way, held, and in the bank from that moment on', async () => {
  const id = await pay(bakery, 'INV-1');
  await db.database.query(`update customer_order set status = 'pending' where id = $1`, [id]);
  const held = await overview(0);
  expect([held.held.payments, held.waiting.payments, held.today.payments]).toEqual([1, 0, 0]);
  await setPayout(id, 'sent');
  const sent = await overview(0);
  expect([sent.held.payments, sent.waiting.payments, sent.today.payments]).toEqual([0, 1, 0]);
  await setPayout(id, 'paid');
  const paid = await overview(0);
  expect([paid.waiting.payments, paid.today.payments, paid.links.map(({ name }) => name)]).toEqual([0, 1, ['Bakery']]);
  expect(paid.today.nairaKobo).toBe(paid.settled.nairaKobo);
});

test('counted days stay equal to what adding up all payments gives, also where naira comes back later', async () => {
  const old = await pay(studio, 'INV-2');
  const older = await pay(studio, 'INV-1');
  await setPayout(old, 'paid', 5);
  await setPayout(older, 'paid', 9);
  const check = async () => {
    for (const [from, to] of [
      [0, 0],
      [6, 4],
      [30, 0],
      [9, 9],
    ] as const) {
      const { product, direct } = await both(from, to);
      expect(product, `${from} to ${to}`).toEqual(direct);
    }
  };
  await check();
  await countDays(db);
  const [counted] = await db.database.query<{ count: number }>(`select count(*)::int as count from settled_day`);
  expect(counted?.count).toBe(2);
  await check();
  await setPayout(old, 'reversed', 1);
  await check();
  await setPayout(old, 'paid', 0);
  await check();
});

test('references are summed, found by their beginning, and paged without leaving one out', async () => {
  const all = await listReferences(dependencies(), merchantId, {});
  expect(all.data.map(({ reference, payments }) => [reference, payments])).toEqual([
    ['INV-1', 2],
    ['INV-2', 1],
  ]);
  const first = await listReferences(dependencies(), merchantId, { limit: 1 });
  expect(first.next).toBe('INV-1');
  const second = await listReferences(dependencies(), merchantId, { limit: 1, before: 'INV-1' });
  expect([second.data.map(({ reference }) => reference), second.next]).toEqual([['INV-2'], null]);
  expect((await listReferences(dependencies(), merchantId, { search: 'inv' })).data).toEqual([]);
  expect((await listReferences(dependencies(), (await insertCustomer(db.database)).userId, {})).data).toEqual([]);
});

test('a file has each settled payment once, and a program’s file its columns and days', async () => {
  const days = { from: dayOf(30), to: dayOf(0) };
  const { headings, pages } = openSettledCsv(dependencies(), merchantId, days);
  const rows = [];
  for await (const page of pages) rows.push(...page);
  expect(rows).toHaveLength(3);
  expect(rows.every((row) => row.length === headings.length)).toBe(true);
  const xero = (await writeStatement(dependencies(), merchantId, days, 'xero')).trim().split('\r\n');
  expect(xero[0]).toBe('*Date,*Amount,Payee,Description,Reference,Check Number');
  expect(xero[1]).toMatch(/^\d\d\/\d\d\/\d{4},\d+\.\d\d,Studio,Studio: .+,INV-1,$/);
  expect(xero).toHaveLength(4);
  const ofLink = await writeStatement(dependencies(), merchantId, { ...days, link: bakery }, 'quickbooks');
  expect(ofLink.trim().split('\r\n')).toHaveLength(2);
  await expect(writeSettledWorkbook(dependencies(), merchantId, days, 2)).rejects.toThrow('more than 2 payments');
});
