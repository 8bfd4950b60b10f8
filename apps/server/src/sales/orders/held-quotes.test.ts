// A rate that a customer holds is the server's record: it is converted at to the kobo that its preview showed, and a
// made-up rate, another customer's or an expired one is refused.
import { priceParts, type QuoteId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { createTestRates, insertCustomer, type TestCustomer, testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { createQuote } from '../../pricing/rates/create-quote.ts';
import { type CreateOrder, createOrderCreation } from './create-order.ts';
import { getConversion } from '../order-views/view-orders.ts';

const QUOTE_SECONDS = 60;

let db: TestDatabase;
let clock: TestClock;
let rates: ReturnType<typeof createTestRates>;
let create: CreateOrder;
let owner: TestCustomer;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  clock = createTestClock();
  rates = createTestRates({});
  rates.set('USDT', '1584', '1600');
  owner = await insertCustomer(db.database);
  create = createOrderCreation({ ...dependencies(), settings: createTestSettings(db.database), lockSeconds: 900 });
});

const dependencies = () => ({
  database: db.database,
  clock,
  currentRates: rates.currentRates,
  products: createTestProducts(db.database),
  quoteSigner: testQuoteSigner,
  quoteSeconds: QUOTE_SECONDS,
});
const hold = (userId = owner.userId, network = 'ethereum') =>
  createQuote(dependencies(), { userId, currency: 'USDT', network });
const convert = (quoteId: QuoteId) =>
  create({
    userId: owner.userId,
    fromCurrency: 'USDT',
    network: 'ethereum',
    fromAmount: '12.345678',
    quoteId,
    idempotencyKey: undefined,
  });

test('[M2] [H-4] what the preview of a held rate shows is the order, whatever the market does', async () => {
  const quote = await hold();
  const preview = priceParts(12_345_678n, 6, quote);
  rates.set('USDT', '2', '3');
  clock.advance(QUOTE_SECONDS * 1000 - 1);
  const { order } = await convert(quote.id);
  const { price } = await getConversion(db, { orderId: order.id, userId: owner.userId });
  expect(price).toEqual({
    rate: '1584',
    marketRate: '1600',
    grossKobo: String(preview.grossKobo),
    feeKobo: String(preview.feeKobo),
    vatKobo: String(preview.vatKobo),
    stampDutyKobo: String(preview.stampDutyKobo),
    nairaKobo: String(preview.nairaKobo),
  });
  expect(price.nairaKobo).toBe('1955555');
});

test('[R2] [C1] a rate that was made up, is of another pair or is held for another customer is refused', async () => {
  const other = await insertCustomer(db.database);
  const refused = { status: 422, message: 'We do not know this quote. Please look at the rate again.' };
  for (const quoteId of [
    newId<QuoteId>(),
    idFor<QuoteId>("1' or '1'='1"),
    (await hold(other.userId)).id,
    (await hold(owner.userId, 'bsc')).id,
  ]) {
    await expect(convert(quoteId)).rejects.toMatchObject(refused);
  }
});

test('[R1] a held rate that has ended is refused with a message, and makes no order', async () => {
  const quote = await hold();
  clock.advance(QUOTE_SECONDS * 1000);
  await expect(convert(quote.id)).rejects.toMatchObject({ status: 409, message: /rate has ended/ });
  const rows = await db.database.query(`select 1 from customer_order where user_id = $1`, [owner.userId]);
  expect(rows).toEqual([]);
});
