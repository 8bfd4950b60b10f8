// Our earnings on an order are booked with its exchange, once; together with the customer's payout they equal the
// coins' value at the market's rate; and the rate is the one that the order was made at, or funded at where it was
// late.
import { createPayout } from '@kobogate/testkit/payouts/payout-steps.ts';
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  silentBank,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nairaForRoundedDown } from '@kobogate/money';
import { balance, exchange, payable, spreadIncome, vatDue } from '../ledger/index.ts';
import { newId } from '../platform/identifiers.ts';
import { approveOrder } from '../sales/orders/approve-order.ts';
import { verifyQuotes } from '../sales/index.ts';
import { priceOrder, type OrderId, type QuoteId } from '@kobogate/contract';
import { createOrderCreation } from '../sales/orders/create-order.ts';
import { expireOrders } from '../sales/funding/expire-orders.ts';

let testDatabase: TestDatabase;
let clock: TestClock;
let rates: ReturnType<typeof createTestRates>;
let owner: TestCustomer;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  clock = createTestClock();
  rates = createTestRates({});
  rates.set('USDT', '1584', '1600');
  owner = await insertCustomer(testDatabase.database);
});

const dependencies = () => ({
  database: testDatabase.database,
  clock,
  currentRates: rates.currentRates,
  settings: createTestSettings(testDatabase.database),
  products: createTestProducts(testDatabase.database),
  quoteSigner: testQuoteSigner,
});

async function makeOrder(quoteId?: QuoteId): Promise<OrderId> {
  const create = createOrderCreation({ ...dependencies(), lockSeconds: 900 });
  const input = { userId: owner.userId, fromCurrency: 'USDT', fromAmount: '10', network: 'ethereum' };
  return (await create({ ...input, quoteId, idempotencyKey: undefined })).order.id;
}

/**
 * What an order's payout moved: the amounts owed to the customer and the tax office, the earnings, and the source of
 * all.
 */
async function exchanged(orderId: OrderId): Promise<{ paid: bigint; earned: bigint; vat: bigint; spent: bigint }> {
  const { database } = testDatabase;
  const admin = await insertCustomer(database, { isAdmin: true });
  await approveOrder({ database, askName: silentBank }, { orderId, adminId: admin.userId });
  const look = () =>
    Promise.all([spreadIncome(), vatDue(), exchange('NGN')].map((account) => balance(database, account)));
  const [earned = 0n, vat = 0n, spent = 0n] = await look();
  const rails = { database, clock, log: silentLog, rails: [idleRail], settings: createTestSettings(database) };
  await createPayout(rails, { orderId });
  await createPayout(rails, { orderId });
  const after = await look();
  const paid = await balance(database, payable(owner.userId));
  return { paid, earned: (after[0] ?? 0n) - earned, vat: (after[1] ?? 0n) - vat, spent: spent - (after[2] ?? 0n) };
}

test('[M2] books the spread of the quote, although the market has moved since', async () => {
  const quoteId = newId<QuoteId>();
  await testDatabase.database.query(
    `insert into quote (id, user_id, currency, network, rate, market_rate, expires_at)
     values ($1, $2, 'USDT', 'ethereum', 1584, 1600, $3)`,
    [quoteId, owner.userId, new Date(clock.now().getTime() + 60_000)],
  );
  rates.set('USDT', '2000', '3000');
  const orderId = await makeOrder(quoteId);
  await fundDeposit(dependencies(), await insertDeposit(testDatabase.database, owner, { amount: 10_000_000n }));
  expect(await exchanged(orderId)).toEqual({ paid: 1_584_000n, earned: 14_883n, vat: 1_117n, spent: 1_600_000n });
});

test('[M2] books the spread of the day on which late coins came', async () => {
  const orderId = await makeOrder();
  clock.advance(901_000);
  await expireOrders(dependencies());
  rates.set('USDT', '1590', '1610');
  const seenAt = clock.now();
  await fundDeposit(dependencies(), await insertDeposit(testDatabase.database, owner, { amount: 10_000_000n, seenAt }));
  expect(await exchanged(orderId)).toEqual({ paid: 1_590_000n, earned: 18_604n, vat: 1_396n, spent: 1_610_000n });
});

test.each([
  [
    'naira',
    `update ledger_transfer set amount = amount + 1 where source_id = $1 and credit_account in
     (select id from ledger_account where kind = 'payable')`,
  ],
  [
    'fee',
    `update ledger_transfer set amount = amount + 1 where source_id = $1 and credit_account in
     (select id from ledger_account where kind = 'spread-income')`,
  ],
  [
    'VAT, which was earned instead',
    `update ledger_transfer set credit_sequence = credit_sequence + 1000000, credit_account =
     (select id from ledger_account where kind = 'spread-income') where source_id = $1 and credit_account in
     (select id from ledger_account where kind = 'vat-due')`,
  ],
  [
    'VAT, which was left out',
    `delete from ledger_transfer where source_id = $1 and credit_account in
     (select id from ledger_account where kind = 'vat-due')`,
  ],
])('[M2] [L3] an order that was booked with other %s than its quote says is found', async (_what, statement) => {
  const { database } = testDatabase;
  const orderId = await makeOrder();
  await fundDeposit(dependencies(), await insertDeposit(database, owner, { amount: 10_000_000n }));
  await exchanged(orderId);
  expect(await verifyQuotes(database, testQuoteSigner)).toEqual([]);
  const undo = new Error('undo');
  await expect(
    database.transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`);
      await tx.query(statement, [orderId]);
      const found = await verifyQuotes(tx, testQuoteSigner);
      expect(found).toEqual([expect.stringMatching(`^booked-as-quoted: order ${orderId} was booked with`)]);
      throw undo;
    }),
  ).rejects.toBe(undo);
});

test('[M2] books nothing where there is no spread', async () => {
  rates.set('USDT', '1600');
  const orderId = await makeOrder();
  await fundDeposit(dependencies(), await insertDeposit(testDatabase.database, owner, { amount: 10_000_000n }));
  expect(await exchanged(orderId)).toEqual({ paid: 1_600_000n, earned: 0n, vat: 0n, spent: 1_600_000n });
});

test('[M2] what is paid and what is earned add up to the worth at the market, to the kobo', () => {
  const digits = fc.bigInt(1n, 10n ** 12n);
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 30n),
      fc.integer({ min: 0, max: 18 }),
      digits,
      digits,
      (amount, places, one, two) => {
        const [low, high] = one < two ? [one, two] : [two, one];
        const market = { digits: high, scale: 4 };
        const price = priceOrder(amount, places, { rate: { digits: low, scale: 4 }, marketRate: market });
        expect(price.nairaKobo + price.spreadKobo).toBe(nairaForRoundedDown(amount, places, market));
        expect(price.spreadKobo).toBeGreaterThanOrEqual(0n);
      },
    ),
  );
});
