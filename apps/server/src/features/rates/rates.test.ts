import { formatRate } from '@kobogate/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestClock, type TestClock } from '../../platform/clock.ts';
import { dependencyDown } from '../../platform/errors.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { createCurrentRates } from './current-rates.ts';
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
});

const source = (name: string, digits: bigint | null): RateSource => ({
  name,
  fetchRates: async () => {
    if (digits === null) throw dependencyDown(name, 'does not answer');
    return [{ currency: 'USDT', source: name, rate: { digits, scale: 0 }, observedAt: clock.now() }];
  },
});
const refresh = (...sources: RateSource[]) =>
  refreshRates({ database: testDatabase.database, sources, clock, log: silentLog });
const usdt = async () =>
  (await createCurrentRates({ database: testDatabase.database, clock, spreadBasisPoints: 0 })()).get('USDT');

test('[R3] a source that fails holds up no other, and with none that is fresh nothing is quoted', async () => {
  await refresh(source('a', null), source('b', 1600n));
  expect(formatRate((await usdt())?.rate ?? { digits: 0n, scale: 0 })).toBe('1600');
  clock.advance(121_000);
  expect(await usdt()).toBeUndefined();
});

test('[C-4] the 24-hour change comes from recorded rates, and is absent before there are any', async () => {
  await refresh(source('a', 1000n));
  expect((await usdt())?.change24h).toBeNull();
  clock.advance(86_400_000);
  await refresh(source('a', 1024n));
  expect((await usdt())?.change24h).toBe('+2.4');
});
