// In any parts, order and time, taken back or repeated, at any rate, and with a process that dies around any commit:
// every coin that arrives for a payment is held for it or in the merchant's balance, and the naira is as quoted.
import { expectDeposit, fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { findAssetByCode, type DepositId } from '@kobogate/contract';
import { nairaForRoundedDown } from '@kobogate/money';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import {
  createDyingDatabase,
  createTestDatabase,
  type Death,
  type TestDatabase,
} from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer, testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import {
  confirmArrival,
  createPaymentDependencies,
  insertArrival,
  insertLink,
  openingBy,
} from '@kobogate/testkit/sales/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance, customer, held, verify } from '../../ledger/index.ts';
import { Failure } from '../../platform/errors.ts';
import { isCovered, setAsideFor } from '../orders/order.ts';
import { verifyQuotes } from '../quotes/verify-quotes.ts';
import { expireOrders } from './expire-orders.ts';
import { findPaymentView } from '../payments/db.ts';
import { createPaymentOpening } from '../payments/open-payment.ts';
import { renewPayment } from '../payments/renew-payment.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { unfundDeposit } from './unfund-deposit.ts';
import * as fc from 'fast-check';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const ASSET = 'USDT@ethereum';
const step = fc.record({
  act: fc.constantFrom('arrive', 'arrive', 'confirm', 'confirm', 'revert', 'drop', 'renew', 'settle', 'rate', 'wait'),
  /** For a deposit: thousandths of the amount first requested; for the rate: naira besides 1,500. */
  size: fc.nat({ max: 1100 }),
  which: fc.nat({ max: 7 }),
  isRepeated: fc.boolean(),
  dies: fc.option(fc.record({ at: fc.nat({ max: 2 }), afterCommit: fc.boolean() }), { freq: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A payment of ₦25,000 at ₦1,600, and everything that can happen to it. */
async function createWorld() {
  const clock = createTestClock();
  const rates = createTestRates({ USDT: '1600' });
  const dying = createDyingDatabase(db.database);
  const merchant = await insertCustomer(db.database);
  const linkId = await insertLink(db.database, merchant.userId);
  const { currentRates } = rates;
  const dependencies = { ...createPaymentDependencies(dying.database, { clock, currentRates }), log: silentLog };
  const id = await createPaymentOpening(dependencies)({
    ...openingBy(linkId),
    by: { visitor: merchant.userId, browser: 'sample' },
  });
  const deposits: { id: DepositId; amount: bigint; state: 'seen' | 'confirmed' | 'reverted' | 'dropped' }[] = [];

  /** Handles an event as the queue does: again after a crash, and sometimes once more after that. */
  async function workOff(run: () => Promise<void>, dies: Death | null, isRepeated: boolean): Promise<void> {
    dying.arm(dies);
    const attempt = async () => run().catch((error: unknown) => (error instanceof Failure ? undefined : 'died'));
    if ((await attempt()) === 'died') expect(await attempt()).toBeUndefined();
    dying.arm(null);
    if (isRepeated) await attempt();
  }

  async function act({ act: what, size, which, isRepeated, dies }: Step): Promise<void> {
    const chosen = deposits[which % Math.max(deposits.length, 1)];
    const off = (run: () => Promise<void>) => workOff(run, dies, isRepeated);
    if (what === 'arrive') {
      const amount = BigInt(size) * 15_625n + 1n;
      const depositId = await insertArrival(db.database, id, { amount, status: 'seen', seenAt: clock.now() });
      deposits.push({ id: depositId, amount, state: 'seen' });
      await off(() => expectDeposit(dependencies, depositId));
    } else if (what === 'confirm' && chosen?.state === 'seen') {
      await confirmArrival(db.database, chosen.id);
      chosen.state = 'confirmed';
      // The chain may take it back before its event is handled.
      if (size % 5 !== 0) await off(() => fundDeposit(dependencies, chosen.id));
    } else if ((what === 'revert' && chosen?.state === 'confirmed') || (what === 'drop' && chosen?.state === 'seen')) {
      chosen.state = what === 'revert' ? 'reverted' : 'dropped';
      await db.database.query(`update deposit set status = $2 where id = $1`, [chosen.id, chosen.state]);
      await off(() => (what === 'revert' ? unfundDeposit : expectDeposit)(dependencies, chosen.id));
    } else if (what === 'renew') await off(() => renewPayment(dependencies, { id, visitor: id }));
    else if (what === 'settle') await off(() => settlePayment(dependencies, { id, merchantId: merchant.userId }));
    else if (what === 'rate') rates.set('USDT', String(1500 + size));
    else if (what === 'wait') {
      clock.advance(600_000);
      await off(() => expireOrders(dependencies));
    }
  }

  /** Handles the events that are left. */
  async function settleDown(): Promise<void> {
    for (const deposit of deposits) {
      if (deposit.state === 'confirmed') await fundDeposit(dependencies, deposit.id);
      if (deposit.state === 'reverted') await unfundDeposit(dependencies, deposit.id);
    }
  }
  return { id, merchant, deposits, act, settleDown };
}

test('[D10] [D6] [R1] no coin of a payment is lost, counted twice or spent by others, and its naira is as quoted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const { id, merchant, deposits, act, settleDown } = await createWorld();
      for (const each of steps) await act(each);
      await settleDown();

      const view = await findPaymentView(db.database, id, null);
      if (view === null) throw new Error('the payment vanished');
      const { order } = view;
      const sum = (states: readonly string[]): bigint =>
        deposits.filter(({ state }) => states.includes(state)).reduce((total, { amount }) => total + amount, 0n);
      const free = await balance(db.database, customer(merchant.userId, ASSET));
      const aside = await balance(db.database, held(merchant.userId, ASSET));
      // Custody, which is not part of this test, collects coins taken back from the balance.
      expect(free + aside).toBe(sum(['confirmed', 'reverted']));
      expect(aside).toBe(setAsideFor(order));
      expect(order.received).toBeLessThanOrEqual(sum(['confirmed']));
      const decimals = findAssetByCode(ASSET)?.decimals ?? 0;
      expect(order.nairaKobo).toBe(nairaForRoundedDown(order.amount, decimals, order.rate));
      const waits = order.status !== 'declined' && !isCovered(order);
      expect(waits && order.received >= order.amount).toBe(false);
    }),
    { numRuns: 40 },
  );
  expect(await verifyQuotes(db.database, testQuoteSigner)).toEqual([]);
  expect((await verify(db.database)).differences).toEqual([]);
});
