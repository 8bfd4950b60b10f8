// An operator whose upgrade was broken off between the migrations that put a table in parts by month learns it from the doctor and from
// `migrate --check`: which table, from when it refuses rows, and what to run; and hears nothing of it before they were begun and once they
// are all applied.
import { MIGRATIONS } from '@kobogate/testkit/books/backup.ts';
import { createDatabaseBefore } from '@kobogate/testkit/platform/database-before.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { migrate } from '../platform/migrate.ts';
import { describeUnfinished, listUnfinishedMonths } from '../platform/months.ts';
import { examineDatabase, judgeUnfinished } from './examine-database.ts';
import { runCommand } from './run-command.ts';

afterEach(() => {
  process.exitCode = 0;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const DAY_MS = 86_400_000;

async function check(url: string): Promise<string> {
  let said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  vi.stubEnv('DATABASE_URL', url);
  await runCommand(['migrate', '--check']);
  vi.restoreAllMocks();
  return said;
}

const monthsFound = async (databaseUrl: string) => {
  const place = { databaseUrl, dataDir: '.', secretsKey: null, otherSecretsKeys: [] };
  const findings = await examineDatabase(place, silentLog);
  return findings.filter(({ part }) => part === 'months').map(({ state, sentence }) => [state, sentence]);
};

test.each([
  ['0251', 'notification', 'notice', '0252_notices_by_month.sql'],
  ['0471', 'order_event', 'order', '0472_history_by_month.sql'],
  ['0472', 'order_event', 'order', '0472_history_by_month.sql'],
])(
  '[O11] where the migrations end before %s, %s is named with when it refuses rows and what is missing',
  async (migration, table, row, missing) => {
    const { database, url, drop } = await createDatabaseBefore(migration);
    try {
      const [found, ...others] = await listUnfinishedMonths(database);
      expect(others).toEqual([]);
      const refusesFrom = found?.refusesFrom ?? new Date(0);
      expect(refusesFrom.getTime()).toBeGreaterThan(Date.now() + 7 * DAY_MS - 60_000);
      expect(refusesFrom.toISOString()).toMatch(/-01T00:00:00.000Z$/);
      const [[state, sentence] = []] = await monthsFound(url);
      expect(state).toBe('look');
      expect(sentence).toMatch(
        new RegExp(
          `^${table} refuses every ${row} made from 1 \\w+ \\d{4}, .* on, as .* ${missing} is not applied: npm run migrate$`,
        ),
      );
      expect(await check(url)).toContain(`${sentence}.\n`);
      await migrate(database, MIGRATIONS);
      expect(await listUnfinishedMonths(database)).toEqual([]);
      expect(await monthsFound(url)).toEqual([['fine', expect.any(String)]]);
      expect(await check(url)).toBe('The schema is up to date.\n');
    } finally {
      await drop();
    }
  },
);

test.each(['0001', '0470'])('[O11] nothing is said of it where the migrations end before %s', async (migration) => {
  const { database, url, drop } = await createDatabaseBefore(migration);
  expect([await listUnfinishedMonths(database), await monthsFound(url)]).toEqual([[], []]);
  await drop();
});

test('[O11] a table that already refuses rows is wrong, and told so', () => {
  const now = new Date('2027-01-05T09:00:00Z');
  const one = { table: 'order_event', refusesFrom: new Date('2027-01-01T00:00:00Z') } as const;
  expect(judgeUnfinished([one], now).map(({ state }) => state)).toEqual(['wrong']);
  expect(describeUnfinished(one, now)).toContain(
    'order_event has refused every new order since 1 Jan 2027, 01:00 Lagos time,',
  );
  expect(judgeUnfinished([one], new Date('2026-12-31T23:00:00Z')).map(({ state }) => state)).toEqual(['look']);
});
