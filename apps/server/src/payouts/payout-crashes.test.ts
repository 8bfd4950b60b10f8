// Against two banks that keep correct books but lose answers, deny too early, send callbacks at random and are down for
// a part of the time, and a process that dies around any commit: an order never has two payments at the banks, and all
// books agree in the end.
import type { PayoutId } from '@kobogate/contract';
import { createTestGate } from '@kobogate/testkit/controls/fence.ts';
import { idleRail, makePayableOrder, NAIRA_KOBO, testPayoutDependencies } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createDyingDatabase, createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOrder } from '../events.ts';
import { balance, payable, verify } from '../ledger/index.ts';
import type { BankRail, FindAnswer, SendAnswer } from './bank-rail.ts';
import { payoutHandlers } from './handlers.ts';
import { createCallbackReceiver } from './receive-callback.ts';
import { resumePayouts } from './resume-payouts.ts';
import { retryPayout } from './retry-payout.ts';
import { createWorker } from '../platform/worker.ts';

const HOUR_MS = 3_600_000;

let testDatabase: TestDatabase;
let admin: TestCustomer;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = await insertCustomer(testDatabase.database, { isAdmin: true });
});
afterAll(() => testDatabase.drop());

type Transfer = 'pending' | 'paid' | 'failed' | 'reversed';

/** The events of one period. */
const stretch = fc.record({
  /** The fate of the next instruction: whether the bank makes it, and whether we get the answer. */
  onSend: fc.constantFrom('made', 'refused', 'made, answer lost', 'lost'),
  onFind: fc.constantFrom('truth', 'truth', 'silence', 'denial'),
  /** What the bank does with its transfers in this period. */
  bank: fc.constantFrom('waits', 'pays', 'fails', 'reverses'),
  /** Around which of our next commits the process dies, if any. */
  dies: fc.option(fc.record({ at: fc.nat({ max: 3 }), afterCommit: fc.boolean() }), { freq: 2 }),
  /** Which of the two banks does not answer. */
  isDown: fc.constantFrom('none', 'none', 'budpay', 'paystack', 'both'),
  isCalledBack: fc.boolean(),
  isRepeated: fc.boolean(),
  isRetried: fc.boolean(),
  milliseconds: fc.constantFrom(1_000, 31_000, 20 * 60_000),
});
type Stretch = typeof stretch extends fc.Arbitrary<infer T> ? T : never;

/** Two banks whose books are the truth, whatever they answer; each knows only of transfers that were sent to it. */
function createHonestBanks() {
  const books = new Map<string, Transfer>();
  const sends: string[] = [];
  const mood: Pick<Stretch, 'onSend' | 'onFind' | 'isDown'> = { onSend: 'made', onFind: 'truth', isDown: 'none' };
  const isDown = (name: string): boolean => mood.isDown === 'both' || mood.isDown === name;
  const find = (name: string, reference: string): FindAnswer => {
    if (mood.onFind === 'silence' || isDown(name)) return { kind: 'unanswered', reason: 'time-out' };
    const transfer = books.get(`${name} ${reference}`);
    // Only a fresh transfer is denied: the bank does not forget one that it has called final.
    if (transfer === undefined || (transfer === 'pending' && mood.onFind === 'denial')) return { kind: 'not-found' };
    if (transfer === 'pending') return { kind: 'pending' };
    return transfer === 'paid' ? { kind: 'paid', sessionId: null } : { kind: transfer, reason: 'closed' };
  };
  const send = (name: string, reference: string): SendAnswer => {
    sends.push(reference);
    if (isDown(name)) return { kind: 'unknown', reason: 'no answer' };
    if (mood.onSend === 'refused') return { kind: 'refused', reason: 'no' };
    if (mood.onSend !== 'lost') books.set(`${name} ${reference}`, 'pending');
    return mood.onSend === 'made' ? { kind: 'accepted' } : { kind: 'unknown', reason: 'time-out' };
  };
  const createRail = (name: string): BankRail => ({
    ...idleRail,
    name,
    isUp: async () => !isDown(name),
    send: async ({ reference }) => send(name, reference),
    find: async (reference) => find(name, reference),
  });
  const rails = [createRail('budpay'), createRail('paystack')];
  const act = (bank: Stretch['bank']): void => {
    for (const [reference, transfer] of books) {
      if (bank === 'pays' && transfer === 'pending') books.set(reference, 'paid');
      if (bank === 'fails' && transfer === 'pending') books.set(reference, 'failed');
      if (bank === 'reverses' && transfer === 'paid') books.set(reference, 'reversed');
    }
  };
  const live = () => [...books.values()].filter((transfer) => transfer === 'pending' || transfer === 'paid').length;
  return { rails, mood, sends, books, act, live };
}

test('[H-6] [P1] [P2] [P3] [P9] [I2] with any losses, crashes and outages, one bank pays an order once at a time and the books agree with it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stretch, { minLength: 1, maxLength: 6 }), async (stretches) => {
      const { database } = testDatabase;
      await database.query('delete from event');
      const owner = await insertCustomer(database);
      const clock = createTestClock();
      const bank = createHonestBanks();
      const dying = createDyingDatabase(database);
      const gate = createTestGate(database);
      const dependencies = testPayoutDependencies({ database: dying.database, clock, rails: bank.rails, gate });
      const handlers = payoutHandlers(dependencies);
      const pass = async (milliseconds: number, steps: number): Promise<void> => {
        for (let step = 0; step < steps; step += 1) {
          clock.advance(milliseconds / steps);
          // A new worker each time: the previous one may have died.
          await createWorker({
            database: dying.database,
            clock,
            log: silentLog,
            handlers: inOrder([handlers]),
            leaseMs: 1,
          }).drain();
        }
      };
      const payouts = () =>
        database.query<{ id: PayoutId; reference: string }>(
          `select id, reference from payout p where p.order_id = $1 order by attempt`,
          [orderId],
        );
      const orderId = await makePayableOrder({ database, clock }, { owner, admin });

      for (const {
        onSend,
        onFind,
        isDown,
        dies,
        isCalledBack,
        isRepeated,
        isRetried,
        milliseconds,
        ...rest
      } of stretches) {
        Object.assign(bank.mood, { onSend, onFind, isDown });
        dying.arm(dies);
        await pass(milliseconds, 3);
        bank.act(rest.bank);
        const known = await payouts();
        const extras: Promise<unknown>[] = [];
        for (const { id, reference } of known) {
          if (isCalledBack) extras.push(createCallbackReceiver(dependencies)({ rail: 'budpay', reference }));
          if (isRepeated)
            extras.push(handlers['payout.due']({ payoutId: id }), handlers['payout.check']({ payoutId: id }));
        }
        if (isRepeated) extras.push(handlers['order.payable']({ orderId }));
        if (isRetried)
          extras.push(
            ...[1, 2].map(() => retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'Mended' })),
          );
        await Promise.allSettled(extras);
        await pass(milliseconds, 2);
        expect(bank.live()).toBeLessThanOrEqual(1);
      }

      // All faults end, and every question has had its time.
      Object.assign(bank.mood, { onSend: 'made', onFind: 'truth', isDown: 'none' });
      dying.arm(null);
      bank.act('pays');
      await database.query(`update payout set updated_at = updated_at - interval '1 hour' where order_id = $1`, [
        orderId,
      ]);
      await resumePayouts(dependencies);
      await pass(HOUR_MS, 12);
      bank.act('pays');
      await pass(HOUR_MS, 12);
      for (const { reference } of await payouts()) {
        await createCallbackReceiver(dependencies)({ rail: 'budpay', reference });
      }
      await pass(HOUR_MS, 2);

      const [order] = await database.query<{ payout: string }>(`select payout from customer_order where id = $1`, [
        orderId,
      ]);
      const isPaid = bank.live() === 1;
      expect(new Set(bank.sends).size).toBe(bank.sends.length);
      expect({ bankPaid: isPaid, ours: order?.payout === 'paid' }).toEqual({ bankPaid: isPaid, ours: isPaid });
      const owed = order?.payout === 'failed' || order?.payout === 'reversed' ? NAIRA_KOBO : 0n;
      expect(await balance(database, payable(owner.userId))).toBe(owed);
    }),
    { numRuns: 25 },
  );
  expect(await verify(testDatabase.database)).toMatchObject({ ok: true, differences: [] });
});
