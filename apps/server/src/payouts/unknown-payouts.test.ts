// An administrator ends a payout whose state the bank never reports, and never against the bank's own answer: in any
// order of actions, only a retry sends, and no reference is sent twice.
import type { OrderId } from '@kobogate/contract';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { describe, expect, test } from 'vitest';
import { balance, payable, payoutInTransit, verify } from '../ledger/index.ts';
import { getConversion, presentOrderForAdmin } from '../sales/order-views/view-orders.ts';
import { askAboutPayout } from './ask-about-payout.ts';
import type { FindAnswer, SendAnswer } from './bank-rail.ts';
import { declareNotMade } from './declare-not-made.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { decideNotMade } from './decide-payout.ts';
import { NOT_FOUND_WINDOW_MS } from './payout.ts';
import { retryPayout } from './retry-payout.ts';

const NOT_FOUND: FindAnswer = { kind: 'not-found' };
const PAID: FindAnswer = { kind: 'paid', sessionId: 'session-1' };
const PENDING: FindAnswer = { kind: 'pending' };
const UNANSWERED: FindAnswer = { kind: 'unanswered', reason: 'down' };
const REASON = 'The bank wrote that it never had it';

let sample: TestPayouts;
let sent: string[];
let bank: { send: SendAnswer; find: FindAnswer };
let dependencies: PayoutDependencies;
useTestPayouts((its) => {
  sample = its;
  sent = [];
  bank = { send: { kind: 'unknown', reason: 'time-out' }, find: NOT_FOUND };
  const rail = {
    ...idleRail,
    send: async ({ reference }: { reference: string }) => {
      sent.push(reference);
      return bank.send;
    },
    find: async () => bank.find,
  };
  dependencies = sample.connect([rail]);
});

const work = () => sample.work(dependencies);
const pass = (milliseconds: number, steps = 10) => sample.pass(dependencies, milliseconds, steps);
/** An order whose payout got no answer and that the bank has denied for `milliseconds`. */
async function makeUnknown(milliseconds = NOT_FOUND_WINDOW_MS + 600_000): Promise<OrderId> {
  const orderId = await sample.makeOrder();
  await work();
  await pass(milliseconds, 20);
  return orderId;
}
const read = (orderId: OrderId) => getConversion(sample, { orderId, userId: sample.owner.userId });
const askAgain = (orderId: OrderId) => askAboutPayout(dependencies, { orderId, adminId: sample.admin.userId });
const notMade = (orderId: OrderId, adminId = sample.admin.userId, reason = REASON) =>
  declareNotMade(dependencies, { orderId, adminId, reason });
const retry = (orderId: OrderId) =>
  retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' });
const actions = async (orderId: OrderId) =>
  (
    await sample.database.query<{ action: string; reason: string | null }>(
      `select action, reason from admin_action where order_id = $1 and action like 'payout-%' order by at`,
      [orderId],
    )
  ).map(({ action, reason }) => (reason === null ? action : `${action}: ${reason}`));

describe('“Mark as not sent”', () => {
  test('[P1] [P2] fails a payout that the bank denies to the end, keeps the money, and a retry then sends one new payout', async () => {
    const orderId = await makeUnknown();
    expect(await presentOrderForAdmin(sample.database, orderId)).toMatchObject({ payoutNeedsPerson: true });
    await expect(retry(orderId)).rejects.toMatchObject({ status: 409 });
    expect(await notMade(orderId)).toContain('can be sent again');
    expect(await read(orderId)).toMatchObject({ payout: 'failed' });
    expect(await presentOrderForAdmin(sample.database, orderId)).toMatchObject({ payoutNeedsPerson: false });
    expect(await balance(sample.database, payable(sample.owner.userId))).toBe(NAIRA_KOBO);
    expect(sent).toHaveLength(1);
    const shown = await read(orderId);
    expect(JSON.stringify(shown)).not.toContain(REASON);

    await retry(orderId);
    bank = { send: { kind: 'accepted' }, find: PAID };
    await pass(10_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(new Set(sent).size).toBe(2);
    expect(await actions(orderId)).toEqual([`payout-not-made: ${REASON}`, 'payout-retried: Mended']);
    expect((await verify(sample.database)).ok).toBe(true);
  });

  test.each<[string, FindAnswer, string]>([
    ['paid', PAID, 'paid'],
    ['failed', { kind: 'failed', reason: 'closed' }, 'failed'],
    ['on its way', PENDING, 'unknown'],
  ])('[P1] where the bank reports it as %s, that is recorded instead', async (_name, answer, payout) => {
    const orderId = await makeUnknown();
    bank.find = answer;
    const sentence = await notMade(orderId);
    expect(sentence).toMatch(/bank (?:says|did not|knows)/);
    expect(await read(orderId)).toMatchObject({ payout });
    expect(await actions(orderId)).toEqual([`payout-asked: ${REASON}`]);
    expect(sent).toHaveLength(1);
  });

  test('[P2] a payout that the bank knew once has to be denied for the whole time again', async () => {
    const orderId = await makeUnknown();
    bank.find = PENDING;
    await notMade(orderId);
    bank.find = NOT_FOUND;
    await expect(notMade(orderId)).rejects.toMatchObject({ status: 409 });
    expect(await read(orderId)).toMatchObject({ payout: 'unknown' });
  });

  test('[P2] is refused before the bank has denied it for the whole time, and while the bank does not answer', async () => {
    const early = await makeUnknown(NOT_FOUND_WINDOW_MS / 3);
    await expect(notMade(early)).rejects.toMatchObject({ status: 409 });
    expect(await read(early)).toMatchObject({ payout: 'unknown' });
    expect(await actions(early)).toEqual([]);
    await pass(NOT_FOUND_WINDOW_MS + 600_000, 20);
    bank.find = UNANSWERED;
    await expect(notMade(early)).rejects.toMatchObject({ status: 503 });
    expect(await read(early)).toMatchObject({ payout: 'unknown' });
    expect(sent).toHaveLength(1);
  });

  test('[C3] is not for one’s own order, nor without a reason, nor for a payout that has ended', async () => {
    const orderId = await makeUnknown();
    await expect(notMade(orderId, sample.owner.userId)).rejects.toMatchObject({ status: 403 });
    await expect(notMade(orderId, sample.admin.userId, '')).rejects.toMatchObject({ status: 422 });
    await notMade(orderId);
    await expect(notMade(orderId)).rejects.toMatchObject({ status: 409 });
    await expect(askAgain(orderId)).rejects.toMatchObject({ status: 409 });
  });

  test('[P4] pressed many times at once, with the checks and retries running, fails once and sends each reference once', async () => {
    const transit = () => balance(sample.database, payoutInTransit('budpay'));
    const before = await transit();
    const orderId = await makeUnknown();
    sample.clock.advance(600_000);
    await Promise.allSettled([
      ...Array.from({ length: 4 }, () => notMade(orderId)),
      ...Array.from({ length: 3 }, () => askAgain(orderId)),
      ...Array.from({ length: 3 }, () => retry(orderId)),
      work(),
    ]);
    await Promise.allSettled([retry(orderId), retry(orderId)]);
    bank = { send: { kind: 'accepted' }, find: PAID };
    await pass(20_000);
    expect(await read(orderId)).toMatchObject({ payout: 'paid' });
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(2);
    expect((await actions(orderId)).filter((action) => action.startsWith('payout-not-made'))).toHaveLength(1);
    expect(await transit()).toBe(before);
    expect((await verify(sample.database)).ok).toBe(true);
  });

  test('[P2] a payout that appears at the bank after all is noticed: a retry is refused and an administrator is called', async () => {
    const orderId = await makeUnknown();
    await notMade(orderId);
    bank.find = PAID;
    await pass(120_000);
    expect(await presentOrderForAdmin(sample.database, orderId)).toMatchObject({
      payout: 'failed',
      payoutNeedsPerson: true,
    });
    await expect(retry(orderId)).rejects.toMatchObject({ status: 409 });
    expect(sent).toHaveLength(1);
  });
});

describe('“Ask the bank again”', () => {
  test.each<[string, FindAnswer, string]>([
    ['paid', PAID, 'paid'],
    ['failed', { kind: 'failed', reason: 'closed' }, 'failed'],
    ['pending', PENDING, 'unknown'],
    ['unknown to it', NOT_FOUND, 'unknown'],
  ])('acts on the answer %s, is recorded, and sends nothing', async (_name, answer, payout) => {
    const orderId = await makeUnknown();
    bank.find = answer;
    expect(await askAgain(orderId)).toMatch(/bank/);
    expect(await read(orderId)).toMatchObject({ payout });
    expect(await actions(orderId)).toEqual(['payout-asked']);
    expect(sent).toHaveLength(1);
  });

  test('says so where the bank does not answer, and where there is nothing to ask about', async () => {
    const orderId = await makeUnknown();
    bank.find = UNANSWERED;
    await expect(askAgain(orderId)).rejects.toMatchObject({ status: 503 });
    const waiting = await sample.makeOrder();
    await expect(askAgain(waiting)).rejects.toMatchObject({ status: 404 });
    await expect(notMade(waiting)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the decision uses the facts of the moment, which may have changed since the bank was asked', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const since = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const denied = {
    status: 'unknown',
    needsPerson: true,
    notFoundSince: since(NOT_FOUND_WINDOW_MS),
    reference: 'kg-sample',
    amountKobo: NAIRA_KOBO,
    accountNumber: '0123456785',
    sentAt: since(NOT_FOUND_WINDOW_MS),
  } as const;
  const decide = (change: Partial<Parameters<typeof decideNotMade>[0]>, answer: FindAnswer = NOT_FOUND) =>
    decideNotMade({ ...denied, ...change }, answer, now, NOT_FOUND_WINDOW_MS).kind;

  test('lets it fail only where every condition still holds', () => {
    expect(decide({})).toBe('fail');
    expect(decide({ needsPerson: false })).toBe('missing');
    expect(decide({ status: 'sent' })).toBe('missing');
    expect(decide({ notFoundSince: since(NOT_FOUND_WINDOW_MS - 1) })).toBe('missing');
    expect(decide({ notFoundSince: null })).toBe('missing');
    expect(decide({ status: 'paid' })).toBe('keep');
    expect(decide({}, PENDING)).toBe('found');
    expect(decide({}, UNANSWERED)).toBe('keep');
  });
});
