import { createFunding } from '@kobogate/server/src/sales/funding/fund-deposit.ts';
import type { DepositId, OrderId } from '@kobogate/contract';
import { balance, custody, customer, held, post, receivable } from '@kobogate/server/src/ledger/index.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { unfundDeposit } from '@kobogate/server/src/sales/funding/unfund-deposit.ts';
import { createPaymentOpening, type OpenPaymentInput } from '@kobogate/server/src/sales/payments/open-payment.ts';
import { createPaymentViewing } from '@kobogate/server/src/sales/payments/view-payments.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestClock, type TestClock } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { createTestRates, insertCustomer, silentBank } from './orders.ts';
import { createPaymentDependencies, insertArrival, insertLink, openingBy } from './payments.ts';

const ASSET = 'USDT@ethereum';

/**
 * For tests: a merchant with a link for ₦25,000, a clock and rates of the test's own, and the link's
 * payments. A payment is of 15.625 USDT on Ethereum at ₦1,600 unless the test says otherwise.
 */
async function createTestShop(database: Database) {
  const clock: TestClock = createTestClock();
  const rates = createTestRates({ USDT: '1600', BTC: '150000000', ETH: '5000000' });
  const { userId: merchantId } = await insertCustomer(database);
  const linkId = await insertLink(database, merchantId);
  const dependencies = createPaymentDependencies(database, { clock, currentRates: rates.currentRates });
  const open = createPaymentOpening(dependencies);
  // Each funds what is final at the same moment together, as a server does: as many rivals as there are servers.
  const servers = [createFunding(dependencies), createFunding(dependencies), createFunding(dependencies)];
  let arrivals = 0;

  return {
    database,
    askName: silentBank,
    clock,
    rates,
    merchantId,
    linkId,
    dependencies,
    open: (input: Partial<OpenPaymentInput> = {}) => open({ ...openingBy(linkId), ...input }),
    view: createPaymentViewing(dependencies),
    /** So many USDT, to the thousandth, arrive at the payment's address and are final; answers the deposit. */
    async arrive(id: OrderId, usdt: number): Promise<DepositId> {
      const arrival = { amount: BigInt(usdt * 1000) * 1000n, seenAt: clock.now() };
      const depositId = await insertArrival(database, id, arrival);
      arrivals += 1;
      await servers[arrivals % servers.length]?.(depositId);
      return depositId;
    },
    /** The chain takes a deposit back after it was credited. */
    async revert(depositId: DepositId): Promise<void> {
      await database.query(`update deposit set status = 'reverted' where id = $1`, [depositId]);
      await unfundDeposit({ database, log: silentLog }, depositId);
    },
    /** Books what the chain took back as owed, as custody does. */
    async owe(depositId: DepositId, amount: bigint): Promise<void> {
      const transfers = [{ debit: receivable(merchantId, ASSET), credit: custody(ASSET), amount }];
      await database.transaction((tx) =>
        post(tx, [{ source: 'deposit-reverted', sourceId: depositId, description: 'Deposit taken back', transfers }]),
      );
    },
    async countEvents(type: string, orderId: OrderId): Promise<number> {
      const events = await database.query(`select 1 from event where type = $1 and payload->>'orderId' = $2`, [
        type,
        orderId,
      ]);
      return events.length;
    },
    /** The merchant's USDT on Ethereum: in the balance, held for payments, and owed to us. */
    free: () => balance(database, customer(merchantId, ASSET)),
    aside: () => balance(database, held(merchantId, ASSET)),
    owed: () => balance(database, receivable(merchantId, ASSET)),
  };
}

export type TestShop = Awaited<ReturnType<typeof createTestShop>>;

/** For a test file: gives each of its tests a shop of its own, in one database that goes when the file is done. */
export function useTestShop(handOver: (shop: TestShop) => void): void {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(async () => handOver(await createTestShop(db.database)));
}
