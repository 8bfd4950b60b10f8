// Payouts over real sockets against banks that are attacked, or lie: with any callback, and any provider answer about
// our reference, each order is paid once, to its account and to the kobo, or an administrator is called and the books
// are still correct.
import type { OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { ampleDeadline, eventually, startTestBanks, type TestBanks } from '@kobogate/testkit/banks/banks.ts';
import { makePayableOrder, NAIRA_KOBO, testPayoutDependencies } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inOrder } from './events.ts';
import { connectRail, type ConnectedRail } from './adapters/banks/rails.ts';
import { loadNewestPayout, type RailCallback } from './payouts/index.ts';
import { checkPayout } from './payouts/check-payout.ts';
import type { PayoutDependencies } from './payouts/dependencies.ts';
import type { Payout, PayoutStatus } from './payouts/payout.ts';
import { retryPayout } from './payouts/retry-payout.ts';
import { verify } from './ledger/index.ts';
import { readRails } from './configuration/rails.ts';
import { createBankDirectory } from './payouts/bank-directory.ts';
import { createCallbackReceiver } from './payouts/receive-callback.ts';
import { createRailRouter } from './payouts/rail-router.ts';
import { loadKnownBanks } from './payouts/known-banks.ts';
import { payoutHandlers } from './payouts/handlers.ts';
import { createWorker } from './platform/worker.ts';

const KNOWN_BANKS = join(import.meta.dirname, '..', 'data', 'banks.json');
const ACCOUNT = { accountNumber: '0123456785', bankCode: '000013' };
/** Long enough for a real answer, and short for one that never comes. */
const IMPATIENT_MS = 1_500;

let banks: TestBanks;
let db: TestDatabase;
let clock: TestClock;
let connected: readonly ConnectedRail[];
let dependencies: PayoutDependencies;
let people: { owner: TestCustomer; admin: TestCustomer };

beforeAll(async () => {
  banks = await startTestBanks();
  await banks.tellOfAccount({ ...ACCOUNT, accountName: 'SAMPLE PERSON' });
  db = await createTestDatabase({ maxConnections: 16 });
});
afterAll(async () => {
  await banks.stop();
  await db.drop();
});
beforeEach(async () => {
  const { database } = db;
  await database.query('delete from event');
  clock = createTestClock();
  connected = ['budpay', 'paystack'].map((name) => {
    const { rails, sentences } = readRails(banks.environment);
    const configuration = rails.find((rail) => rail.name === name);
    if (configuration === undefined) throw new Error(sentences.join(' '));
    return connectRail(configuration, { log: silentLog, timeoutMs: IMPATIENT_MS });
  });
  const rails = connected.map(({ rail }) => rail);
  const directory = createBankDirectory({ rails, known: await loadKnownBanks(KNOWN_BANKS), clock });
  const router = createRailRouter({ rails, directory, clock, log: silentLog, atOnce: 16 });
  dependencies = testPayoutDependencies({ database, clock, rails, router });
  people = { owner: await insertCustomer(database), admin: await insertCustomer(database, { isAdmin: true }) };
});

const work = () =>
  createWorker({
    database: db.database,
    clock,
    log: silentLog,
    handlers: inOrder([payoutHandlers(dependencies)]),
  }).drain();
const makeOrder = () => makePayableOrder({ database: db.database, clock }, people);
async function newest(orderId: OrderId): Promise<Payout> {
  const payout = await loadNewestPayout(db.database, orderId);
  if (payout === null) throw new Error('no payout');
  return payout;
}
const sentTo = (rail: string, { reference }: Payout) => banks.transfersOf(rail, reference);
const isSound = async () => (await verify(db.database)).ok;

/** A payout that was sent by the first rail, which behaves like this with it. */
async function send(behaviour: string): Promise<OrderId> {
  const orderId = await makeOrder();
  await banks.behave('budpay', behaviour);
  await work();
  return orderId;
}

/** Asks the rail repeatedly until the payout has this state. */
const becomes = (orderId: OrderId, what: Partial<Pick<Payout, 'status' | 'needsPerson'>>): Promise<Payout> =>
  eventually(`the payout becomes ${JSON.stringify(what)}`, async () => {
    const { id: payoutId } = await newest(orderId);
    await checkPayout(dependencies, { payoutId });
    const payout = await newest(orderId);
    const { status = payout.status, needsPerson = payout.needsPerson } = what;
    return payout.status === status && payout.needsPerson === needsPerson ? payout : undefined;
  });

/** The result of the first rail's callback, handled. */
async function callBack(callback: RailCallback): Promise<void> {
  const [budpay] = connected;
  await createCallbackReceiver(dependencies)({ rail: 'budpay', reference: budpay?.readCallback(callback) ?? null });
  await work();
}

test('[P1] [W3] a correctly signed callback that says success, for another payout or this one, settles nothing that the bank has not paid', async () => {
  const waiting = await send('never-ends');
  const paid = await becomes(await send('success'), { status: 'paid' });
  const genuine = await eventually('the callback of the paid one', async () =>
    banks.callbacksOf('budpay', paid.reference).at(0),
  );
  const { reference } = await newest(waiting);
  // The provider's signature is the same for every body: with one callback an attacker can write any other.
  const forged = Buffer.from(Buffer.from(genuine.body).toString().replaceAll(paid.reference, reference));
  expect(forged.toString()).toContain(reference);
  await callBack({ ...genuine, body: forged });
  await callBack(genuine);
  expect(await newest(waiting)).toMatchObject({ status: 'sent', needsPerson: false });
  expect(await isSound()).toBe(true);
});

test.each(['other-amount', 'other-account'])(
  '[P1] [M1] %s: the bank’s reported payment does not match, so it settles nothing and an administrator is called',
  async (behaviour) => {
    const orderId = await send(behaviour);
    const payout = await becomes(orderId, { status: 'unknown', needsPerson: true });
    expect(await sentTo('budpay', payout)).toHaveLength(1);
    await expect(
      retryPayout(dependencies, { orderId, adminId: people.admin.userId, reason: 'Mended' }),
    ).rejects.toMatchObject({ status: 409 });
    expect(await isSound()).toBe(true);
  },
);

test('[P5] paid, sent back, and called paid again: booked back once, and an administrator is called instead of a second payout', async () => {
  const orderId = await send('reverse-then-success');
  for (const status of ['paid', 'reversed'] satisfies PayoutStatus[]) await becomes(orderId, { status });
  const payout = await becomes(orderId, { status: 'reversed', needsPerson: true });
  await expect(
    retryPayout(dependencies, { orderId, adminId: people.admin.userId, reason: 'Mended' }),
  ).rejects.toMatchObject({ status: 409 });
  expect(await sentTo('budpay', payout)).toHaveLength(1);
  expect(await isSound()).toBe(true);
});

test('[P1] a reference of ours that was used at the bank before us does not count as our payout', async () => {
  const [budpay] = connected;
  const orderId = await makeOrder();
  await payoutHandlers(dependencies)['order.payable']({ orderId });
  const { reference } = await newest(orderId);
  const theirs = { ...ACCOUNT, accountName: 'SAMPLE PERSON', bankName: 'GTBANK', narration: 'Sample' };
  expect(await budpay?.rail.send({ ...theirs, reference, amountKobo: toKobo(100_00n) }, ampleDeadline)).toEqual({
    kind: 'accepted',
  });
  await work();
  const payout = await becomes(orderId, { status: 'unknown', needsPerson: true });
  expect(await sentTo('budpay', payout)).toMatchObject([{ amountKobo: '10000' }]);
  expect(await sentTo('paystack', payout)).toEqual([]);
  expect(await isSound()).toBe(true);
});

test('[P9] [P1] an instruction that was lost on its way stays with its rail, and the next order leaves by the other rail', async () => {
  const lost = await send('timeout');
  expect(await newest(lost)).toMatchObject({ status: 'unknown', rail: 'budpay' });
  await banks.behave('budpay', 'down', 100);
  const next = await makeOrder();
  await work();
  const paid = await becomes(next, { status: 'paid' });
  expect(paid).toMatchObject({ rail: 'paystack', amountKobo: NAIRA_KOBO });
  await banks.behave('budpay', 'success');
  const payout = await newest(lost);
  await checkPayout(dependencies, { payoutId: payout.id });
  expect(await newest(lost)).toMatchObject({ status: 'unknown', rail: 'budpay' });
  expect([await sentTo('budpay', payout), await sentTo('paystack', payout)]).toEqual([[], []]);
  expect(await isSound()).toBe(true);
});

test('[P9] a bank that the second rail does not know is waited for: nothing leaves by a code of another bank', async () => {
  const orderId = await makeOrder();
  const unknown = { name: `Sample Bank ${randomUUID()}`, code: '999001' };
  await db.database.query(`update customer_order set bank_name = $2, bank_code = $3 where id = $1`, [
    orderId,
    unknown.name,
    unknown.code,
  ]);
  await work();
  clock.advance(600_000);
  await work();
  const payout = await newest(orderId);
  expect(payout.status).toBe('queued');
  expect([await sentTo('budpay', payout), await sentTo('paystack', payout)]).toEqual([[], []]);
});
