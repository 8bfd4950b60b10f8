// The sending process is stalled between its intent and the call. Whatever is decided until it wakes, an order is paid
// once: past the deadline nothing leaves, and until that is certain no administrator can declare it not made.
import type { OrderId, PayoutId } from '@kobogate/contract';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { expect, test } from 'vitest';
import { balance, payable, payoutInTransit, verify } from '../ledger/index.ts';
import type { BankRail, FindAnswer } from './bank-rail.ts';
import { declareNotMade } from './declare-not-made.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { payoutHandlers } from './handlers.ts';
import { createPayoutWriter, type PayoutWriter } from './payout-writer.ts';
import { retryPayout } from './retry-payout.ts';
import { sendPayout } from './send-payout.ts';

const STALL_MS = 20 * 60_000;

let sample: TestPayouts;
let atBank: Map<string, 'paid'>;
let dependencies: PayoutDependencies;
useTestPayouts((its) => {
  sample = its;
  atBank = new Map();
  const rail: BankRail = {
    ...idleRail,
    send: async ({ reference }) => {
      atBank.set(reference, 'paid');
      return { kind: 'accepted' };
    },
    find: async (reference): Promise<FindAnswer> =>
      atBank.has(reference) ? { kind: 'paid', sessionId: null } : { kind: 'not-found' },
  };
  dependencies = sample.connect([rail]);
});

/** A queued payout that a process has begun to send: it is stalled after its intent is committed, until it is woken. */
async function beginAndStall() {
  const orderId = await sample.makeOrder();
  await payoutHandlers(dependencies)['order.payable']({ orderId });
  const { id: payoutId } = await sample.newest(orderId);
  const writer = createPayoutWriter(dependencies);
  let wake = (): void => undefined;
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  let committed = (): void => undefined;
  const isCommitted = new Promise<void>((resolve) => {
    committed = resolve;
  });
  const stalling: PayoutWriter = {
    ...writer,
    leave: async (id, act) => {
      const result = await writer.leave(id, act);
      committed();
      await woken;
      return result;
    },
  };
  const sending = sendPayout(dependencies, { payoutId }, stalling);
  await isCommitted;
  // Our other processes go on: they hold no event of this payout but its checks.
  await sample.database.query(`delete from event where type = 'payout.due'`);
  return {
    orderId,
    payoutId,
    wake: async () => {
      wake();
      await sending;
    },
  };
}

const notMade = (orderId: OrderId) =>
  declareNotMade(dependencies, { orderId, adminId: sample.admin.userId, reason: 'The bank never had it' });
const age = (payoutId: PayoutId) =>
  sample.database.query(`update payout set send_by = send_by - interval '1 hour' where id = $1`, [payoutId]);

test('[P11] past the deadline nothing leaves, and the payout is queued again and paid once', async () => {
  const transit = await balance(sample.database, payoutInTransit('budpay'));
  const { orderId, wake } = await beginAndStall();
  await sample.pass(dependencies, STALL_MS, 20);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown', needsPerson: true });
  await wake();
  expect(atBank.size).toBe(0);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'queued', needsPerson: false, sends: 1 });
  expect(await balance(sample.database, payable(sample.owner.userId))).toBe(NAIRA_KOBO);
  expect(await balance(sample.database, payoutInTransit('budpay'))).toBe(transit);
  await sample.pass(dependencies, 60_000);
  expect(atBank.size).toBe(1);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', sends: 2, attempt: 1 });
  expect(await balance(sample.database, payoutInTransit('budpay'))).toBe(transit);
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[P11] it can’t be declared not made while it might still leave', async () => {
  const { orderId, wake } = await beginAndStall();
  await sample.pass(dependencies, STALL_MS, 20);
  await expect(notMade(orderId)).rejects.toMatchObject({ status: 409 });
  expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown' });
  await wake();
  await sample.pass(dependencies, 60_000);
  expect(atBank.size).toBe(1);
});

test('[P11] declared not made long after its deadline, it does not leave when the process wakes: the retry alone does', async () => {
  const { orderId, payoutId, wake } = await beginAndStall();
  await sample.pass(dependencies, STALL_MS, 20);
  await age(payoutId);
  await notMade(orderId);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed' });
  await retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' });
  await wake();
  await sample.pass(dependencies, 60_000);
  expect([...atBank.keys()]).toEqual([(await sample.newest(orderId)).reference]);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', attempt: 2 });
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[P11] stalled again and again, it leaves when it is not stalled, and each stalled attempt was booked back', async () => {
  const { orderId, payoutId, wake } = await beginAndStall();
  sample.clock.advance(STALL_MS);
  await wake();
  const writer = createPayoutWriter(dependencies);
  const stalling: PayoutWriter = {
    ...writer,
    leave: async (id, act) => {
      const result = await writer.leave(id, act);
      sample.clock.advance(STALL_MS);
      return result;
    },
  };
  await sendPayout(dependencies, { payoutId }, stalling);
  expect(atBank.size).toBe(0);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'queued', sends: 2 });
  await sample.pass(dependencies, 60_000);
  expect(atBank.size).toBe(1);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', sends: 3 });
  expect((await verify(sample.database)).ok).toBe(true);
});
