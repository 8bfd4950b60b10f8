// When two administrators act at the same moment, one order has one payout under way and each reference leaves once.
import type { OrderId } from '@kobogate/contract';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { beforeEach, expect, test } from 'vitest';
import { verify } from '../ledger/index.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { retryPayout } from './retry-payout.ts';

let sample: TestPayouts;
let second: TestCustomer;
let dependencies: PayoutDependencies;
let sent: { rail: string; reference: string }[];
let script: { isUp: boolean; send: SendAnswer };
useTestPayouts((its) => {
  sample = its;
  sent = [];
  script = { isUp: true, send: { kind: 'accepted' } };
  const createRail = (name: string): BankRail => ({
    ...idleRail,
    name,
    isUp: async () => script.isUp,
    send: async ({ reference }) => {
      sent.push({ rail: name, reference });
      return script.send;
    },
    find: async () => ({ kind: 'not-found' }),
  });
  dependencies = sample.connect([createRail('budpay'), createRail('paystack')]);
});
beforeEach(async () => {
  second = await insertCustomer(sample.database, { isAdmin: true });
});

const work = () => sample.work(dependencies);
/** Each administrator sends it again at the same moment, by the rail with their index. */
const press = (orderId: OrderId, rails: readonly (string | undefined)[]) =>
  Promise.allSettled(
    [sample.admin, second].map(({ userId }, index) =>
      retryPayout(dependencies, { orderId, adminId: userId, reason: 'Mended', rail: rails[index] }),
    ),
  );
const refusalsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));

test('[P4] [P9] a failed payout that two administrators send again by two rails at the same moment leaves once more, and the refused one gets a message', async () => {
  for (let round = 0; round < 5; round += 1) {
    script.send = { kind: 'refused', reason: 'no' };
    const orderId = await sample.makeOrder();
    await work();
    expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', attempt: 1 });
    script.send = { kind: 'accepted' };
    const before = sent.length;
    const outcomes = await press(orderId, [undefined, 'paystack']);
    expect(outcomes.map(({ status }) => status)).toContain('fulfilled');
    // A press after the other's payout is queued changes its rail: that makes no second one either.
    for (const refusal of refusalsOf(outcomes)) expect(refusal).toMatchObject({ status: 409 });
    await work();
    expect(sent.length - before).toBe(1);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'sent', attempt: 2 });
  }
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[P4] [P9] a queued payout that two administrators send by two rails at the same moment leaves once, by one of them', async () => {
  for (let round = 0; round < 5; round += 1) {
    script.isUp = false;
    const orderId = await sample.makeOrder();
    await work();
    expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
    const before = sent.length;
    script.isUp = true;
    const [outcomes] = await Promise.all([press(orderId, ['budpay', 'paystack']), work(), work()]);
    await work();
    sample.clock.advance(60_000);
    await work();
    const left = sent.slice(before);
    expect(left).toHaveLength(1);
    expect(await sample.newest(orderId)).toMatchObject({
      status: expect.stringMatching(/sent|unknown/),
      rail: left[0]?.rail,
    });
    for (const refusal of refusalsOf(outcomes)) expect(refusal).toMatchObject({ status: 409 });
  }
  expect((await verify(sample.database)).ok).toBe(true);
});
