import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance } from '../../ledger/balances.ts';
import { customer, held } from '../../ledger/chart.ts';
import { verify } from '../../ledger/verify.ts';
import { createTestClock, type TestClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { createTestProducts, decideTerms } from '../products/products-fixtures.ts';
import { createTestSettings, decideSetting } from '../settings/settings-fixtures.ts';
import { approveOrder } from './approve-order.ts';
import { type CreateOrder, createOrderCreation } from './create-order.ts';
import { declineOrder } from './decline-order.ts';
import { expectDeposit } from './expect-deposit.ts';
import { expireOrders } from './expire-orders.ts';
import { fundOrder } from './fund-order.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  type TestCustomer,
  testQuoteSigner,
} from './order-fixtures.ts';
import { recordPayout } from './record-payout.ts';
import { unfundOrder } from './unfund-order.ts';
import { getConversion } from './view-orders.ts';

const ASSET = 'USDT@ethereum';
/** USDT on Ethereum has six decimals. */
const usdt = (whole: number): bigint => BigInt(whole) * 1_000_000n;

let testDatabase: TestDatabase;
let clock: TestClock;
let rates: ReturnType<typeof createTestRates>;
let create: CreateOrder;
let owner: TestCustomer;
let admin: TestCustomer;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

beforeEach(async () => {
  clock = createTestClock();
  rates = createTestRates({ USDT: '1600', USDC: '1600' });
  owner = await insertCustomer(testDatabase.database);
  admin = await insertCustomer(testDatabase.database, { isAdmin: true });
  await clearBelow(null);
  create = createOrderCreation({
    database: testDatabase.database,
    clock,
    currentRates: rates.currentRates,
    quoteSigner: testQuoteSigner,
    lockSeconds: 900,
    products: createTestProducts(testDatabase.database),
    settings: createTestSettings(testDatabase.database),
  });
});

const convert = async (amount: string, more: { idempotencyKey?: string; quoteId?: string; userId?: string } = {}) => {
  const { order } = await create({
    userId: more.userId ?? owner.userId,
    fromCurrency: 'USDT',
    network: 'ethereum',
    fromAmount: amount,
    quoteId: more.quoteId,
    idempotencyKey: more.idempotencyKey,
  });
  return order;
};
const clearBelow = (automaticBelowKobo: string | null, minimumAccountDays = 0) =>
  decideSetting(testDatabase.database, admin.userId, 'clearing', {
    automaticBelowKobo,
    paymentsBelowKobo: null,
    minimumAccountDays,
  });
const read = (orderId: string) => getConversion(testDatabase, { orderId, userId: owner.userId });
const fund = (depositId: string) =>
  fundOrder(
    {
      database: testDatabase.database,
      clock,
      quoteSigner: testQuoteSigner,
      currentRates: rates.currentRates,
      settings: createTestSettings(testDatabase.database),
    },
    depositId,
  );
const free = () => balance(testDatabase.database, customer(owner.userId, ASSET));
const setAside = () => balance(testDatabase.database, held(owner.userId, ASSET));
const payables = async (orderId: string) =>
  (
    await testDatabase.database.query(
      `select 1 from event where type = 'order.payable' and payload ->> 'orderId' = $1`,
      [orderId],
    )
  ).length;

describe('making an order', () => {
  test('[F-9] [H-4] locks the rate and names the kobo that are paid, rounded down', async () => {
    rates.set('USDT', '1612.35');
    const order = await convert('12.345678');
    expect(order).toMatchObject({ nairaKobo: 1_990_555n, status: 'pending', funding: 'awaiting', payout: 'none' });
    expect(order.lockExpiresAt).toEqual(new Date(clock.now().getTime() + 900_000));
    rates.set('USDT', '1');
    expect(await read(order.id)).toMatchObject({ rate: '1612.35', naira: '19905.55' });
  });

  test.each([
    ['1e3', 'Please enter the amount in plain digits, such as 12.5.'],
    ['0x10', 'Please enter the amount in plain digits, such as 12.5.'],
    ['１２', 'Please enter the amount in plain digits, such as 12.5.'],
    ['0', 'Please enter an amount greater than 0.'],
    ['0.0000001', 'USDT on Ethereum has at most 6 decimals. Please shorten the amount.'],
    ['0.5', 'The smallest conversion is ₦1,000.00; this one is ₦800.00.'],
    ['7000', 'The largest conversion is ₦10,000,000.00; this one is ₦11,200,000.00.'],
  ])('[M1] [E-6] the amount %s is refused in words', async (amount, message) => {
    await expect(convert(amount)).rejects.toMatchObject({ status: 422, message });
  });

  test('refuses without a wallet, without a payout account and without a rate, each in its own words', async () => {
    const call = { userId: owner.userId, fromAmount: '10', quoteId: undefined, idempotencyKey: undefined };
    await expect(create({ ...call, fromCurrency: 'USDC', network: 'ethereum' })).rejects.toMatchObject({
      status: 422,
      message: 'You have no USDC wallet on Ethereum yet. Please make one first.',
    });
    await expect(create({ ...call, fromCurrency: 'BTC', network: 'ethereum' })).rejects.toMatchObject({ status: 422 });
    await expect(create({ ...call, fromCurrency: 'XYZ', network: 'ethereum' })).rejects.toMatchObject({
      status: 422,
      message: 'We do not know the currency XYZ.',
    });
    rates.set('USDT', null);
    await expect(convert('10')).rejects.toMatchObject({ status: 503 });
    rates.set('USDT', '1600');
    await testDatabase.database.query('delete from bank_account where user_id = $1', [owner.userId]);
    await expect(convert('10')).rejects.toMatchObject({
      status: 422,
      message: 'Please set your payout account before you convert.',
    });
  });

  test('[I2] a repeated idempotency key makes one order, also in parallel, and is refused for another amount', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => convert('10', { idempotencyKey: 'once' })));
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
    await expect(convert('11', { idempotencyKey: 'once' })).rejects.toMatchObject({ status: 409 });
    const other = await insertCustomer(testDatabase.database);
    expect((await convert('10', { idempotencyKey: 'once', userId: other.userId })).id).not.toBe(orders[0]?.id);
  });

  test('orders that come together each fail alone', async () => {
    const outcomes = await Promise.allSettled([convert('10'), convert('0.1'), convert('20')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('[H-5] below the threshold the policy clears, except where the bank did not confirm the name', async () => {
    await clearBelow('5000000');
    expect(await convert('10')).toMatchObject({ status: 'processing' });
    expect(await convert('100')).toMatchObject({ status: 'pending' });
    const unresolved = await insertCustomer(testDatabase.database, { nameResolution: 'unresolved' });
    expect(await convert('10', { userId: unresolved.userId })).toMatchObject({ status: 'pending' });
  });

  test('[H-5] an account that is younger than the policy asks for waits for an admin, until it is old enough', async () => {
    await clearBelow('5000000', 30);
    expect(await convert('10')).toMatchObject({ status: 'pending' });
    clock.advance(30 * 86_400_000 + 60_000);
    expect(await convert('10')).toMatchObject({ status: 'processing' });
  });

  test('[H-5] the limits are the ones that the operator has set, from the next order on', async () => {
    await decideSetting(testDatabase.database, admin.userId, 'limits', {
      minimumKobo: '1600000',
      maximumKobo: '3200000',
    });
    await expect(convert('9.99')).rejects.toMatchObject({
      status: 422,
      message: 'The smallest conversion is ₦16,000.00; this one is ₦15,984.00.',
    });
    expect(await convert('10')).toMatchObject({ nairaKobo: 1_600_000n });
    expect(await convert('20')).toMatchObject({ nairaKobo: 3_200_000n });
    await expect(convert('20.01')).rejects.toMatchObject({ status: 422 });
    await decideSetting(testDatabase.database, admin.userId, 'limits', {
      minimumKobo: '100000',
      maximumKobo: '1000000000',
    });
    await convert('1');
  });
});

describe('the terms of a product', () => {
  const decide = (terms: Parameters<typeof decideTerms>[3]) =>
    decideTerms(testDatabase.database, admin.userId, ASSET, terms);

  test('[H-4] [D-1] off offer: no new conversion, while coins that arrive are credited and fund what was made before', async () => {
    const order = await convert('10');
    await decide({ isOffered: false });
    await expect(convert('10')).rejects.toMatchObject({
      status: 422,
      message: 'We do not convert USDT on Ethereum at present. Coins that you have sent stay yours, in your wallet.',
    });
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(15) }));
    expect(await read(order.id)).toMatchObject({ funding: 'overpaid' });
    expect(await free()).toBe(usdt(5));
    await decide({});
  });

  test('[H-5] a bound in coins holds beside the one in naira', async () => {
    await decide({ minimumAmount: '5', maximumAmount: '10' });
    await expect(convert('4.999999')).rejects.toMatchObject({ status: 422 });
    await expect(convert('10.000001')).rejects.toMatchObject({ status: 422 });
    await convert('5');
    await decide({});
    await convert('4.999999');
  });
});

describe('funding', () => {
  test('[H-4] a confirmed deposit is set aside once, however often its event comes', async () => {
    const order = await convert('10');
    const deposit = await insertDeposit(testDatabase.database, owner, { amount: usdt(10) });
    await Promise.all([fund(deposit), fund(deposit), fund(deposit)]);
    await fund(deposit);
    expect(await read(order.id)).toMatchObject({ funding: 'funded', missingAmount: '0' });
    expect([await free(), await setAside()]).toEqual([0n, usdt(10)]);
  });

  test('[H-4] an underpaid order says what is missing, keeps the coins in the balance and is completed by a top-up', async () => {
    const order = await convert('10');
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(4) }));
    expect(await read(order.id)).toMatchObject({ funding: 'underpaid', missingAmount: '6' });
    expect(await free()).toBe(usdt(4));
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(7) }));
    expect(await read(order.id)).toMatchObject({ funding: 'overpaid', missingAmount: '0' });
    expect([await free(), await setAside()]).toEqual([usdt(1), usdt(10)]);
  });

  test('[R1] [H-4] a late deposit is converted at the rate of that moment, and waits where there is none', async () => {
    const order = await convert('10');
    clock.advance(901_000);
    await expireOrders({ database: testDatabase.database, clock });
    expect(await read(order.id)).toMatchObject({ funding: 'expired' });
    const deposit = await insertDeposit(testDatabase.database, owner, { amount: usdt(10), seenAt: clock.now() });
    rates.set('USDT', null);
    await expect(fund(deposit)).rejects.toMatchObject({ status: 503 });
    rates.set('USDT', '1500');
    await fund(deposit);
    expect(await read(order.id)).toMatchObject({ funding: 'late', rate: '1500', nairaKobo: '1500000' });
  });

  test('coins in the balance fund a new order at once, and N parallel orders never more than it covers [L2]', async () => {
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(25) }));
    const orders = await Promise.all(Array.from({ length: 8 }, () => convert('10')));
    expect(orders.filter(({ funding }) => funding === 'funded')).toHaveLength(2);
    expect([await free(), await setAside()]).toEqual([usdt(5), usdt(20)]);
  });

  test('[L1] [H-4] coins credited while orders are being made are seen by one side or the other, never by neither', async () => {
    for (let round = 0; round < 15; round += 1) {
      owner = await insertCustomer(testDatabase.database);
      const [order] = await Promise.all([
        convert('10'),
        insertDeposit(testDatabase.database, owner, { amount: usdt(10) }).then(fund),
      ]);
      expect(await read(order.id)).toMatchObject({ funding: 'funded' });
    }
  });

  test('an unconfirmed deposit shows as confirming, and a dropped one no longer', async () => {
    const order = await convert('10');
    const deposit = await insertDeposit(testDatabase.database, owner, { amount: usdt(10), status: 'seen' });
    await expectDeposit(testDatabase, deposit);
    expect(await read(order.id)).toMatchObject({ funding: 'confirming', deposits: [{ status: 'seen', amount: '10' }] });
    await testDatabase.database.query(`update deposit set status = 'dropped' where id = $1`, [deposit]);
    await expectDeposit(testDatabase, deposit);
    expect(await read(order.id)).toMatchObject({ funding: 'awaiting', deposits: [] });
  });

  test('[D6] a deposit that the chain took back unfunds its order and returns it to a person', async () => {
    await clearBelow('5000000');
    const order = await convert('10');
    const deposit = await insertDeposit(testDatabase.database, owner, { amount: usdt(10) });
    await fund(deposit);
    await unfundOrder({ database: testDatabase.database, log: silentLog }, deposit);
    await unfundOrder({ database: testDatabase.database, log: silentLog }, deposit);
    expect(await read(order.id)).toMatchObject({ funding: 'awaiting', status: 'pending' });
    expect([await free(), await setAside()]).toEqual([usdt(10), 0n]);
    await fund(deposit);
    expect([await free(), await setAside()]).toEqual([0n, usdt(10)]);
  });
});

describe('deciding', () => {
  const decision = (orderId: string, adminId = admin.userId) => ({ orderId, adminId });

  test('[H-5] [D-3] an approved order is payable once, as soon as it is funded, in either order of events', async () => {
    const first = await convert('10');
    await approveOrder(testDatabase, decision(first.id));
    expect(await payables(first.id)).toBe(0);
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(10) }));
    expect(await payables(first.id)).toBe(1);
    const second = await convert('10');
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(10) }));
    expect(await payables(second.id)).toBe(0);
    await approveOrder(testDatabase, decision(second.id));
    expect(await payables(second.id)).toBe(1);
  });

  test('[H-5] a declined order gives its coins back to the balance', async () => {
    const order = await convert('10');
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(10) }));
    await declineOrder(testDatabase, { ...decision(order.id), reason: 'The name differs.' });
    expect(await read(order.id)).toMatchObject({ status: 'declined', declineReason: 'The name differs.' });
    expect([await free(), await setAside()]).toEqual([usdt(10), 0n]);
  });

  test('[P4] of approve and decline in parallel one wins and the other is told', async () => {
    const order = await convert('10');
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(10) }));
    const outcomes = await Promise.allSettled([
      approveOrder(testDatabase, decision(order.id)),
      declineOrder(testDatabase, { ...decision(order.id), reason: null }),
      approveOrder(testDatabase, decision(order.id)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual([expect.objectContaining({ status: 409 }), expect.objectContaining({ status: 409 })]);
  });

  test('[C3] who made an order may not decide on it', async () => {
    const own = await convert('10', { userId: admin.userId });
    await expect(approveOrder(testDatabase, decision(own.id))).rejects.toMatchObject({ status: 403 });
    await expect(declineOrder(testDatabase, { ...decision(own.id), reason: null })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('a payout state may only follow its own table, and paid turns processing into approved', async () => {
    await clearBelow('5000000');
    const order = await convert('10');
    await fund(await insertDeposit(testDatabase.database, owner, { amount: usdt(10) }));
    const record = (payout: 'queued' | 'sent' | 'paid') =>
      testDatabase.database.transaction((tx) => recordPayout(tx, { orderId: order.id, payout, text: payout }));
    await expect(record('paid')).rejects.toThrow('from none to paid');
    await record('queued');
    await record('sent');
    expect(await record('paid')).toMatchObject({ payout: 'paid', status: 'approved' });
  });
});

test('[L1] after all of this the books still prove', async () => {
  expect(await verify(testDatabase.database)).toMatchObject({ ok: true, differences: [] });
});
