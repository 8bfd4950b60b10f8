// A rail's answers are compared with the order and with its earlier answers: an answer that does not match settles,
// sends and books nothing, an administrator is called once, and a payout without an end is not forgotten.
import type { OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { balance, payable, payoutInTransit, verify } from '../ledger/index.ts';
import { getConversion, presentOrderForAdmin } from '../sales/order-views/view-orders.ts';
import { askAboutPayout } from './ask-about-payout.ts';
import type { BankRail, FindAnswer } from './bank-rail.ts';
import { checkPayout } from './check-payout.ts';
import { declareNotMade } from './declare-not-made.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { OVERDUE_MS } from './decide-payout.ts';
import { createPayoutWriter } from './payout-writer.ts';
import { retryPayout } from './retry-payout.ts';
import { takeAsPaid } from './take-as-paid.ts';

const DAY_MS = 24 * 60 * 60_000;
const PENDING: FindAnswer = { kind: 'pending' };
const PAID: FindAnswer = {
  kind: 'paid',
  sessionId: null,
  made: { amountKobo: NAIRA_KOBO, accountNumber: '0123456785' },
};
const REVERSED: FindAnswer = { kind: 'reversed', reason: 'account closed' };
const FAILED: FindAnswer = { kind: 'failed', reason: 'account closed' };

let sample: TestPayouts;
let dependencies: PayoutDependencies;
let sent: string[];
let script: { isUp: boolean; find: () => FindAnswer | Promise<FindAnswer> };
useTestPayouts((its) => {
  sample = its;
  sent = [];
  script = { isUp: true, find: () => PENDING };
  const rail: BankRail = {
    ...idleRail,
    isUp: async () => script.isUp,
    send: async ({ reference }) => {
      sent.push(reference);
      return { kind: 'accepted' };
    },
    find: async () => script.find(),
  };
  dependencies = sample.connect([rail]);
});

const answer = (next: FindAnswer): void => void (script.find = () => next);
/** The next question is answered when the test releases it. */
function answerLate() {
  let letGo: (late: FindAnswer) => void = () => undefined;
  const isAsked = new Promise<void>((ask) => {
    script.find = () =>
      new Promise<FindAnswer>((late) => {
        letGo = late;
        ask();
      });
  });
  return { isAsked, letGo: (late: FindAnswer) => letGo(late) };
}
const pass = (milliseconds: number, steps?: number) => sample.pass(dependencies, milliseconds, steps);
async function send(): Promise<OrderId> {
  const orderId = await sample.makeOrder();
  await sample.work(dependencies);
  return orderId;
}
const calls = async (orderId: OrderId): Promise<number> => {
  const { timeline } = await getConversion(sample, { orderId, userId: sample.owner.userId });
  return timeline.filter(({ text }) => text.includes('Our team is looking into it')).length;
};
const owed = () => balance(sample.database, payable(sample.owner.userId));
const isSound = async () => (await verify(sample.database)).ok;
const retry = (orderId: OrderId) =>
  retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' });

test.each([
  ['less', { amountKobo: toKobo(NAIRA_KOBO - 1n), accountNumber: '0123456785' }, '₦15,999.99'],
  ['more', { amountKobo: toKobo(NAIRA_KOBO + 1n), accountNumber: null }, '₦16,000.01'],
  ['in another currency', { amountKobo: NAIRA_KOBO, accountNumber: null, currency: 'GHS' }, 'GHS'],
  ['to another account', { amountKobo: null, accountNumber: '9999999999' }, '9999999999'],
])(
  '[P1] [M1] a rail that says that it paid %s settles nothing: an administrator is called, and the correct answer settles it',
  async (_name, made, words) => {
    const before = await balance(sample.database, payoutInTransit('budpay'));
    const orderId = await send();
    answer({ kind: 'paid', sessionId: null, made });
    await pass(30 * 60_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown', needsPerson: true });
    const { payoutDoubt } = await presentOrderForAdmin(sample.database, orderId);
    expect(payoutDoubt).toMatchObject({ reason: expect.stringContaining(words), rail: 'budpay' });
    expect(await calls(orderId)).toBe(1);
    expect((await balance(sample.database, payoutInTransit('budpay'))) - before).toBe(NAIRA_KOBO);
    const asked = await askAboutPayout(dependencies, { orderId, adminId: sample.admin.userId });
    expect(asked).toContain(words);
    await expect(retry(orderId)).rejects.toMatchObject({ status: 409 });
    answer(PAID);
    await pass(10 * 60_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', needsPerson: false, doubt: null });
    expect((await presentOrderForAdmin(sample.database, orderId)).payoutDoubt).toBeNull();
    expect(sent).toHaveLength(1);
    expect(await isSound()).toBe(true);
  },
);

test('[P5] a reversal that is reported twice is booked once, and a payout reported as paid again after it can’t be retried', async () => {
  const orderId = await send();
  answer(PAID);
  await pass(10_000);
  expect(await owed()).toBe(0n);
  answer(REVERSED);
  const { id: payoutId } = await sample.newest(orderId);
  await Promise.all([1, 2, 3].map(() => checkPayout(dependencies, { payoutId })));
  await pass(120_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'reversed', needsPerson: false });
  expect(await owed()).toBe(NAIRA_KOBO);
  answer(PAID);
  await pass(600_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'reversed', needsPerson: true });
  expect(await calls(orderId)).toBe(1);
  await expect(retry(orderId)).rejects.toMatchObject({ status: 409 });
  expect(await owed()).toBe(NAIRA_KOBO);
  expect(sent).toHaveLength(1);
  expect(await isSound()).toBe(true);
});

test('[P5] an answer that was overtaken by a later one contradicts nothing: the rail is asked once more', async () => {
  const orderId = await send();
  answer(PAID);
  await pass(10_000);
  const { id: payoutId } = await sample.newest(orderId);
  const late = answerLate();
  const overtaken = checkPayout(dependencies, { payoutId });
  await late.isAsked;
  answer(REVERSED);
  await checkPayout(dependencies, { payoutId });
  late.letGo(PAID);
  await overtaken;
  expect(await sample.newest(orderId)).toMatchObject({ status: 'reversed', needsPerson: false });
});

test('[P5] an answer from before the payout was paid takes nothing back: the rail is asked once more', async () => {
  const orderId = await send();
  const { id: payoutId } = await sample.newest(orderId);
  const late = answerLate();
  const overtaken = checkPayout(dependencies, { payoutId });
  await late.isAsked;
  answer(PAID);
  await checkPayout(dependencies, { payoutId });
  late.letGo({ kind: 'failed', reason: 'closed' });
  await overtaken;
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', needsPerson: false });
  expect(await owed()).toBe(0n);
});

test('[P5] an answer that was overtaken while an administrator waited for it raises no alarm: the administrator is asked to look again', async () => {
  const orderId = await send();
  const { id: payoutId } = await sample.newest(orderId);
  const late = answerLate();
  const asking = askAboutPayout(dependencies, { orderId, adminId: sample.admin.userId });
  await late.isAsked;
  for (const sooner of [PAID, REVERSED]) {
    answer(sooner);
    await checkPayout(dependencies, { payoutId });
  }
  late.letGo(PAID);
  await expect(asking).rejects.toMatchObject({ status: 409, message: expect.stringContaining('became reversed') });
  expect(await sample.newest(orderId)).toMatchObject({ status: 'reversed', needsPerson: false });
});

test('[P9] a rail’s answer that comes once the payout is with another rail says nothing of it: that one is asked', async () => {
  const orderId = await send();
  const { id: payoutId } = await sample.newest(orderId);
  const other: BankRail = { ...idleRail, name: 'paystack', find: async () => PAID };
  const [own] = dependencies.rails;
  dependencies = sample.connect([...(own === undefined ? [] : [own]), other]);
  const late = answerLate();
  const asking = checkPayout(dependencies, { payoutId });
  await late.isAsked;
  // The other rail has it by its own list, as after a restore.
  const listed = { kind: 'listed', rail: 'paystack', madeAt: sample.clock.now() } as const;
  await createPayoutWriter(dependencies).write(payoutId, (work, locked) => {
    work.move(dependencies, locked, listed);
  });
  late.letGo(FAILED);
  await asking;
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', rail: 'paystack', needsPerson: false });
  expect(await owed()).toBe(0n);
  expect(await isSound()).toBe(true);
});

test('[P1] a payout that its rail called failed and pays after all calls an administrator by itself, without a callback', async () => {
  const orderId = await send();
  answer(FAILED);
  await pass(10_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', needsPerson: false });
  answer(PAID);
  await pass(60 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'failed', needsPerson: true });
  await expect(retry(orderId)).rejects.toMatchObject({ status: 409 });
  expect(sent).toHaveLength(1);
});

test('[P9] a payout whose rail is not connected any more calls an administrator after a day, may be taken as paid, and goes on where the rail is back', async () => {
  const [taken, waiting] = [await send(), await send()];
  const without = sample.connect([{ ...idleRail, name: 'paystack' }]);
  await sample.pass(without, OVERDUE_MS + 60 * 60_000, 30);
  for (const orderId of [taken, waiting]) {
    expect(await sample.newest(orderId)).toMatchObject({ status: 'sent', needsPerson: true });
    const { payoutDoubt } = await presentOrderForAdmin(sample.database, orderId);
    expect(payoutDoubt?.reason).toContain('not connected');
  }
  const second = await insertCustomer(sample.database, { isAdmin: true });
  for (const { userId: adminId } of [sample.admin, second]) {
    await takeAsPaid(without, { orderId: taken, adminId, reference: 'session-1', reason: 'Letter' });
  }
  expect(await sample.newest(taken)).toMatchObject({ status: 'paid' });
  await sample.pass(without, 5 * DAY_MS, 60);
  answer(PAID);
  await pass(10 * 60_000);
  expect(await sample.newest(waiting)).toMatchObject({ status: 'paid', needsPerson: false });
  expect(sent).toHaveLength(2);
  expect(await isSound()).toBe(true);
});

test.each(['declared not made', 'taken as paid'] as const)(
  '[P5] an answer from before the payout was paid takes nothing back where it is %s meanwhile',
  async (by) => {
    const orderId = await send();
    answer({ kind: 'not-found' });
    await pass(30 * 60_000);
    const late = answerLate();
    const input = { orderId, adminId: sample.admin.userId, reason: 'Letter', reference: 'session-1' };
    const acting = (by === 'taken as paid' ? takeAsPaid : declareNotMade)(dependencies, input);
    await late.isAsked;
    answer(PAID);
    await checkPayout(dependencies, { payoutId: (await sample.newest(orderId)).id });
    late.letGo(FAILED);
    await expect(acting).rejects.toMatchObject({ status: 409, message: expect.stringContaining('became paid') });
    expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', needsPerson: false });
    expect(await owed()).toBe(0n);
  },
);

test.each(['waits for its rail', 'is about to leave'] as const)(
  '[P1] [P5] a retry that %s when the rail calls the earlier payout paid after all does not leave: an administrator is called',
  async (when) => {
    const orderId = await send();
    answer(FAILED);
    await pass(10_000);
    const { id: earlier } = await sample.newest(orderId);
    expect(await owed()).toBe(NAIRA_KOBO);
    script.isUp = false;
    await retry(orderId);
    if (when === 'waits for its rail') await pass(10_000);
    answer(PAID);
    await checkPayout(dependencies, { payoutId: earlier });
    expect(await calls(orderId)).toBe(1);
    script.isUp = when === 'is about to leave';
    await pass(10 * 60_000);
    expect(await sample.newest(orderId)).toMatchObject({ attempt: 2, status: 'failed', sends: 0 });
    script.isUp = true;
    await pass(10 * 60_000);
    expect(sent).toHaveLength(1);
    await expect(retry(orderId)).rejects.toMatchObject({ status: 409 });
    const second = await insertCustomer(sample.database, { isAdmin: true });
    for (const { userId: adminId } of [sample.admin, second]) {
      await takeAsPaid(dependencies, { orderId, adminId, reference: 'session-1', reason: 'Letter' });
    }
    expect(await owed()).toBe(0n);
    expect(sent).toHaveLength(1);
    expect(await isSound()).toBe(true);
  },
);

test('[P1] a retry that was stopped is sent once the rail calls every earlier payout unpaid again', async () => {
  const orderId = await send();
  answer(FAILED);
  await pass(10_000);
  const { id: earlier } = await sample.newest(orderId);
  script.isUp = false;
  await retry(orderId);
  answer(PAID);
  await checkPayout(dependencies, { payoutId: earlier });
  script.isUp = true;
  await pass(10 * 60_000);
  answer(FAILED);
  await retry(orderId);
  answer(PENDING);
  await pass(10_000);
  expect(await sample.newest(orderId)).toMatchObject({ attempt: 3, status: 'sent' });
  expect(sent).toHaveLength(2);
  expect(await isSound()).toBe(true);
});

test.each([
  ['is pending', PENDING],
  ['does not say', { kind: 'unanswered', reason: 'down' }],
] as const)(
  '[P1] of a payout that %s for days an administrator is called once, the checks continue, and it settles',
  async (_name, silence) => {
    const orderId = await send();
    answer(silence);
    await pass(OVERDUE_MS - 60 * 60_000, 30);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'sent', needsPerson: false });
    await pass(3 * DAY_MS, 30);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'sent', needsPerson: true });
    expect(await calls(orderId)).toBe(1);
    answer(PAID);
    await pass(10 * 60_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', needsPerson: false });
    expect(sent).toHaveLength(1);
  },
);

test('[P4] [I4] a clock that jumps a day ahead and back fails, settles and sends nothing by itself', async () => {
  const orderId = await send();
  answer({ kind: 'not-found' });
  await pass(30_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown' });
  sample.clock.advance(DAY_MS);
  await pass(600_000);
  sample.clock.advance(-DAY_MS);
  await pass(600_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown', attempt: 1 });
  const { id: payoutId } = await sample.newest(orderId);
  answer(PAID);
  await checkPayout(dependencies, { payoutId });
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid' });
  expect(sent).toHaveLength(1);
  expect(await isSound()).toBe(true);
});
