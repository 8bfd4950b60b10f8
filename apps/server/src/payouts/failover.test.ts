// A new payout takes the first rail that can; while nothing was sent it may change rails; once sent it stays with its
// rail.
import { createPayout } from '@kobogate/testkit/payouts/payout-steps.ts';
import type { OrderId, PayoutId } from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import { type TestPayouts, useTestPayouts } from '@kobogate/testkit/payouts/payout-room.ts';
import { idleRail, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, test } from 'vitest';
import { balance, payoutInTransit, verify } from '../ledger/index.ts';
import type { Bank, BankRail, FindAnswer, SendAnswer } from './bank-rail.ts';
import { createBankDirectory } from './bank-directory.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { createRailRouter, type RailRouter } from './rail-router.ts';
import { retryPayout } from './retry-payout.ts';
import { sendPayout } from './send-payout.ts';

const KNOWN = [{ name: 'Guaranty Trust Bank', nip: '000013', cbn: '058', other: null }];

let sample: TestPayouts;
let first: ReturnType<typeof createFakeRail>;
let second: ReturnType<typeof createFakeRail>;
let dependencies: PayoutDependencies;
useTestPayouts((its) => {
  sample = its;
  first = createFakeRail('budpay', { bankName: 'GTBANK', bankCode: '000013' });
  second = createFakeRail('paystack', { bankName: 'Guaranty Trust Bank', bankCode: '058' });
  dependencies = connect([first.rail, second.rail]);
});

/** The state of a process that has just started. */
function connect(rails: readonly BankRail[]): PayoutDependencies {
  const { clock } = sample;
  const directory = createBankDirectory({ rails, known: KNOWN, clock });
  return sample.connect(rails, createRailRouter({ rails, directory, clock, log: silentLog, atOnce: 16 }));
}

function createFakeRail(name: string, bank: Bank) {
  const sent: { reference: string; bankCode: string }[] = [];
  const script: { isUp: boolean; float: Kobo | null; banks: Bank[]; send: SendAnswer; find: FindAnswer } = {
    isUp: true,
    float: null,
    banks: [bank],
    send: { kind: 'accepted' },
    find: { kind: 'pending' },
  };
  const asked = { isUp: 0 };
  const rail: BankRail = {
    ...idleRail,
    name,
    listBanks: async () => script.banks,
    isUp: async () => {
      asked.isUp += 1;
      return script.isUp;
    },
    floatKobo: async () => script.float,
    send: async ({ reference, bankCode }) => {
      sent.push({ reference, bankCode });
      return script.send;
    },
    find: async () => script.find,
  };
  return { rail, sent, script, asked };
}

const work = () => sample.work(dependencies);
const pass = (milliseconds: number, steps?: number) => sample.pass(dependencies, milliseconds, steps);
const sentBy = () => ({ first: first.sent.length, second: second.sent.length });

describe('[P9] a new payout', () => {
  test('takes the first rail that can, under that rail’s own code', async () => {
    const orderId = await sample.makeOrder();
    await work();
    expect(first.sent).toEqual([{ reference: (await sample.newest(orderId)).reference, bankCode: '000013' }]);
    expect(sentBy()).toEqual({ first: 1, second: 0 });
  });

  test.each([
    ['does not answer', () => (first.script.isUp = false)],
    ['does not know the bank', () => (first.script.banks = [{ bankName: 'Wema Bank', bankCode: '000017' }])],
    ['has no naira for its fee', () => (first.script.float = NAIRA_KOBO)],
  ])('takes the next one where the first %s, and is booked with it', async (_why, spoil) => {
    spoil();
    const orderId = await sample.makeOrder();
    await work();
    expect(sentBy()).toEqual({ first: 0, second: 1 });
    expect(second.sent[0]?.bankCode).toBe('058');
    expect(await sample.newest(orderId)).toMatchObject({ rail: 'paystack', bankCode: '058', status: 'sent' });
    expect(await balance(sample.database, payoutInTransit('paystack'))).toBeGreaterThanOrEqual(NAIRA_KOBO);
    second.script.find = { kind: 'paid', sessionId: 's' };
    await pass(10_000);
    expect(await sample.newest(orderId)).toMatchObject({ rail: 'paystack', status: 'paid' });
    expect((await verify(sample.database)).ok).toBe(true);
  });

  test('stays queued while no rail can, and leaves once by the first that can', async () => {
    first.script.isUp = false;
    second.script.isUp = false;
    const orderId = await sample.makeOrder();
    await pass(60_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'queued' });
    expect(sentBy()).toEqual({ first: 0, second: 0 });
    second.script.isUp = true;
    await pass(600_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'sent', rail: 'paystack' });
    expect(sentBy()).toEqual({ first: 0, second: 1 });
  });
});

describe('[P9] one that was sent', () => {
  test('[P1] stays with its rail without a clear answer, whatever happens to that rail', async () => {
    first.script.send = { kind: 'unknown', reason: 'time-out' };
    const orderId = await sample.makeOrder();
    await work();
    first.script.isUp = false;
    first.script.find = { kind: 'unanswered', reason: 'down' };
    await pass(3_600_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'unknown', rail: 'budpay' });
    first.script.find = { kind: 'paid', sessionId: null };
    await pass(900_000);
    expect(await sample.newest(orderId)).toMatchObject({ status: 'paid', rail: 'budpay' });
    expect(sentBy()).toEqual({ first: 1, second: 0 });
  });

  test('[P3] stays with its rail though the process died between the intent and the call', async () => {
    await createPayout(dependencies, { orderId: await sample.makeOrder() });
    const [row] = await sample.database.query<{ id: PayoutId; order_id: OrderId }>(
      `select id, order_id from payout where status = 'queued' order by created_at desc limit 1`,
    );
    if (row === undefined) throw new Error('no payout');
    const dying = {
      ...first.rail,
      send: () => new Promise<never>(() => undefined),
    };
    // Never answers: the process dies while the call is under way.
    void sendPayout(connect([dying, second.rail]), { payoutId: row.id });
    await expect.poll(async () => (await sample.newest(row.order_id)).status).toBe('sent');
    first.script.isUp = false;
    first.script.find = { kind: 'not-found' };
    await pass(600_000);
    expect(await sample.newest(row.order_id)).toMatchObject({ status: 'unknown', rail: 'budpay' });
    expect(sentBy()).toEqual({ first: 0, second: 0 });
  });

  test('[P4] is sent once though workers that see different rails up race for it', async () => {
    const orderId = await sample.makeOrder();
    await createPayout(dependencies, { orderId });
    const { id: payoutId } = await sample.newest(orderId);
    const down = { ...first.rail, isUp: async () => false };
    const processes = [dependencies, connect([down, second.rail]), connect([second.rail, first.rail])];
    await Promise.all(
      Array.from({ length: 9 }, (_, index) => sendPayout(processes[index % 3] ?? dependencies, { payoutId })),
    );
    expect(first.sent.length + second.sent.length).toBe(1);
    const rail = first.sent.length === 1 ? 'budpay' : 'paystack';
    expect(await sample.newest(orderId)).toMatchObject({ rail, status: 'sent' });
  });
});

test('[P9] a retry of a failed payout takes another rail where the first is down, once the first has said that it failed', async () => {
  first.script.send = { kind: 'refused', reason: 'no' };
  const orderId = await sample.makeOrder();
  await work();
  first.script.isUp = false;
  first.script.find = { kind: 'unanswered', reason: 'down' };
  await expect(
    retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' }),
  ).rejects.toMatchObject({
    status: 503,
  });
  first.script.find = { kind: 'not-found' };
  await retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason: 'Mended' });
  await work();
  expect(await sample.newest(orderId)).toMatchObject({ attempt: 2, rail: 'paystack', status: 'sent', bankCode: '058' });
  expect(sentBy()).toEqual({ first: 1, second: 1 });
});

test('[P1] [P4] a retry is refused where another one was made, and has ended, while the rail was asked about the last', async () => {
  first.script.send = { kind: 'refused', reason: 'no' };
  const orderId = await sample.makeOrder();
  await work();
  const retry = { orderId, adminId: sample.admin.userId, reason: 'Mended' };
  first.script.find = { kind: 'not-found' };
  const overtaken: BankRail = {
    ...first.rail,
    find: async () => {
      await retryPayout(dependencies, retry);
      await work();
      return { kind: 'not-found' };
    },
  };
  const rails = [overtaken, second.rail];
  await expect(retryPayout({ ...dependencies, rails }, retry)).rejects.toMatchObject({ status: 409 });
  expect(await sample.newest(orderId)).toMatchObject({ attempt: 2, status: 'failed' });
});

test('[P9] an administrator sends a failed payout by a rail of their choice, and it waits for that rail alone', async () => {
  first.script.send = { kind: 'refused', reason: 'no' };
  first.script.find = { kind: 'not-found' };
  const orderId = await sample.makeOrder();
  await work();
  const choose = (rail?: string, reason = 'They pay faster') =>
    retryPayout(dependencies, { orderId, adminId: sample.admin.userId, reason, rail });
  await expect(choose('paystack', '')).rejects.toMatchObject({ status: 422 });
  await expect(choose('unknown')).rejects.toMatchObject({ status: 422 });
  second.script.isUp = false;
  await choose('paystack');
  await work();
  expect(await sample.newest(orderId)).toMatchObject({ attempt: 2, rail: 'paystack', status: 'queued' });
  // Nothing of it was sent, so it may use another rail; the first rail takes it at once.
  first.script.send = { kind: 'accepted' };
  await choose('budpay');
  await work();
  expect(await sample.newest(orderId)).toMatchObject({
    attempt: 2,
    rail: 'budpay',
    status: 'sent',
    bankCode: '000013',
  });
  await expect(choose('paystack')).rejects.toMatchObject({ status: 409 });
  expect(sentBy()).toEqual({ first: 2, second: 0 });
  const acts = await sample.database.query(
    `select action, reason from admin_action where order_id = $1 and action like 'payout%' order by at`,
    [orderId],
  );
  expect(acts).toEqual(Array.from({ length: 2 }, () => ({ action: 'payout-rerouted', reason: 'They pay faster' })));
});

test('[P4] [P9] a rail that is chosen while the payout leaves by another: one rail gets it, once', async () => {
  first.script.isUp = false;
  second.script.isUp = false;
  const orderId = await sample.makeOrder();
  await work();
  first.script.isUp = true;
  const { id } = await sample.newest(orderId);
  const leaving = sendPayout(
    {
      ...dependencies,
      router: {
        ...dependencies.router,
        // The choice comes between the router's check and the intent.
        withRail: (payout, use) =>
          dependencies.router.withRail(payout, async (route) => {
            await retryPayout(dependencies, {
              orderId,
              adminId: sample.admin.userId,
              reason: 'Slow',
              rail: 'paystack',
            });
            return use(route);
          }),
      },
    },
    { payoutId: id },
  );
  await expect(leaving).rejects.toMatchObject({ status: 503 });
  second.script.isUp = true;
  await pass(60_000);
  expect(await sample.newest(orderId)).toMatchObject({ attempt: 1, rail: 'paystack', status: 'sent' });
  expect(sentBy()).toEqual({ first: 0, second: 1 });
});

const SMALL = {
  id: idFor<PayoutId>('p'),
  bankName: 'GTBANK',
  bankCode: '000013',
  amountKobo: toKobo(1n),
  onlyRail: null,
};

/** The rail of a payout that gets this answer; null: it was not sent after all. */
async function chosenBy({ withRail }: RailRouter, answer: SendAnswer | null = null): Promise<string | undefined> {
  let name: string | undefined;
  await withRail(SMALL, async ({ rail }) => {
    name = rail.name;
    return answer;
  });
  return name;
}

test('[P9] a rail that failed several times in a row is left alone, then probed by one payout', async () => {
  first.script.isUp = false;
  const { router } = dependencies;
  const choose = (answer?: SendAnswer) => chosenBy(router, answer);
  for (let index = 0; index < 5; index += 1) expect(await choose()).toBe('paystack');
  expect(first.asked.isUp).toBe(5);
  first.script.isUp = true;
  expect(await choose()).toBe('paystack');
  expect(first.asked.isUp).toBe(5);
  sample.clock.advance(30_000);
  await router.withRail(SMALL, async () => {
    expect(await choose()).toBe('paystack');
    return { kind: 'accepted' };
  });
  expect(await choose()).toBe('budpay');
});

test('[P9] a probe without a result, for lack of naira or of a payout to send, is left to the next payout', async () => {
  const { router } = dependencies;
  const choose = (answer?: SendAnswer) => chosenBy(router, answer);
  first.script.isUp = false;
  for (let index = 0; index < 5; index += 1) expect(await choose()).toBe('paystack');
  Object.assign(first.script, { isUp: true, float: 0n });
  sample.clock.advance(30_000);
  expect(await choose()).toBe('paystack');
  first.script.float = null;
  expect(await choose()).toBe('budpay');
  const broken = router.withRail(SMALL, () => Promise.reject(new Error('not written')));
  await expect(broken).rejects.toThrow('not written');
  expect(await choose({ kind: 'accepted' })).toBe('budpay');
});

test('[P9] instructions without a clear answer open the circuit too, and a failed probe keeps it open', async () => {
  const { router } = dependencies;
  const choose = (answer?: SendAnswer) => chosenBy(router, answer);
  const lost: SendAnswer = { kind: 'unknown', reason: 'time-out' };
  for (let index = 0; index < 5; index += 1) expect(await choose(lost)).toBe('budpay');
  expect(await choose()).toBe('paystack');
  sample.clock.advance(30_000);
  expect(await choose(lost)).toBe('budpay');
  sample.clock.advance(29_999);
  expect(await choose()).toBe('paystack');
});
