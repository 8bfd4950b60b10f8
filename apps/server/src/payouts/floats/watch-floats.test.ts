// The operator is warned of a rail whose float runs out before payouts wait for it: once per fall, however many
// processes check and however often, and of no other rail.
import { type Kobo, toKobo } from '@kobogate/money';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { viewRails, watchFloats } from './watch-floats.ts';

const clock = createTestClock();
let testDatabase: TestDatabase;
let warned: unknown[];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await insertCustomer(testDatabase.database, { isAdmin: true });
  await insertCustomer(testDatabase.database, { isAdmin: true });
  await insertCustomer(testDatabase.database);
  const disabled = await insertCustomer(testDatabase.database, { isAdmin: true });
  await testDatabase.database.query(`update app_user set disabled_at = now() where id = $1`, [disabled.userId]);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  warned = [];
  await testDatabase.database.query(`delete from event`);
  await testDatabase.database.query(`delete from rail_float`);
});

const look = (rails: readonly { name: string; floatKobo?: () => Promise<Kobo | null> }[]) =>
  watchFloats({
    database: testDatabase.database,
    clock,
    log: { warn: (facts: unknown) => warned.push(facts) },
    rails,
    lowFloatKobo: toKobo(100n),
    publicOrigin: 'https://kobogate.example',
  });
const rail = (name: string, kobo: Kobo | null) => ({ name, floatKobo: async () => kobo });
const mails = async () =>
  (
    await testDatabase.database.query<{ subject: string }>(
      `select payload ->> 'subject' as subject from event where type = 'mail.send'`,
    )
  ).map(({ subject }) => subject);

test('each rail below the threshold is reported in the log and to every admin who can log in, and no other', async () => {
  await look([
    rail('low', toKobo(99n)),
    rail('enough', toKobo(100n)),
    rail('silent', null),
    { name: 'never says' },
    rail('empty', toKobo(0n)),
  ]);
  expect(warned).toEqual([
    { rail: 'low', floatKobo: '99', lowFloatKobo: '100' },
    { rail: 'empty', floatKobo: '0', lowFloatKobo: '100' },
  ]);
  expect((await mails()).toSorted()).toEqual([
    ...Array.from({ length: 2 }, () => 'There is little naira left at empty'),
    ...Array.from({ length: 2 }, () => 'There is little naira left at low'),
  ]);
});

test('simultaneous checks report a fall once, a second fall again, and a rail that does not answer changes nothing', async () => {
  await Promise.all(Array.from({ length: 6 }, () => look([rail('paystack', toKobo(99n))])));
  await look([rail('paystack', toKobo(1n))]);
  await look([rail('paystack', null)]);
  expect(await mails()).toHaveLength(2);
  await look([rail('paystack', toKobo(100n))]);
  expect(await mails()).toHaveLength(2);
  await look([rail('paystack', toKobo(99n))]);
  expect(await mails()).toHaveLength(4);
});

test('the admin sees each connected rail with its last reported float, and since when it is low', async () => {
  const { database } = testDatabase;
  await look([rail('budpay', toKobo(12n)), rail('paystack', toKobo(500n))]);
  const named = (name: string) => ({ ...idleRail, name });
  const rails = [named('paystack'), named('monnify'), named('budpay')];
  const now = clock.now().toISOString();
  expect(await viewRails({ database, rails })).toEqual([
    { rail: 'paystack', floatKobo: '500', askedAt: now, lowSince: null },
    { rail: 'monnify', floatKobo: null, askedAt: null, lowSince: null },
    { rail: 'budpay', floatKobo: '12', askedAt: now, lowSince: now },
  ]);
});
