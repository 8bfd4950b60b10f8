import type { OrderId } from '@kobogate/contract';
import { inOrder } from '@kobogate/server/src/events.ts';
import type { BankRail } from '@kobogate/server/src/payouts/bank-rail.ts';
import { loadNewestPayout } from '@kobogate/server/src/payouts/db.ts';
import type { PayoutDependencies } from '@kobogate/server/src/payouts/dependencies.ts';
import { payoutHandlers } from '@kobogate/server/src/payouts/handlers.ts';
import type { Payout } from '@kobogate/server/src/payouts/payout.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { createWorker } from '@kobogate/server/src/platform/queue.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createTestClock } from '../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { insertCustomer } from '../sales/orders.ts';
import { createTestRouter, makePayableOrder, testPayoutDependencies } from './payouts.ts';

/** For tests: a customer whose payouts fall due, an administrator, a clock, and the worker that handles them. */
async function createTestPayouts(database: Database) {
  const clock = createTestClock();
  const owner = await insertCustomer(database);
  const admin = await insertCustomer(database, { isAdmin: true });
  const work = (dependencies: PayoutDependencies): Promise<void> => {
    const handlers = payoutHandlers(dependencies);
    return createWorker({
      database: dependencies.database,
      clock,
      log: silentLog,
      handlers: inOrder([handlers]),
    }).drain();
  };
  return {
    database,
    clock,
    owner,
    admin,
    /** What a freshly started program works with; its rails know every bank unless it is given a router. */
    connect: (rails: readonly BankRail[], router = createTestRouter(rails, clock)): PayoutDependencies =>
      testPayoutDependencies({ database, clock, rails, router }),
    makeOrder: (): Promise<OrderId> => makePayableOrder({ database, clock }, { owner, admin }),
    /** An order's newest payout. Throws before the first. */
    newest: async (orderId: OrderId): Promise<Payout> => {
      const payout = await loadNewestPayout(database, orderId);
      if (payout === null) throw new Error('no payout');
      return payout;
    },
    /** Handles everything that is due. */
    work,
    /** Lets time pass in steps, handling what falls due in each. */
    pass: async (dependencies: PayoutDependencies, milliseconds: number, steps = 8): Promise<void> => {
      for (let step = 0; step < steps; step += 1) {
        clock.advance(milliseconds / steps);
        await work(dependencies);
      }
    },
  };
}

export type TestPayouts = Awaited<ReturnType<typeof createTestPayouts>>;

/** For a test file: gives each of its tests such payouts, with nothing due from earlier tests. */
export function useTestPayouts(handOver: (payouts: TestPayouts) => void, { isAboutPlans = false } = {}): void {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase({ maxConnections: 16, isAboutPlans });
  });
  afterAll(() => db.drop());
  beforeEach(async () => {
    await db.database.query('delete from event');
    handOver(await createTestPayouts(db.database));
  });
}
