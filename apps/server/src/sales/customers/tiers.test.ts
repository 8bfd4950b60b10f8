// A customer's tier, as an administrator set it, decides how much they may convert and how much of it clears
// automatically; also for simultaneous orders.
import { expectDeposit, fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { type Kobo, toKobo } from '@kobogate/money';
import { DEFAULT_SETTINGS, type KycTier, type Tiers, type OrderId } from '@kobogate/contract';
import { createTestSettings, decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { createOrderCreation } from '../orders/create-order.ts';
import { expireOrders } from '../funding/expire-orders.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import { refuseTier } from './tier-limits.ts';
import { getConversion } from '../order-views/view-orders.ts';

const tiersOf = (change: Partial<Tiers>): Tiers => ({ ...DEFAULT_SETTINGS.tiers, ...change });
const limits = (tier: KycTier, limit: { maximumKobo: string | null; dayKobo: string | null }) =>
  DEFAULT_SETTINGS.tiers.limits.map((none, index) => (index === tier ? limit : none));

test('the decision: the limits of the own tier, both included, and none where none is set', () => {
  const tiers = tiersOf({ limits: limits(1, { maximumKobo: '100', dayKobo: '250' }) });
  const refused = (tier: KycTier, nairaKobo: Kobo, made = 0n) =>
    refuseTier({ tier, nairaKobo, madeKobo: toKobo(made) }, tiers) !== null;
  expect([refused(1, toKobo(100n)), refused(1, toKobo(101n))]).toEqual([false, true]);
  expect([refused(1, toKobo(100n), 150n), refused(1, toKobo(100n), 151n)]).toEqual([false, true]);
  expect([refused(0, toKobo(10n ** 12n)), refused(2, toKobo(10n ** 12n), 10n ** 12n)]).toEqual([false, false]);
});

let testDatabase: TestDatabase;
let owner: TestCustomer;
let admin: TestCustomer;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 16 });
  admin = await insertCustomer(testDatabase.database, { isAdmin: true });
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  owner = await insertCustomer(testDatabase.database);
});

const decide = (tiers: Partial<Tiers>) => decideSetting(testDatabase.database, admin.userId, 'tiers', tiersOf(tiers));
const setTier = (tier: KycTier) =>
  testDatabase.database.query(`update app_user set kyc_tier = $2 where id = $1`, [owner.userId, tier]);
const dependencies = (rate = '1600', clock: Clock = systemClock) => ({
  database: testDatabase.database,
  clock,
  currentRates: createTestRates({ USDT: rate }).currentRates,
  quoteSigner: testQuoteSigner,
  lockSeconds: 900,
  products: createTestProducts(testDatabase.database),
  settings: createTestSettings(testDatabase.database, { minimumKobo: '1', maximumKobo: '1000000000' }),
});
const creation = (clock?: Clock) => createOrderCreation(dependencies('1600', clock));
/** An order of 10 USDT by default: ₦16,000. */
const convert = (create = creation(), { fromAmount = '10', key }: { fromAmount?: string; key?: string } = {}) =>
  create({
    userId: owner.userId,
    fromCurrency: 'USDT',
    fromAmount,
    network: 'ethereum',
    quoteId: undefined,
    idempotencyKey: key,
  });
const yesterday: Clock = { now: () => new Date(Date.now() - 25 * 3_600_000) };
const clearAll = () =>
  decideSetting(testDatabase.database, admin.userId, 'clearing', {
    automaticBelowKobo: '100000000',
    paymentsBelowKobo: null,
    minimumAccountDays: 0,
    shortBasisPoints: 10,
    rateMoveBasisPoints: 200,
  });
/**
 * Coins for an order of 10 USDT that come now, after its lock has ended and was marked expired; returns the resulting
 * order.
 */
async function fundLate(orderId: OrderId, { isNoted = true, rate = '1600' } = {}) {
  const { database } = testDatabase;
  await database.query(
    `update customer_order set lock_expires_at = now() - interval '1 hour', funding = $2 where id = $1`,
    [orderId, isNoted ? 'expired' : 'awaiting'],
  );
  await fundDeposit(dependencies(rate), await insertDeposit(database, owner, { amount: 10_000_000n }));
  return getConversion(testDatabase, { orderId, userId: owner.userId });
}

test('of orders at one moment only as many are made as the day of the tier allows, and another tier makes more', async () => {
  await decide({ limits: limits(1, { maximumKobo: null, dayKobo: '4800000' }) });
  await setTier(1);
  // Four processes, each with its own batch.
  const creations = Array.from({ length: 4 }, creation);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => convert(creations[index % 4])));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  expect(refusals[0]).toContain('up to ₦48,000.00 within 24 hours');
  await setTier(2);
  await convert();
});

test('orders whose coins were seen in time count while these are not final, however many share them', async () => {
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '3200000' }) });
  const made = [await convert(), await convert()];
  const { database } = testDatabase;
  const seen = { amount: 20_000_000n, status: 'seen', seenAt: new Date(Date.now() - 1000) };
  const depositId = await insertDeposit(database, owner, seen);
  await expectDeposit({ database }, depositId);
  const later: Clock = { now: () => new Date(Date.now() + 901_000) };
  await expireOrders({ database, clock: later });
  const read = () =>
    Promise.all(made.map(({ order: { id } }) => getConversion(testDatabase, { orderId: id, userId: owner.userId })));
  expect((await read()).map(({ funding }) => funding)).toEqual(['confirming', 'awaiting']);
  await expect(convert(creation(later))).rejects.toMatchObject({ status: 422 });
});

test('declined orders, and those of yesterday, are not counted', async () => {
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '1600000' }) });
  await convert(creation(yesterday));
  const second = await convert();
  await expect(convert()).rejects.toMatchObject({ status: 422 });
  await testDatabase.database.query(`update customer_order set status = 'declined' where id = $1`, [second.order.id]);
  await convert();
});

test('an order of yesterday whose coins come today counts today', async () => {
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '1600000' }) });
  await clearAll();
  const { order } = await convert(creation(yesterday));
  await testDatabase.database.query(
    `update customer_order set created_at = now() - interval '25 hours' where id = $1`,
    [order.id],
  );
  expect(await fundLate(order.id)).toMatchObject({ status: 'processing', funding: 'late' });
  await expect(convert()).rejects.toMatchObject({ status: 422 });
});

test('an expired order whose coins come late waits for an administrator where the tier’s day is used up by then', async () => {
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '1600000' }) });
  await clearAll();
  const { order: expired } = await convert();
  await testDatabase.database.query(`update customer_order set funding = 'expired' where id = $1`, [expired.id]);
  await insertDeposit(testDatabase.database, owner, { amount: 10_000_000n });
  expect((await convert()).order).toMatchObject({ status: 'processing', funding: 'funded' });
  expect(await fundLate(expired.id)).toMatchObject({ status: 'pending', funding: 'late', payout: 'none' });
});

test('a late order does not count against itself, and its new figure has to be within the tier', async () => {
  await clearAll();
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '1600000' }) });
  const { order: unnoted } = await convert();
  expect(await fundLate(unnoted.id, { isNoted: false })).toMatchObject({ status: 'processing', funding: 'late' });
  await decide({ limits: limits(0, { maximumKobo: '1600000', dayKobo: null }) });
  const { order: dearer } = await convert();
  expect(await fundLate(dearer.id, { rate: '1601' })).toMatchObject({ status: 'pending', funding: 'late' });
});

test('[I2] in one batch a repeated key counts once, also one that the same batch has made', async () => {
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '4800000' }) });
  const create = creation();
  await convert(create, { key: 'once' });
  const keys = ['once', 'twice', 'twice', 'third'];
  const made = await Promise.all(keys.map((key) => convert(create, { key })));
  expect(new Set(made.map(({ order }) => order.id)).size).toBe(3);
  await expect(convert(create, { key: 'fourth' })).rejects.toMatchObject({ status: 422 });
});

test('in one batch an order without a locked rate uses nothing of the day, and an order that the tier refuses locks no rate', async () => {
  const { database } = testDatabase;
  const exposure = (userKobo: string) =>
    decideSetting(database, admin.userId, 'exposure', { userKobo, totalKobo: '100000000000' });
  const outcomes = async (amounts: readonly string[]) => {
    const create = creation();
    const asked = await Promise.allSettled(amounts.map((fromAmount) => convert(create, { fromAmount })));
    return asked.map(({ status }) => status);
  };
  await exposure('2400000');
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '4000000' }) });
  expect(await outcomes(['20', '10'])).toEqual(['rejected', 'fulfilled']);
  owner = await insertCustomer(database);
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '2000000' }) });
  expect(await outcomes(['15', '10'])).toEqual(['rejected', 'fulfilled']);
  await exposure('100000000000');
});

test('[H-5] clears automatically only from the tier and the days since the address was verified on', async () => {
  const { database } = testDatabase;
  await decideSetting(database, admin.userId, 'clearing', {
    automaticBelowKobo: '100000000',
    paymentsBelowKobo: null,
    minimumAccountDays: 5,
    shortBasisPoints: 10,
    rateMoveBasisPoints: 200,
  });
  await decide({ minimumForAutomatic: 2 });
  const verify = (ago: string) =>
    database.query(
      `update app_user set verified_at = now() - $2::interval, created_at = now() - interval '1 year' where id = $1`,
      [owner.userId, ago],
    );
  const statusNow = async () => (await convert()).order.status;
  await verify('6 days');
  expect(await statusNow()).toBe('pending');
  await setTier(2);
  expect(await statusNow()).toBe('processing');
  await verify('4 days');
  expect(await statusNow()).toBe('pending');
});
