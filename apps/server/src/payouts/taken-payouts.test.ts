// A payout that the bank contradicts itself about is taken as paid by two administrators who know it from the bank: once,
// with the same reference, never against a plain answer of the bank's, and without anything being sent.
import type { OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { countWork } from '../admin/work/db.ts';
import { balance, payable, payoutInTransit, railFloat, verify } from '../ledger/index.ts';
import { presentOrderForAdmin } from '../sales/order-views/view-orders.ts';
import { readPersonalRecords } from '../platform/personal-records.ts';
import type { FindAnswer } from './bank-rail.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { personalRecords } from './personal-records.ts';
import { retryPayout } from './retry-payout.ts';
import { takeAsPaid } from './take-as-paid.ts';

const PENDING: FindAnswer = { kind: 'pending' };
const PAID: FindAnswer = { kind: 'paid', sessionId: 'session-1' };
const OTHER_AMOUNT: FindAnswer = {
  kind: 'paid',
  sessionId: null,
  made: { amountKobo: toKobo(NAIRA_KOBO - 1n), accountNumber: null },
};
const REVERSED: FindAnswer = { kind: 'reversed', reason: 'account closed' };
const UNANSWERED: FindAnswer = { kind: 'unanswered', reason: 'down' };
const REFERENCE = '000013-261121-0001';

let sample: TestPayouts;
let second: TestCustomer;
let dependencies: PayoutDependencies;
let sent: string[];
let answer: FindAnswer;
useTestPayouts((its) => {
  sample = its;
  sent = [];
  answer = PENDING;
  dependencies = sample.connect([
    {
      ...idleRail,
      send: async ({ reference }) => {
        sent.push(reference);
        return { kind: 'accepted' };
      },
      find: async () => answer,
    },
  ]);
});

/** So long a payout waits for its next check after it was sent, after it was paid, and after that one. */
const PAUSES_MS = [10_000, 2 * 60_000, 15 * 60_000];

const pass = (milliseconds: number) => sample.pass(dependencies, milliseconds);
/** An order whose payout the bank gives these answers about, one after the other. */
async function makeDoubted(...answers: FindAnswer[]): Promise<OrderId> {
  second = await insertCustomer(sample.database, { isAdmin: true });
  const orderId = await sample.makeOrder();
  for (const [index, next] of answers.entries()) {
    answer = next;
    await pass(PAUSES_MS[index] ?? 0);
  }
  return orderId;
}
const take = (orderId: OrderId, { userId }: TestCustomer, given: { reference?: string; version?: number } = {}) =>
  takeAsPaid(dependencies, {
    orderId,
    adminId: userId,
    reference: REFERENCE,
    reason: 'The bank’s letter of today',
    ...given,
  });
const show = (orderId: OrderId) => presentOrderForAdmin(sample.database, orderId);
const owed = () => balance(sample.database, payable(sample.owner.userId));
const transit = () => balance(sample.database, payoutInTransit('budpay'));
const float = () => balance(sample.database, railFloat('budpay'));
const waiting = async () =>
  (await countWork(sample.database, [])).find(({ kind }) => kind === 'payouts-unknown')?.count ?? 0;
const acts = (orderId: OrderId) =>
  sample.database.query<{ action: string; reason: string }>(
    `select action, reason from admin_action where order_id = $1 and action like 'payout-%' order by at`,
    [orderId],
  );

test('what one of the team stated about a payout, and why a person was called to it, is not in its customer’s archive', async () => {
  const orderId = await makeDoubted(OTHER_AMOUNT);
  await take(orderId, sample.admin);
  const { payouts = [] } = await readPersonalRecords(sample.database, [personalRecords], sample.owner.userId);
  const own = payouts.find((payout) => payout['order_id'] === orderId);
  expect(own).toMatchObject({ status: 'unknown' });
  expect(Object.keys(own ?? {}).filter((column) => /^claimed_(?!at)|doubt/.test(column))).toEqual([]);
  expect(JSON.stringify(own)).not.toMatch(new RegExp(`letter of today|${REFERENCE}|${sample.admin.userId}`));
});

test('[P1] [C3] of an amount that does not match: one states it, the same again is refused, and another books it once', async () => {
  const before = { transit: await transit(), float: await float(), waiting: await waiting() };
  const orderId = await makeDoubted(OTHER_AMOUNT);
  expect((await waiting()) - before.waiting).toBe(1);
  await take(orderId, sample.admin);
  expect(await show(orderId)).toMatchObject({
    payout: 'unknown',
    payoutNeedsPerson: true,
    payoutClaim: { adminId: sample.admin.userId, reference: REFERENCE, evidence: 'The bank’s letter of today' },
  });
  await expect(take(orderId, sample.admin)).rejects.toMatchObject({ status: 409 });
  expect((await transit()) - before.transit).toBe(NAIRA_KOBO);

  const outcomes = await Promise.allSettled([take(orderId, second), take(orderId, second), take(orderId, second)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await sample.newest(orderId)).toMatchObject({
    status: 'paid',
    sessionId: REFERENCE,
    needsPerson: false,
    takes: 1,
  });
  expect(await show(orderId)).toMatchObject({ payout: 'paid', payoutClaim: null });
  expect(await transit()).toBe(before.transit);
  expect(before.float - (await float())).toBe(NAIRA_KOBO);
  expect(await waiting()).toBe(before.waiting);
  expect((await acts(orderId)).map(({ action }) => action)).toEqual(['payout-first-taken', 'payout-taken']);
  await pass(3 * 24 * 60 * 60_000);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid' });
  expect(sent).toHaveLength(1);
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[P5] of one that was sent back and is called paid again: what is owed ends, and may end again after each return', async () => {
  const orderId = await makeDoubted(PAID, REVERSED, PAID);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'reversed', needsPerson: true });
  expect(await owed()).toBe(NAIRA_KOBO);
  await take(orderId, sample.admin);
  await take(orderId, second);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', failureReason: null });
  expect(await owed()).toBe(0n);
  for (const [index, next] of [REVERSED, PAID].entries()) {
    answer = next;
    await pass(PAUSES_MS[index + 1] ?? 0);
  }
  expect(await sample.newest(orderId)).toMatchObject({ status: 'reversed', needsPerson: true, takes: 1 });
  expect(await owed()).toBe(NAIRA_KOBO);
  await take(orderId, sample.admin);
  await take(orderId, second);
  expect(await owed()).toBe(0n);
  expect(sent).toHaveLength(1);
  expect((await verify(sample.database)).ok).toBe(true);
});

test('[C3] another reference begins again, and only two statements of the same one book it, however they are written', async () => {
  const orderId = await makeDoubted(OTHER_AMOUNT);
  await take(orderId, sample.admin, { reference: 'another' });
  expect(await take(orderId, second)).toContain('another');
  expect(await show(orderId)).toMatchObject({ payout: 'unknown', payoutClaim: { adminId: second.userId } });
  await take(orderId, sample.admin, { reference: ' 000013 261121 0001' });
  expect(await show(orderId)).toMatchObject({ payout: 'paid' });
});

test('[P1] a plain answer of the bank’s is recorded instead, and a payout that it calls sent back is not taken', async () => {
  const settled = await makeDoubted(OTHER_AMOUNT);
  answer = PAID;
  expect(await take(settled, sample.admin)).toContain('The bank says that it was paid');
  expect(await sample.newest(settled)).toMatchObject({ status: 'paid', takes: 0 });
  const back = await makeDoubted(PAID, REVERSED, PAID);
  answer = REVERSED;
  await expect(take(back, sample.admin)).rejects.toMatchObject({ status: 409 });
  expect(await sample.newest(back)).toMatchObject({ status: 'reversed' });
});

test('[P1] a bank that does not answer stops nobody who knows it from the bank itself', async () => {
  const orderId = await makeDoubted(OTHER_AMOUNT);
  answer = UNANSWERED;
  await take(orderId, sample.admin);
  await take(orderId, second);
  expect(await sample.newest(orderId)).toMatchObject({ status: 'paid' });
});

test('[C3] [D-3] is not for one’s own order, nor without evidence or reference, another version, or a payout without doubt', async () => {
  const orderId = await makeDoubted(OTHER_AMOUNT);
  await expect(take(orderId, sample.owner)).rejects.toMatchObject({ status: 403 });
  await expect(take(orderId, sample.admin, { reference: ' ' })).rejects.toMatchObject({ status: 422 });
  await expect(take(orderId, sample.admin, { version: 1 })).rejects.toMatchObject({ status: 409 });
  const seen = await show(orderId);
  await take(orderId, sample.admin, { version: seen.version });
  await expect(take(orderId, second, { version: seen.version })).rejects.toMatchObject({ status: 409 });
  const plain = await makeDoubted(PENDING);
  await expect(take(plain, sample.admin)).rejects.toMatchObject({ status: 409 });
});

test('[P1] a retry ends what an administrator was called to once the bank calls every earlier payout unpaid', async () => {
  const orderId = await makeDoubted(PAID, REVERSED, PAID);
  await take(orderId, sample.admin);
  answer = REVERSED;
  await retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Account is open again' });
  expect(await show(orderId)).toMatchObject({ payout: 'queued', payoutNeedsPerson: false, payoutClaim: null });
});
