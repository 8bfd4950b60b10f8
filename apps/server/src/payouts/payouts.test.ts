// A payout is sent once, to the account on its order, and booked to the kobo, whatever its rail answers and whenever
// the process stops.
import type { Kobo } from '@kobogate/money';
import type { OrderId } from '@kobogate/contract';
import { whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  balance,
  payable,
  payoutInTransit,
  post,
  railFloat,
  receivable,
  stampDutyDue,
  verify,
} from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { getConversion } from '../sales/order-views/view-orders.ts';
import type { BankRail, FindAnswer, SendAnswer } from './bank-rail.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { payoutHandlers } from './handlers.ts';
import { NOT_FOUND_WINDOW_MS } from './payout.ts';
import { createCallbackReceiver } from './receive-callback.ts';
import { retryPayout } from './retry-payout.ts';
import { sendPayout } from './send-payout.ts';

const PENDING: FindAnswer = { kind: 'pending' };
const PAID: FindAnswer = { kind: 'paid', sessionId: 'session-1' };
const NOT_FOUND: FindAnswer = { kind: 'not-found' };

let sample: TestPayouts;
let rail: ReturnType<typeof createScriptedRail>;
let dependencies: PayoutDependencies;
useTestPayouts((its) => {
  sample = its;
  rail = createScriptedRail();
  dependencies = sample.connect([rail.rail]);
});

/** A rail that answers as the test says and remembers what it was asked to send. */
function createScriptedRail() {
  const sent: { reference: string; amountKobo: Kobo; accountNumber: string }[] = [];
  const asked: string[] = [];
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
    find: async (reference) => {
      asked.push(reference);
      return script.find;
    },
  };
  return { rail: port, sent, asked, script };
}

const work = () => sample.work(dependencies);
const pass = (milliseconds: number, steps?: number) => sample.pass(dependencies, milliseconds, steps);
const read = (orderId: OrderId) => getConversion(sample, { orderId, userId: sample.owner.userId });
/** Stamp duty that we owe: ₦50 on each payout of these tests. */
const dutyDue = () => balance(sample.database, stampDutyDue());
const books = async () => ({
  payable: await balance(sample.database, payable(sample.owner.userId)),
  sound: (await verify(sample.database)).ok,
});

describe('a payout', () => {
  test('[H-6] [P6] is sent once, to the account that the approver saw, and is booked to the kobo', async () => {
    const floatBefore = await balance(sample.database, railFloat('budpay'));
    const orderId = await sample.makeOrder();
    await sample.database.query(`update bank_account set account_number = '9999999999' where user_id = $1`, [
      sample.owner.userId,
    ]);
    await work();
    expect(await read(orderId)).toMatchObject({ payout: 'sent' });
    rail.script.find = PAID;
    await pass(4_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid', status: 'approved' });
    expect(rail.sent).toEqual([
      { reference: (await sample.newest(orderId)).reference, amountKobo: NAIRA_KOBO, accountNumber: '0123456785' },
    ]);
    expect(floatBefore - (await balance(sample.database, railFloat('budpay')))).toBe(NAIRA_KOBO);
    expect(await books()).toEqual({ payable: 0n, sound: true });
  });

  test('[H-6] stays queued while the rail is down, and leaves automatically once it is up', async () => {
    rail.script.isUp = false;
    const orderId = await sample.makeOrder();
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
    const orderId = await sample.makeOrder();
    await work();
    expect(await read(orderId)).toMatchObject({ payout: 'unknown' });
    await pass(120_000);
    expect(await read(orderId)).toMatchObject({ payout: 'unknown' });
    rail.script.find = PAID;
    await pass(600_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(rail.sent).toHaveLength(1);
  });

  test('[P2] a rail that says "not found" too early is waited for; after the window an administrator is called, and it still settles', async () => {
    rail.script.send = { kind: 'unknown', reason: 'time-out' };
    rail.script.find = NOT_FOUND;
    const orderId = await sample.makeOrder();
    await pass(60_000);
    expect(await sample.newest(orderId)).toMatchObject({ needsPerson: false });
    await pass(NOT_FOUND_WINDOW_MS + 600_000, 20);
    expect(await sample.newest(orderId)).toMatchObject({ needsPerson: true });
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
    const orderId = await sample.makeOrder();
    const [due] = await sample.database.query<{ id: string }>(`select id from event where type = 'order.payable'`);
    expect(due).toBeDefined();
    // Makes the payout, but leaves its sending to the process that is about to die.
    await payoutHandlers(dependencies)['order.payable']({ orderId });
    const { id: payoutId } = await sample.newest(orderId);
    let commits = 0;
    const dying: Database = {
      ...sample.database,
      transaction: async (steps) => {
        if (commits === 1 && dyingAt === 2) throw new Error('killed');
        const result = await sample.database.transaction(steps);
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
    const orderId = await sample.makeOrder();
    const handlers = payoutHandlers(dependencies);
    await Promise.all(Array.from({ length: 6 }, () => handlers['order.payable']({ orderId })));
    const { id: payoutId } = await sample.newest(orderId);
    await Promise.all([
      ...Array.from({ length: 6 }, () => handlers['payout.due']({ payoutId })),
      ...Array.from({ length: 3 }, () => sample.work(dependencies)),
    ]);
    await pass(60_000);
    expect(rail.sent).toHaveLength(1);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    await expect(
      retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test('[P5] that comes back after success is booked back, reported, and paid again only by an administrator', async () => {
    rail.script.find = PAID;
    const before = await dutyDue();
    const orderId = await sample.makeOrder();
    await pass(10_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(await dutyDue()).toBe(before + 5_000n);
    rail.script.find = { kind: 'reversed', reason: 'account closed' };
    await pass(120_000);
    expect(await read(orderId)).toMatchObject({ payout: 'reversed' });
    expect(await books()).toEqual({ payable: NAIRA_KOBO, sound: true });
    expect(await dutyDue()).toBe(before);
    const [told] = await sample.database.query(`select 1 from event where type = 'payout.reversed'`);
    expect(told).toBeDefined();
    expect(rail.sent).toHaveLength(1);
    await retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' });
    rail.script.find = PAID;
    await pass(10_000);
    expect(await dutyDue()).toBe(before + 5_000n);
  });

  test('[H-6] that was refused says why, keeps the money, and two simultaneous retries send one more', async () => {
    rail.script.send = { kind: 'refused', reason: 'Invalid bank code' };
    const orderId = await sample.makeOrder();
    await work();
    const failed = await read(orderId);
    expect(failed).toMatchObject({ payout: 'failed' });
    expect(failed.timeline.map(({ text }) => text).join('\n')).toContain('Invalid bank code');
    expect(await books()).toEqual({ payable: NAIRA_KOBO, sound: true });

    rail.script.send = { kind: 'accepted' };
    rail.script.find = NOT_FOUND;
    const retries = await Promise.allSettled(
      [1, 2, 3].map(() => retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' })),
    );
    expect(retries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    rail.script.find = PAID;
    await pass(20_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(new Set(rail.sent.map(({ reference }) => reference)).size).toBe(2);
  });

  test('[H-6] is not sent again while its owner has had naira without an order, which is settled first', async () => {
    rail.script.send = { kind: 'refused', reason: 'Invalid bank code' };
    const orderId = await sample.makeOrder();
    await work();
    const owed = receivable(sample.owner.userId, 'NGN');
    const book = (source: string, [debit, credit]: [typeof owed, typeof owed]) =>
      sample.database.transaction((tx) =>
        post(tx, [
          { source, sourceId: orderId, description: 'Sample', transfers: [{ debit, credit, amount: NAIRA_KOBO }] },
        ]),
      );
    await book('test-paid', [owed, railFloat('scripted')]);
    rail.script.send = { kind: 'accepted' };
    rail.script.find = NOT_FOUND;
    const retry = () =>
      retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' }).catch(
        ({ status, message }: { status: number; message: string }) => ({ status, message }),
      );
    expect(await retry()).toMatchObject({
      status: 409,
      message: expect.stringContaining('was paid to this account already'),
    });
    await work();
    expect(rail.sent).toHaveLength(1);

    await book('test-settled', [railFloat('scripted'), owed]);
    expect(await retry()).toBe('queued');
    await work();
    expect(rail.sent).toHaveLength(2);
  });

  test('[I5] while a fence is up is not made, sent again or given another rail by any administrator', async () => {
    rail.script.send = { kind: 'refused', reason: 'Invalid bank code' };
    const refused = await sample.makeOrder();
    await work();
    rail.script.find = NOT_FOUND;
    rail.script.isUp = false;
    const queued = await sample.makeOrder();
    await work();
    const { admin, database } = sample;
    const before = rail.sent.length;
    await whileFenced(database, admin.userId, async () => {
      const waiting = await sample.makeOrder();
      rail.script.isUp = true;
      await pass(60_000);
      expect(await read(waiting)).toMatchObject({ payout: 'none' });
      for (const orderId of [refused, queued]) {
        const retry = { orderId, adminId: admin.userId, reason: 'Now' };
        await expect(retryPayout(dependencies, retry)).rejects.toMatchObject({ status: 503 });
      }
      expect(rail.sent).toHaveLength(before);
    });
    rail.script.send = { kind: 'accepted' };
    rail.script.find = PAID;
    await pass(10 * 60_000);
    expect(await read(queued)).toMatchObject({ payout: 'paid' });
  });

  test('[P1] a retry is refused while the rail does not confirm that the last one failed', async () => {
    rail.script.send = { kind: 'refused', reason: 'no' };
    const orderId = await sample.makeOrder();
    await work();
    for (const answer of [PENDING, PAID]) {
      rail.script.find = answer;
      await expect(
        retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' }),
      ).rejects.toMatchObject({
        status: 409,
      });
    }
    rail.script.find = { kind: 'unanswered', reason: 'down' };
    await expect(
      retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' }),
    ).rejects.toMatchObject({ status: 503 });
    expect(rail.sent).toHaveLength(1);
  });
});

describe('a callback', () => {
  test('[W3] forged, stale, replayed or malformed has no effect but a question to the rail', async () => {
    const orderId = await sample.makeOrder();
    await work();
    const { reference } = await sample.newest(orderId);
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

  test('[W3] repeated by the hundred asks the rail once in ten seconds, and the last of them is not lost', async () => {
    const orderId = await sample.makeOrder();
    await work();
    rail.script.find = PAID;
    await pass(4_000);
    const { reference } = await sample.newest(orderId);
    const receive = createCallbackReceiver(dependencies);
    rail.asked.length = 0;
    for (let half = 0; half < 20; half += 1) {
      for (let times = 0; times < 5; times += 1) await receive({ rail: 'budpay', reference });
      await work();
      sample.clock.advance(500);
    }
    expect(rail.asked).toHaveLength(1);
    rail.script.find = { kind: 'reversed', reason: 'closed' };
    await receive({ rail: 'budpay', reference });
    await pass(10_000, 2);
    expect(await read(orderId)).toMatchObject({ payout: 'reversed' });
  });
});

test('[H-6] [L1] with any answers of the rail in any order, an attempt is sent at most once and the books prove', async () => {
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
        const orderId = await sample.makeOrder();
        await work();
        for (const answer of answers) {
          rail.script.find = answer;
          const { reference } = await sample.newest(orderId);
          await createCallbackReceiver(dependencies)({ rail: 'budpay', reference });
          await pass(30_000, 2);
          await retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' }).catch(
            () => undefined,
          );
          await work();
        }
        const references = rail.sent.map(({ reference }) => reference);
        expect(new Set(references).size).toBe(references.length);
        const [live] = await sample.database.query<{ count: number }>(
          `select count(*)::int as count from payout where order_id = $1 and status in ('queued', 'sent', 'unknown', 'paid')`,
          [orderId],
        );
        expect(live?.count).toBeLessThanOrEqual(1);
        // Nothing of an order that has ended is still under way.
        const { payout } = await read(orderId);
        const owed = await balance(sample.database, payable(sample.owner.userId));
        expect(owed).toBeGreaterThanOrEqual(payout === 'failed' || payout === 'reversed' ? NAIRA_KOBO : 0n);
      },
    ),
    { numRuns: 25 },
  );
  const transit = await balance(sample.database, payoutInTransit('budpay'));
  const [open] = await sample.database.query<{ sum: string }>(
    `select coalesce(sum(amount_kobo), 0)::text as sum from payout where status in ('sent', 'unknown')`,
  );
  expect(transit).toBe(BigInt(open?.sum ?? '0'));
  expect((await books()).sound).toBe(true);
});
