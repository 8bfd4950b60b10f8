// An operator sees in a table what is past its time and why some of it stays, without changing anything; with --now it is erased and on
// record as by the daily task, once, however often it is asked for.
import { DEFAULT_SETTINGS } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { RetentionView } from '../admin/index.ts';
import { describeOutcome, describeRetention } from './retention.ts';
import { runCommand } from './run-command.ts';

let own: TestDatabase;
let said = '';
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(async () => {
  process.exitCode = 0;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await own.drop();
});
beforeEach(() => {
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  for (const name of ['SECRETS_KEY', 'SECRETS_KEY_OTHERS', 'DATABASE_REPLICA_URL']) vi.stubEnv(name, '');
  vi.stubEnv('DATABASE_URL', own.url);
});

async function retention(...args: string[]) {
  said = '';
  await runCommand(['retention', ...args]);
  return { code: process.exitCode, said };
}
const count = async (sql: string): Promise<number> => (await own.database.query(sql)).length;
const NOTICES = 'select 1 from notification';
const RUNS = 'select 1 from retention_run';

test('without a flag it only says; with --now it erases once a day, and says so where it is asked again', async () => {
  const { userId } = await insertCustomer(own.database);
  const insert = () =>
    own.database.query(
      `insert into notification (id, user_id, source, type, message, sender_name, created_at)
       values (gen_random_uuid(), $1, gen_random_uuid()::text, 'update', 'A sample', 'Kobogate', now() - interval '400 days')`,
      [userId],
    );
  await insert();
  const closed = await insertCustomer(own.database);
  await own.database.query(
    `update app_user set closed_at = now() - interval '31 days', disabled_at = now(), erase_from = now() - interval '1 day' where id = $1`,
    [closed.userId],
  );
  const looked = await retention();
  expect(looked.code, looked.said).toBe(0);
  expect(looked.said).toMatch(/^Notices and text messages {3,}365 days {3,}.* {3,}1 {3,}.* {3,}never$/m);
  expect(looked.said).toContain('The daily task has not run yet');
  expect([await count(NOTICES), await count(RUNS)]).toEqual([1, 0]);

  const erased = await retention('--now');
  expect(erased.code, erased.said).toBe(0);
  expect(erased.said).toContain('Erased: nothing is past its time any more.');
  expect(await own.database.query(`select first_name as name from app_user where erased_at is not null`)).toEqual([
    { name: 'Erased' },
  ]);
  expect([await count(NOTICES), await count(RUNS)]).toEqual([0, 5]);
  expect(erased.said).toMatch(/^Notices and text messages .* 0 {3,}– {3,}.*: 1$/m);

  await insert();
  const again = await retention('--now');
  expect(again.code, again.said).toBe(0);
  expect(again.said).toContain('Today’s run was finished before, so nothing was erased');
  expect([await count(NOTICES), await count(RUNS)]).toEqual([1, 5]);
});

test('while the clock is in doubt --now erases nothing, says until when, and ends with 1', async () => {
  await own.database.query(
    `update retention_clock set seen_at = now() - interval '4 days'; update retention_run set finished_at = null`,
  );
  const { code, said: words } = await retention('--now');
  expect(code, words).toBe(1);
  expect(words).toContain('The clock is in doubt, so nothing is erased until');
  expect(words).toContain('Nothing was erased, because the clock is in doubt.');
  expect(await count(NOTICES)).toBe(1);
});

test('another word behind the command erases nothing', async () => {
  expect(await retention('now')).toMatchObject({
    code: 1,
    said: expect.stringContaining('npm run ops -- retention [--now]'),
  });
});

test('each reason for which something stays is a sentence with its count and its oldest', () => {
  const at = new Date('2026-11-26T09:00:00Z');
  const none = { count: 0, oldest: null, held: {} };
  const held = { count: 2, oldest: at };
  const reasons = ['coins', 'refund', 'payout', 'owes', 'order', 'law', 'account', 'transfer'];
  const view: RetentionView = {
    now: at,
    retention: { ...DEFAULT_SETTINGS.retention, booksYears: 7 },
    kinds: [
      {
        kind: 'books',
        cutoff: at,
        past: { count: 10_000, oldest: at, held: Object.fromEntries(reasons.map((reason) => [reason, held])) },
        newest: { kind: 'books', day: '2026-11-26', cutoff: at, erased: 500, finishedAt: null },
        erasing: null,
      },
      { kind: 'payers', cutoff: at, past: none, newest: null, erasing: null },
    ],
    seenAt: at,
    waitsUntil: null,
    isDoneToday: false,
  };
  const lines = describeRetention(view);
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^Names and accounts in the books {3}7 years after the year's end .* 10000 or more .* 2026-11-26: 500 so far, goes on$/,
    ),
  );
  const named = lines.filter((line) => line.startsWith('  2 '));
  expect(named.length).toBe(reasons.length);
  for (const line of named) expect(line).toMatch(/^ {2}2 [a-z ]+: .+; the oldest .*2026$/);
  expect(named.join('\n')).toContain('for 6 years at least');
  expect(describeOutcome(view, view)).toContain('10000');
});
