// Only recent and plausible prices are quoted; each source is asked independently.
import type { UserId } from '@kobogate/contract';
import { formatRate } from '@kobogate/money';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestProducts, decideTerms } from '@kobogate/testkit/pricing/products.ts';
import { createTestRates, insertCustomer, testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dependencyDown } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { createOrderCreation } from '../../sales/orders/create-order.ts';
import { forgetQuotes } from '../../sales/quotes/forget-quotes.ts';
import { createQuote } from './create-quote.ts';
import { createCurrentRates } from './current-rates.ts';
import { marketHistory } from './db.ts';
import type { MarketPolicy } from './market.ts';
import type { RateSource } from './rate-source.ts';
import { refreshRates } from './refresh-rates.ts';

let testDatabase: TestDatabase;
let clock: TestClock;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  clock = createTestClock();
  await testDatabase.database.query('delete from rate_tick');
  await testDatabase.database.query('delete from market_rate');
  await testDatabase.database.query('delete from rate_source');
});

const source = (name: string, digits: bigint | null): RateSource => ({
  name,
  fetchRates: async () => {
    if (digits === null) throw dependencyDown(name, 'does not answer');
    return [{ currency: 'USDT', source: name, quote: 'NGN', rate: { digits, scale: 0 }, observedAt: clock.now() }];
  },
});
const policy: MarketPolicy = { minimumSources: 1, maximumDeviationBasisPoints: 500, maximumMoveBasisPoints: 1500 };
const refresh = (...sources: RateSource[]) =>
  refreshRates({ database: testDatabase.database, sources, policy, clock, log: silentLog });
const ratesNow = () => {
  const { database } = testDatabase;
  return createCurrentRates({ database, clock, policy, products: createTestProducts(database) })();
};
const usdt = async () => (await ratesNow()).get('USDT@bsc');

test('[R3] a source that fails does not delay the others, and with none that is fresh nothing is quoted', async () => {
  await refresh(source('a', null), source('b', 1600n));
  expect(formatRate((await usdt())?.rate ?? { digits: 0n, scale: 0 })).toBe('1600');
  clock.advance(121_000);
  expect(await usdt()).toBeUndefined();
  const asked = (answered: Date | null, coins: number) => ({ answered_at: answered, coins });
  const answeredAt = new Date(clock.now().getTime() - 121_000);
  await refresh(source('a', null), source('b', null));
  const known = await testDatabase.database.query(`select answered_at, coins from rate_source order by source`);
  expect(known).toEqual([asked(null, 0), asked(answeredAt, 0)]);
});

test('[H-4] a quote has the spread of its coin on its network, and a coin off offer has no quote', async () => {
  await refresh(source('a', 1000n));
  const { database } = testDatabase;
  const userId = newId<UserId>();
  await database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
     values ($1, $2, $2, 'Sample', 'Person', '0', '0', '')`,
    [userId, `${userId}@kobogate.test`],
  );
  await decideTerms(database, userId, 'USDT@bsc', { spreadBasisPoints: 250 });
  await decideTerms(database, userId, 'USDT@polygon', { isOffered: false });
  const products = createTestProducts(database, 100);
  const currentRates = createCurrentRates({ database, clock, policy, products });
  const quote = (network: string) =>
    createQuote({ database, clock, currentRates, products, quoteSeconds: 60 }, { userId, currency: 'USDT', network });
  expect(formatRate((await quote('bsc')).rate)).toBe('975');
  expect(formatRate((await quote('ethereum')).rate)).toBe('990');
  await expect(quote('polygon')).rejects.toMatchObject({ status: 422, message: /do not convert USDT on Polygon/ });
});

test('[R3] an account holds 600 rates in ten minutes at most, and one that ended a day ago goes unless an order is made at it', async () => {
  await refresh(source('a', 1000n));
  const { database } = testDatabase;
  const dependencies = {
    database,
    clock,
    currentRates: createTestRates({ USDT: '1000' }).currentRates,
    products: createTestProducts(database),
    quoteSeconds: 60,
  };
  const people = [await insertCustomer(database), await insertCustomer(database)] as const;
  const hold = (place: 0 | 1) =>
    createQuote(dependencies, { userId: people[place].userId, currency: 'USDT', network: 'ethereum' });
  const held = async () => (await database.query(`select id from quote where user_id = $1`, [people[0].userId])).length;

  const used = await hold(0);
  await createOrderCreation({
    ...dependencies,
    settings: createTestSettings(database),
    quoteSigner: testQuoteSigner,
    lockSeconds: 900,
  })({
    userId: people[0].userId,
    fromCurrency: 'USDT',
    network: 'ethereum',
    fromAmount: '12',
    quoteId: used.id,
    idempotencyKey: undefined,
  });
  for (let others = 0; others < 599; others += 1) await hold(0);
  await expect(hold(0)).rejects.toMatchObject({ status: 429, message: /^You have asked for very many rates\. / });
  await hold(1);
  clock.advance(600_000);
  await hold(0);
  expect(await held()).toBe(601);

  // The first 600 ended a day ago to the moment, and the last one ten minutes later.
  clock.advance(86_400_000 - 540_000);
  await forgetQuotes({ database, clock });
  expect(await held()).toBe(601);
  clock.advance(1);
  await forgetQuotes({ database, clock }, 50);
  expect(await held()).toBe(2);
  clock.advance(600_000);
  await forgetQuotes({ database, clock });
  expect(await database.query(`select id from quote where user_id = $1`, [people[0].userId])).toEqual([
    { id: used.id },
  ]);
});

test('[C-4] the 24-hour change comes from recorded rates, and is absent before there are any', async () => {
  await refresh(source('a', 1000n));
  expect((await usdt())?.change24h).toBeNull();
  clock.advance(86_400_000);
  await refresh(source('a', 1024n));
  expect((await usdt())?.change24h).toBe('+2.4');
});

test('[R3] a tick from the future, or with a price that no coin has, is refused and hides no true one', async () => {
  const wild = (more: object): RateSource => ({
    name: 'wild',
    fetchRates: async () => [
      {
        currency: 'USDT',
        source: 'wild',
        quote: 'NGN',
        rate: { digits: 9n, scale: 0 },
        observedAt: clock.now(),
        ...more,
      },
    ],
  });
  await refresh(wild({ observedAt: new Date(clock.now().getTime() + 60_000) }), source('a', 1600n));
  await refresh(wild({ rate: { digits: 10n ** 60n, scale: 0 } }));
  expect(formatRate((await usdt())?.marketRate ?? { digits: 0n, scale: 0 })).toBe('1600');
  expect(await testDatabase.database.query(`select source from rate_tick`)).toEqual([{ source: 'a' }]);
});

test('[I4] [R3] ticks from a clock that was ahead for a while hide no later ones once it is right again', async () => {
  const right = clock.now();
  clock.advance(86_400_000);
  await refresh(source('a', 1600n));
  clock.set(right);
  expect(await usdt()).toBeUndefined();
  await refresh(source('a', 1700n));
  expect(formatRate((await usdt())?.marketRate ?? { digits: 0n, scale: 0 })).toBe('1700');
  clock.advance(15_000);
  await refresh(source('a', 1700n));
  const ticks = await testDatabase.database.query(`select 1 from rate_tick where rate = 1700`);
  expect(ticks).toHaveLength(1);
});

test('a constant price is recorded often enough to stay fresh, and not at every poll', async () => {
  const count = async (table: string) =>
    (await testDatabase.database.query<{ count: bigint }>(`select count(*) from ${table}`))[0]?.count;
  for (let look = 0; look < 40; look += 1) {
    await refresh(source('a', 1600n));
    expect(await usdt()).toBeDefined();
    clock.advance(15_000);
  }
  // Ten minutes: a tick every 30 seconds, a decided rate every five minutes.
  expect(Number(await count('rate_tick'))).toBe(20);
  expect(Number(await count('market_rate'))).toBe(2);
  await refresh(source('a', 1601n));
  expect(Number(await count('rate_tick'))).toBe(21);
  expect(Number(await count('market_rate'))).toBe(3);
});

test('the history of a coin has the last rate of each slice of time, oldest first, and of no other coin', async () => {
  clock.set(new Date('2026-01-01T00:00:00Z'));
  for (const digits of [1000n, 1001n, 1002n, 1003n]) {
    await refresh(source('a', digits));
    clock.advance(30 * 60_000);
  }
  const { database } = testDatabase;
  const history = (currency: string) =>
    marketHistory(database, { currency, from: new Date('2026-01-01T00:00:00Z'), sliceSeconds: 3600 });
  expect((await history('USDT')).map(({ rate }) => formatRate(rate))).toEqual(['1001', '1003']);
  expect(await history('BTC')).toEqual([]);
});
