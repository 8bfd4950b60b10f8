import type { OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import type { BankRail } from '@kobogate/server/src/payouts/bank-rail.ts';
import type { PayoutDependencies } from '@kobogate/server/src/payouts/dependencies.ts';
import { createRailRouter, type RailRouter } from '@kobogate/server/src/payouts/rail-router.ts';
import type { Clock } from '@kobogate/server/src/platform/clock.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { approveOrder } from '@kobogate/server/src/sales/orders/approve-order.ts';
import { createTestGate } from '../controls/fence.ts';
import { createTestSettings } from '../controls/settings.ts';
import { silentLog } from '../platform/log.ts';
import { createTestProducts } from '../pricing/products.ts';
import { createTestRates, insertDeposit, silentBank, type TestCustomer, testQuoteSigner } from '../sales/orders.ts';
import { createOrderCreation } from '@kobogate/server/src/sales/orders/create-order.ts';

/** For tests: the worth of the payout of `makePayableOrder`. */
export const NAIRA_KOBO = toKobo(1_600_000n);

/** For tests: an order of 10 USDT that is funded from the balance and approved. Its payout is due. */
export async function makePayableOrder(
  dependencies: { database: Database; clock: Clock },
  people: { owner: TestCustomer; admin: TestCustomer },
): Promise<OrderId> {
  const [id] = await makePayableOrders(dependencies, people, 1);
  if (id === undefined) throw new Error('no order was made');
  return id;
}

/** For tests: so many of them at once, of one customer. */
export async function makePayableOrders(
  { database, clock }: { database: Database; clock: Clock },
  { owner, admin }: { owner: TestCustomer; admin: TestCustomer },
  count: number,
): Promise<OrderId[]> {
  await insertDeposit(database, owner, { amount: 10_000_000n * BigInt(count) });
  const create = createOrderCreation({
    database,
    clock,
    currentRates: createTestRates({ USDT: '1600' }).currentRates,
    quoteSigner: testQuoteSigner,
    lockSeconds: 900,
    products: createTestProducts(database),
    settings: createTestSettings(database, { minimumKobo: '1', maximumKobo: '1000000000000' }),
  });
  const input = {
    userId: owner.userId,
    fromCurrency: 'USDT',
    fromAmount: '10',
    network: 'ethereum',
    quoteId: undefined,
    idempotencyKey: undefined,
  };
  const made = await Promise.all(Array.from({ length: count }, () => create(input)));
  return Promise.all(
    made.map(
      async ({ order }) =>
        (await approveOrder({ database, askName: silentBank }, { orderId: order.id, adminId: admin.userId })).id,
    ),
  );
}

/** For tests: a rail that accepts every payout and never reports a result. */
export const idleRail: BankRail = {
  name: 'budpay',
  listBanks: async () => [],
  isUp: async () => true,
  resolveAccount: async () => ({ kind: 'unresolved', reason: 'not asked here' }),
  send: async () => ({ kind: 'accepted' }),
  find: async () => ({ kind: 'pending' }),
};

/** For tests: a router over rails that all know every bank by the code on the order. */
export function createTestRouter(rails: readonly BankRail[], clock: Clock, atOnce = 16): RailRouter {
  const directory = {
    codeOn: async (_rail: string, { bankCode }: { bankCode: string }) => bankCode,
    hasListOf: () => true,
  };
  return createRailRouter({ rails, directory, clock, log: silentLog, atOnce });
}

/**
 * For tests: what payouts work with over such rails; without a router every rail knows every bank, without a gate
 * nothing is fenced.
 */
export function testPayoutDependencies({
  database,
  clock,
  rails,
  router = createTestRouter(rails, clock),
  gate = createTestGate(database),
}: Pick<PayoutDependencies, 'database' | 'clock' | 'rails'> &
  Partial<Pick<PayoutDependencies, 'router' | 'gate'>>): PayoutDependencies {
  const settings = createTestSettings(database);
  return { database, clock, log: silentLog, rails, router, gate, askName: silentBank, settings };
}
