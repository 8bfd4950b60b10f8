import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance } from '../../ledger/balances.ts';
import { payable, payoutInTransit, railFloat, stampDutyDue } from '../../ledger/chart.ts';
import { verify } from '../../ledger/verify.ts';
import { createTestClock, type TestClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { createWorker } from '../../platform/queue.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { insertCustomer, type TestCustomer } from '../orders/order-fixtures.ts';
import { getConversion } from '../orders/view-orders.ts';
import { createTestSettings } from '../settings/settings-fixtures.ts';
import type { BankRail, FindAnswer, SendAnswer } from './bank-rail.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { payoutHandlers } from './handlers.ts';
import { createTestRouter, idleRail, makePayableOrder as makeOrder, NAIRA_KOBO } from './payout-fixtures.ts';
import { NOT_FOUND_WINDOW_MS } from './payout.ts';
import { createCallbackReceiver } from './receive-callback.ts';
import { retryPayout } from './retry-payout.ts';
import { sendPayout } from './send-payout.ts';

const PENDING: FindAnswer = { kind: 'pending' };
const PAID: FindAnswer = { kind: 'paid', sessionId: 'session-1' };
const NOT_FOUND: FindAnswer = { kind: 'not-found' };

let testDatabase: TestDatabase;
let clock: TestClock;
let owner: TestCustomer;
let admin: TestCustomer;
let rail: ReturnType<typeof createScriptedRail>;
let dependencies: PayoutDependencies;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 16 });
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  await testDatabase.database.query('delete from event');
  clock = createTestClock();
  rail = createScriptedRail();
  const rails = [rail.rail];
  dependencies = {
    database: testDatabase.database,
    clock,
    log: silentLog,
    rails,
    router: createTestRouter(rails, clock),
    settings: createTestSettings(testDatabase.database),
  };
  owner = await insertCustomer(testDatabase.database);
  admin = await insertCustomer(testDatabase.database, { isAdmin: true });
});

/** A rail that answers as told and remembers what it was asked to send. */
function createScriptedRail() {
  const sent: { reference: string; amountKobo: bigint; accountNumber: string }[] = [];
  const script: { isUp: boolean; send: SendAnswer; find: FindAnswer } = {
    isUp: true,
    send: { kind: 'accepted' },
    find: PENDING,
  };
  const port: BankRail = {
    ...idleRail,
    isUp: async () => script.isUp,
    send: async ({ reference, amountKobo, accountNumber }) => {
      sent.push({ reference, amountKobo, accountNumber });
      return script.send;
    },
    find: async () => script.find,
  };
  return { rail: port, sent, script };
}

const makePayableOrder = () => makeOrder(dependencies, { owner, admin });
const workerOn = (database: Database) =>
  createWorker({ database, clock, log: silentLog, handlers: payoutHandlers({ ...dependencies, database }) });
const work = () => workerOn(testDatabase.database).drain();
/** Lets time pass in steps, working off what falls due in each. */
async function pass(milliseconds: number, steps = 8): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    clock.advance(milliseconds / steps);
    await work();
  }
}
const read = (orderId: string) => getConversion(testDatabase, { orderId, userId: owner.userId });
const latest = async (orderId: string) => {
  const [row] = await testDatabase.database.query<{ id: string; reference: string; needs_person: boolean }>(
    `select id, reference, needs_person from payout where order_id = $1 order by attempt desc limit 1`,
    [orderId],
  );
  if (row === undefined) throw new Error('no payout');
  return row;
};
/** Stamp duty that the house owes: ₦50 on each payout of these tests. */
const dutyDue = () => balance(testDatabase.database, stampDutyDue());
const books = async () => ({
  payable: await balance(testDatabase.database, payable(owner.userId)),
  sound: (await verify(testDatabase.database)).ok,
});

describe('a payout', () => {
  test('[H-6] [P6] is sent once, to the account that the approver saw, and is booked to the kobo', async () => {
    const floatBefore = await balance(testDatabase.database, railFloat('budpay'));
    const orderId = await makePayableOrder();
    await testDatabase.database.query(`update bank_account set account_number = '9999999999' where user_id = $1`, [
      owner.userId,
    ]);
    await work();
    expect(await read(orderId)).toMatchObject({ payout: 'sent' });
    rail.script.find = PAID;
    await pass(4_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid', status: 'approved' });
    expect(rail.sent).toEqual([
      { reference: (await latest(orderId)).reference, amountKobo: NAIRA_KOBO, accountNumber: '0123456785' },
    ]);
    expect(floatBefore - (await balance(testDatabase.database, railFloat('budpay')))).toBe(NAIRA_KOBO);
    expect(await books()).toEqual({ payable: 0n, sound: true });
  });

  test('[H-6] stays queued while the rail is down, and leaves by itself once it is up', async () => {
    rail.script.isUp = false;
    const orderId = await makePayableOrder();
    await pass(60_000);
    expect(await read(orderId)).toMatchObject({ payout: 'queued' });
    expect(rail.sent).toEqual([]);
    rail.script.isUp = true;
    rail.script.find = PAID;
    await pass(600_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(rail.sent).toHaveLength(1);
  });

  test('[P1] without a clear answer is unknown, is asked about by the same reference and never sent again', async () => {
    rail.script.send = { kind: 'unknown', reason: 'the bank did not answer in time' };
    const orderId = await makePayableOrder();
    await work();
    expect(await read(orderId)).toMatchObject({ payout: 'unknown' });
    await pass(120_000);
    expect(await read(orderId)).toMatchObject({ payout: 'unknown' });
    rail.script.find = PAID;
    await pass(600_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(rail.sent).toHaveLength(1);
  });

  test('[P2] a rail that says "not found" too early is waited for; after the window a person is called, and it still settles', async () => {
    rail.script.send = { kind: 'unknown', reason: 'time-out' };
    rail.script.find = NOT_FOUND;
    const orderId = await makePayableOrder();
    await pass(60_000);
    expect(await latest(orderId)).toMatchObject({ needs_person: false });
    await pass(NOT_FOUND_WINDOW_MS + 600_000, 20);
    expect(await latest(orderId)).toMatchObject({ needs_person: true });
    expect(await read(orderId)).toMatchObject({ payout: 'unknown' });
    rail.script.find = PAID;
    await pass(900_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(rail.sent).toHaveLength(1);
  });

  test.each([
    ['between the committed intent and the call', 1],
    ['between the call and the record of its answer', 2],
  ])('[P3] [I1] a process that dies %s leaves a payout that is only asked about', async (_name, dyingAt) => {
    const orderId = await makePayableOrder();
    const [due] = await testDatabase.database.query<{ id: string }>(
      `select id from event where type = 'order.payable'`,
    );
    expect(due).toBeDefined();
    // Makes the payout, but leaves its sending to the process that is about to die.
    await payoutHandlers(dependencies)['order.payable']({ orderId });
    const { id: payoutId } = await latest(orderId);
    let commits = 0;
    const dying: Database = {
      ...testDatabase.database,
      transaction: async (steps) => {
        if (commits === 1 && dyingAt === 2) throw new Error('killed');
        const result = await testDatabase.database.transaction(steps);
        commits += 1;
        if (commits === 1 && dyingAt === 1) throw new Error('killed');
        return result;
      },
    };
    await expect(sendPayout({ ...dependencies, database: dying }, { payoutId })).rejects.toThrow('killed');
    const callsBefore = rail.sent.length;
    rail.script.find = dyingAt === 1 ? NOT_FOUND : PAID;
    await pass(120_000);
    expect(rail.sent).toHaveLength(callsBefore);
    expect(await read(orderId)).toMatchObject({ payout: dyingAt === 1 ? 'unknown' : 'paid' });
    expect((await books()).sound).toBe(true);
  });

  test('[P4] repeated events, several workers and a repeated button make one payout', async () => {
    rail.script.find = PAID;
    const orderId = await makePayableOrder();
    const handlers = payoutHandlers(dependencies);
    await Promise.all(Array.from({ length: 6 }, () => handlers['order.payable']({ orderId })));
    const { id: payoutId } = await latest(orderId);
    await Promise.all([
      ...Array.from({ length: 6 }, () => handlers['payout.due']({ payoutId })),
      ...Array.from({ length: 3 }, () => workerOn(testDatabase.database).drain()),
    ]);
    await pass(60_000);
    expect(rail.sent).toHaveLength(1);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    await expect(retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'Mended' })).rejects.toMatchObject(
      { status: 409 },
    );
  });

  test('[P5] that comes back after success is booked back, told, and paid again only by a person', async () => {
    rail.script.find = PAID;
    const before = await dutyDue();
    const orderId = await makePayableOrder();
    await pass(10_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(await dutyDue()).toBe(before + 5_000n);
    rail.script.find = { kind: 'reversed', reason: 'account closed' };
    await pass(120_000);
    expect(await read(orderId)).toMatchObject({ payout: 'reversed' });
    expect(await books()).toEqual({ payable: NAIRA_KOBO, sound: true });
    expect(await dutyDue()).toBe(before);
    const [told] = await testDatabase.database.query(`select 1 from event where type = 'payout.reversed'`);
    expect(told).toBeDefined();
    expect(rail.sent).toHaveLength(1);
    await retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'Mended' });
    rail.script.find = PAID;
    await pass(10_000);
    expect(await dutyDue()).toBe(before + 5_000n);
  });

  test('[H-6] that was refused says why, keeps the money, and a retry by two hands at once sends one more', async () => {
    rail.script.send = { kind: 'refused', reason: 'Invalid bank code' };
    const orderId = await makePayableOrder();
    await work();
    const failed = await read(orderId);
    expect(failed).toMatchObject({ payout: 'failed' });
    expect(failed.timeline.map(({ text }) => text).join('\n')).toContain('Invalid bank code');
    expect(await books()).toEqual({ payable: NAIRA_KOBO, sound: true });

    rail.script.send = { kind: 'accepted' };
    rail.script.find = NOT_FOUND;
    const retries = await Promise.allSettled(
      [1, 2, 3].map(() => retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'Mended' })),
    );
    expect(retries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    rail.script.find = PAID;
    await pass(20_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(new Set(rail.sent.map(({ reference }) => reference)).size).toBe(2);
  });

  test('[P1] a retry is refused while the rail does not confirm that the last one failed', async () => {
    rail.script.send = { kind: 'refused', reason: 'no' };
    const orderId = await makePayableOrder();
    await work();
    for (const answer of [PENDING, PAID]) {
      rail.script.find = answer;
      await expect(
        retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'Mended' }),
      ).rejects.toMatchObject({
        status: 409,
      });
    }
    rail.script.find = { kind: 'unanswered', reason: 'down' };
    await expect(retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'Mended' })).rejects.toMatchObject(
      { status: 503 },
    );
    expect(rail.sent).toHaveLength(1);
  });
});

describe('a callback', () => {
  test('[W3] forged, stale, replayed or of any form has no effect but a question to the rail', async () => {
    const orderId = await makePayableOrder();
    await work();
    const { reference } = await latest(orderId);
    const forged = { rail: 'budpay', reference };
    const others = [null, '', 'kg-none', `kg-${'0'.repeat(32)}`].map((text) => ({ rail: 'budpay', reference: text }));
    for (const callback of [...others, { rail: 'paystack', reference }, forged, forged, forged]) {
      expect(await createCallbackReceiver(dependencies)(callback)).toEqual({ message: 'Received' });
    }
    await work();
    expect(await read(orderId)).toMatchObject({ payout: 'sent' });
    rail.script.find = PAID;
    await Promise.all([1, 2, 3].map(() => createCallbackReceiver(dependencies)(forged)));
    await work();
    await createCallbackReceiver(dependencies)(forged);
    await work();
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(await books()).toEqual({ payable: 0n, sound: true });
  });
});

test('[H-6] [L1] whatever the rail answers in whatever order, an attempt is sent at most once and the books prove', async () => {
  const sends: SendAnswer[] = [
    { kind: 'accepted' },
    { kind: 'refused', reason: 'no' },
    { kind: 'unknown', reason: '?' },
  ];
  const finds: FindAnswer[] = [
    PENDING,
    PAID,
    NOT_FOUND,
    { kind: 'failed', reason: 'closed' },
    { kind: 'reversed', reason: 'closed' },
    { kind: 'unanswered', reason: 'down' },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sends),
      fc.array(fc.constantFrom(...finds), { maxLength: 6 }),
      async (send, answers) => {
        rail.sent.length = 0;
        rail.script.send = send;
        rail.script.find = PENDING;
        const orderId = await makePayableOrder();
        await work();
        for (const answer of answers) {
          rail.script.find = answer;
          const { reference } = await latest(orderId);
          await createCallbackReceiver(dependencies)({ rail: 'budpay', reference });
          await pass(30_000, 2);
          await retryPayout(dependencies, { orderId, adminId: admin.userId, reason: 'Mended' }).catch(() => undefined);
          await work();
        }
        const references = rail.sent.map(({ reference }) => reference);
        expect(new Set(references).size).toBe(references.length);
        const [live] = await testDatabase.database.query<{ count: number }>(
          `select count(*)::int as count from payout where order_id = $1 and status in ('queued', 'sent', 'unknown', 'paid')`,
          [orderId],
        );
        expect(live?.count).toBeLessThanOrEqual(1);
        // Nothing of an order that has ended is still on its way.
        const { payout } = await read(orderId);
        const owed = await balance(testDatabase.database, payable(owner.userId));
        expect(owed).toBeGreaterThanOrEqual(payout === 'failed' || payout === 'reversed' ? NAIRA_KOBO : 0n);
      },
    ),
    { numRuns: 25 },
  );
  const transit = await balance(testDatabase.database, payoutInTransit('budpay'));
  const [open] = await testDatabase.database.query<{ sum: string }>(
    `select coalesce(sum(amount_kobo), 0)::text as sum from payout where status in ('sent', 'unknown')`,
  );
  expect(transit).toBe(BigInt(open?.sum ?? '0'));
  expect((await books()).sound).toBe(true);
});
