// Guarantee: what a customer may convert, and what of it clears without a person, follows how well an administrator has
// said that they are known; also of orders that are made at one moment.
import { DEFAULT_SETTINGS, type KycTier, type Tiers } from '@kobogate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { createTestProducts } from '../products/products-fixtures.ts';
import { createTestSettings, decideSetting } from '../settings/settings-fixtures.ts';
import { createOrderCreation } from './create-order.ts';
import { createTestRates, insertCustomer, type TestCustomer, testQuoteSigner } from './order-fixtures.ts';
import { refuseTier } from './tier-limits.ts';

const tiersOf = (change: Partial<Tiers>): Tiers => ({ ...DEFAULT_SETTINGS.tiers, ...change });
const limits = (tier: KycTier, limit: { maximumKobo: string | null; dayKobo: string | null }) =>
  DEFAULT_SETTINGS.tiers.limits.map((none, index) => (index === tier ? limit : none));

test('the decision: the limits of the own tier, both included, and none where none is set', () => {
  const tiers = tiersOf({ limits: limits(1, { maximumKobo: '100', dayKobo: '250' }) });
  const refused = (tier: KycTier, nairaKobo: bigint, madeKobo = 0n) =>
    refuseTier({ tier, nairaKobo, madeKobo }, tiers) !== null;
  expect([refused(1, 100n), refused(1, 101n)]).toEqual([false, true]);
  expect([refused(1, 100n, 150n), refused(1, 100n, 151n)]).toEqual([false, true]);
  expect([refused(0, 10n ** 12n), refused(2, 10n ** 12n, 10n ** 12n)]).toEqual([false, false]);
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
const creation = () =>
  createOrderCreation({
    database: testDatabase.database,
    clock: systemClock,
    currentRates: createTestRates({ USDT: '1600' }).currentRates,
    quoteSigner: testQuoteSigner,
    lockSeconds: 900,
    products: createTestProducts(testDatabase.database),
    settings: createTestSettings(testDatabase.database, { minimumKobo: '1', maximumKobo: '1000000000' }),
  });
/** An order of 10 USDT: ₦16,000. */
const convert = (create = creation()) =>
  create({
    userId: owner.userId,
    fromCurrency: 'USDT',
    fromAmount: '10',
    network: 'ethereum',
    quoteId: undefined,
    idempotencyKey: undefined,
  });

test('of orders at one moment only as many are made as the day of the tier allows, and another tier makes more', async () => {
  await decide({ limits: limits(1, { maximumKobo: null, dayKobo: '4800000' }) });
  await setTier(1);
  // Four processes, each with a batch of its own.
  const creations = Array.from({ length: 4 }, creation);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => convert(creations[index % 4])));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  expect(refusals[0]).toContain('up to ₦48,000.00 within 24 hours');
  await setTier(2);
  await convert();
});

test('what was declined, or made yesterday, is not counted', async () => {
  await decide({ limits: limits(0, { maximumKobo: null, dayKobo: '1600000' }) });
  const { order } = await convert();
  await expect(convert()).rejects.toMatchObject({ status: 422 });
  await testDatabase.database.query(
    `update customer_order set created_at = now() - interval '25 hours' where id = $1`,
    [order.id],
  );
  const second = await convert();
  await testDatabase.database.query(`update customer_order set status = 'declined' where id = $1`, [second.order.id]);
  await convert();
});

test('[H-5] clears by itself only from the tier and the days since the address was verified on', async () => {
  const { database } = testDatabase;
  await decideSetting(database, admin.userId, 'clearing', { automaticBelowKobo: '100000000', minimumAccountDays: 5 });
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
