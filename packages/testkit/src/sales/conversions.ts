import type { DepositId, OrderId, QuoteId, UserId } from '@kobogate/contract';
import { balance, customer, held } from '@kobogate/server/src/ledger/index.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { createOrderCreation } from '@kobogate/server/src/sales/orders/create-order.ts';
import { getConversion } from '@kobogate/server/src/sales/order-views/view-orders.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestSettings, decideSetting } from '../controls/settings.ts';
import { createTestClock } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../platform/database.ts';
import { createTestProducts } from '../pricing/products.ts';
import { createTestRates, insertCustomer, insertDeposit, silentBank, testQuoteSigner } from './orders.ts';
import { fundDeposit } from './funding.ts';

const ASSET = 'USDT@ethereum';
/** USDT on Ethereum has six decimals. */
export const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n;

/**
 * For tests: a customer and an administrator, a clock and rates of the test's own (USDT and USDC at ₦1,600), and
 * the customer's conversions of USDT on Ethereum. Nothing clears automatically unless the test says so.
 */
export async function createTestOrders(database: Database) {
  const clock = createTestClock();
  const rates = createTestRates({ USDT: '1600', USDC: '1600' });
  const owner = await insertCustomer(database);
  const admin = await insertCustomer(database, { isAdmin: true });
  const dependencies = {
    database,
    clock,
    currentRates: rates.currentRates,
    quoteSigner: testQuoteSigner,
    lockSeconds: 900,
    products: createTestProducts(database),
    settings: createTestSettings(database),
  };
  const create = createOrderCreation(dependencies);
  const clearBelow = (automaticBelowKobo: string | null, minimumAccountDays = 0) =>
    decideSetting(database, admin.userId, 'clearing', {
      automaticBelowKobo,
      paymentsBelowKobo: null,
      minimumAccountDays,
      shortBasisPoints: 10,
      rateMoveBasisPoints: 200,
    });
  await clearBelow(null);

  return {
    ...dependencies,
    askName: silentBank,
    rates,
    owner,
    admin,
    create,
    clearBelow,
    async convert(amount: string, more: { idempotencyKey?: string; quoteId?: QuoteId; userId?: UserId } = {}) {
      const { order } = await create({
        userId: more.userId ?? owner.userId,
        fromCurrency: 'USDT',
        network: 'ethereum',
        fromAmount: amount,
        quoteId: more.quoteId,
        idempotencyKey: more.idempotencyKey,
      });
      return order;
    },
    read: (orderId: OrderId) => getConversion({ database }, { orderId, userId: owner.userId }),
    /** So many USDT of the customer's are on the chain, final unless told. */
    deposit: (whole: number, more: { status?: string; seenAt?: Date } = {}) =>
      insertDeposit(database, owner, { amount: usdt(whole), ...more }),
    fund: (depositId: DepositId) => fundDeposit(dependencies, depositId),
    /** How much of the customer's is in the balance, and how much is held for orders. */
    coins: () =>
      Promise.all([balance(database, customer(owner.userId, ASSET)), balance(database, held(owner.userId, ASSET))]),
    /** How often the naira of an order was sent on its way. */
    async payables(orderId: OrderId): Promise<number> {
      const events = await database.query(
        `select 1 from event where type = 'order.payable' and payload ->> 'orderId' = $1`,
        [orderId],
      );
      return events.length;
    },
  };
}

export type TestOrders = Awaited<ReturnType<typeof createTestOrders>>;

/** For a test file: gives each of its tests such orders, in one database that goes when the file is done. */
export function useTestOrders(handOver: (orders: TestOrders) => void): void {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(async () => handOver(await createTestOrders(db.database)));
}
