// The order, its payout and its booking match the customer's quote, to the kobo: the database refuses anything else,
// and a quote that was changed directly in the database is found.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { OrderId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatRate } from '@kobogate/money';
import { createOrderCreation } from '../orders/create-order.ts';
import { listOrderQuotes } from './db.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import { createQuoteSigner } from './order-quote.ts';
import { verifyQuotes } from './verify-quotes.ts';

const clock = createTestClock();
const rates = createTestRates({});
let db: TestDatabase;
let owner: TestCustomer;
let orderId: OrderId;

beforeAll(async () => {
  db = await createTestDatabase();
  owner = await insertCustomer(db.database);
  rates.set('USDT', '1584', '1600');
  orderId = await order('12.345678');
});
afterAll(() => db.drop());

const dependencies = () => ({
  database: db.database,
  clock,
  currentRates: rates.currentRates,
  products: createTestProducts(db.database),
  settings: createTestSettings(db.database),
  quoteSigner: testQuoteSigner,
  lockSeconds: 900,
});
async function order(fromAmount: string, customer = owner): Promise<OrderId> {
  const input = { userId: customer.userId, fromCurrency: 'USDT', fromAmount, network: 'ethereum' };
  const create = createOrderCreation(dependencies());
  return (await create({ ...input, quoteId: undefined, idempotencyKey: undefined })).order.id;
}

test('[M2] a quote has every part of the conversion, and the parts are the whole', async () => {
  const [quote, ...more] = await listOrderQuotes(db.database, orderId);
  expect(more).toEqual([]);
  expect(quote).toMatchObject({
    reason: 'order',
    asset: 'USDT@ethereum',
    amount: 12_345_678n,
    grossKobo: 1_975_308n,
    nairaKobo: 1_955_555n,
    feeKobo: 18_374n,
    vatKobo: 1_379n,
    stampDutyKobo: 5_000n,
    evidence: 'sample',
  });
  expect(await verifyQuotes(db.database, testQuoteSigner)).toEqual([]);
});

test.each([
  ['an order with another naira than its quote', `update customer_order set naira_kobo = naira_kobo + 1`],
  ['an order without its quote', `update customer_order set order_quote_id = gen_random_uuid()`],
  [
    'a payout of another amount than the quote',
    `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
       account_name, status, order_quote_id)
     select gen_random_uuid(), id, 1, 'budpay', 'kg-other', naira_kobo + 1, '0', '0', 'x', 'x', 'queued', order_quote_id
     from customer_order`,
  ],
  [
    'a quote whose naira is not the amount at the rate',
    `insert into order_quote (id, order_id, reason, asset, decimals, amount, rate, market_rate, gross_kobo, naira_kobo,
       fee_kobo, vat_kobo, stamp_duty_kobo, made_at, expires_at, evidence, signature)
     select gen_random_uuid(), order_id, reason, asset, decimals, amount, rate, market_rate, gross_kobo, naira_kobo + 1,
       fee_kobo - 1, vat_kobo, stamp_duty_kobo, made_at, expires_at, evidence, signature from order_quote`,
  ],
  ['a changed quote', `update order_quote set fee_kobo = 0`],
  ['a deleted quote', `delete from order_quote`],
])('[M2] the database refuses %s', async (_what, statement) => {
  await expect(db.database.transaction((tx) => tx.query(statement))).rejects.toThrow(
    /as_quoted|order_quote_check|written once/,
  );
});

/**
 * Runs a change with triggers and references off, as a superuser could; answers the rules found broken; rolls it back.
 */
async function tamper(statement: string, signer = testQuoteSigner): Promise<string[]> {
  const undo = new Error('undo');
  let rules: string[] = [];
  await db.database
    .transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`);
      await tx.query(statement);
      rules = (await verifyQuotes(tx, signer)).map((sentence) => sentence.split(':', 1)[0] ?? '');
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return rules;
}

/** The same change where the database no longer compares which parts a quote has. */
function withoutForm(statement: string): string {
  return `do $$ declare one name; begin
    for one in select conname from pg_constraint where conrelid = 'order_quote'::regclass and contype = 'c' loop
      execute format('alter table order_quote drop constraint %I', one);
    end loop;
    ${statement};
  end $$`;
}

test.each([
  ['its evidence', `update order_quote set evidence = 'other'`],
  ['the split', `update order_quote set fee_kobo = fee_kobo + 1, vat_kobo = vat_kobo - 1`],
  ['the duty', `update order_quote set stamp_duty_kobo = 0`],
  ['its end', `update order_quote set expires_at = expires_at + interval '1 second'`],
  ['the signature', `update order_quote set signature = sha256('x')`],
  ['form of an older one', withoutForm(`update order_quote set evidence = 'other', decimals = null`)],
  [
    'market rate, which an older one has not',
    withoutForm(`update order_quote set evidence = 'other', market_rate = null`),
  ],
])('[M2] [L3] a quote with a changed %s is found by its signature', async (_what, statement) => {
  expect(await tamper(statement)).toEqual(['quote-signature']);
});

test('[M2] an order that is not as quoted is found, and so is a quote without its signature', async () => {
  expect(await tamper(`update customer_order set naira_kobo = naira_kobo + 1`)).toEqual(['order-as-quoted']);
  expect(await tamper(`update customer_order set rate = rate + 1`)).toEqual(['order-as-quoted']);
  const unsigned = `update order_quote set signature = null, decimals = null, market_rate = null`;
  expect(await tamper(unsigned)).toEqual(['quote-unsigned']);
});

test('[M2] another key did not sign our quotes', async () => {
  expect(await tamper('select 1', createQuoteSigner(Buffer.alloc(32, 8)))).toEqual(['quote-signature']);
});

test('[R1] [M2] late coins get a new quote at that moment, and the customer sees both figures', async () => {
  const customer = await insertCustomer(db.database);
  const late = await order('20', customer);
  clock.advance(901_000);
  rates.set('USDT', '1485', '1500');
  await fundDeposit(
    dependencies(),
    await insertDeposit(db.database, customer, { amount: 20_000_000n, seenAt: clock.now() }),
  );
  const quotes = await listOrderQuotes(db.database, late);
  expect(quotes.map(({ reason, rate, nairaKobo }) => [reason, formatRate(rate), nairaKobo])).toEqual([
    ['order', '1584', 3_168_000n],
    ['late', '1485', 2_970_000n],
  ]);
  const [event] = await db.database.query<{ text: string }>(
    `select text from order_event where order_id = $1 and type = 'late'`,
    [late],
  );
  expect(event?.text).toContain('₦29,700.00 at ₦1,485.00, instead of ₦31,680.00 at ₦1,584.00.');
  const told = await db.database.query(
    `select 1 from event where type = 'order.rate-asked' and payload ->> 'orderId' = $1`,
    [late],
  );
  expect(told).toHaveLength(1);
  expect(await verifyQuotes(db.database, testQuoteSigner)).toEqual([]);
});

test('[R1] a top-up that comes after the lock had ended prices the whole order at that moment', async () => {
  const customer = await insertCustomer(db.database);
  const short = await order('20', customer);
  const inTime = await insertDeposit(db.database, customer, { amount: 8_000_000n, seenAt: clock.now() });
  await fundDeposit(dependencies(), inTime);
  clock.advance(901_000);
  rates.set('USDT', '1287', '1300');
  const topUp = await insertDeposit(db.database, customer, { amount: 12_000_000n, seenAt: clock.now() });
  await fundDeposit(dependencies(), topUp);
  const quotes = await listOrderQuotes(db.database, short);
  expect(quotes.map(({ nairaKobo }) => nairaKobo)).toEqual([2_970_000n, 2_574_000n]);
});
