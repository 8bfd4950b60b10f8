// Every decision passes one function, which checks the version, the reason and the second administrator in this order,
// and records only decisions that were carried out.
import { type Kobo, toKobo } from '@kobogate/money';
import type { UserId } from '@kobogate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { type Decision, recordDecision } from './record-decision.ts';

let testDatabase: TestDatabase;
let database: Database;
let people: { owner: UserId; one: UserId; two: UserId };
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = testDatabase);
  const insert = async (isAdmin: boolean) => (await insertCustomer(database, { isAdmin })).userId;
  people = { owner: await insert(false), one: await insert(true), two: await insert(true) };
});
afterAll(() => testDatabase.drop());

const decide = (decision: Partial<Decision> = {}) => {
  const { owner: userId, one: adminId } = people;
  return database.transaction((tx) => recordDecision(tx, { action: 'refund-approved', adminId, userId, ...decision }));
};
const byTwo = (firstApprover: string | null, nairaKobo: Kobo | null | 'always' = 'always') =>
  ({ thing: 'refund', nairaKobo, firstApprover, action: 'refund-first-approved' }) as const;
const records = async () =>
  (await database.query<{ action: string }>(`select action from admin_action order by at, id`)).map(
    ({ action }) => action,
  );

test('[C3] the first of two is recorded as such, the same again is refused, and another carries it out', async () => {
  const { one, two } = people;
  expect(await decide({ second: byTwo(null) })).toBe('first');
  await expect(decide({ second: byTwo(one) })).rejects.toMatchObject({ status: 409 });
  expect(await decide({ second: byTwo(one), adminId: two })).toBe('second');
  expect(await records()).toEqual(['refund-first-approved', 'refund-approved']);
});

test('[C3] above the threshold two are needed, at it and below one; an unknown value needs two', async () => {
  const outcomes = [];
  for (const naira of [toKobo(500_000_000n), toKobo(500_000_001n), null])
    outcomes.push(await decide({ second: byTwo(null, naira) }));
  expect(outcomes).toEqual(['alone', 'first', 'first']);
});

test('[C3] an administrator appointed within the last day is neither the first nor the second', async () => {
  await database.query(`update app_user set admin_since = clock_timestamp() where id = $1`, [people.two]);
  const before = await records();
  for (const first of [null, people.one]) {
    await expect(decide({ second: byTwo(first), adminId: people.two })).rejects.toMatchObject({ status: 403 });
  }
  expect(await records()).toEqual(before);
});

test('[C4] a change since it was seen is refused before anything else, and nothing is recorded', async () => {
  const before = await records();
  const version = { seen: 1, now: async () => 2, changed: 'It has changed.' };
  const others = { refusal: conflict('It may not.'), reasonNeeded: ruleBroken('Why?'), second: byTwo(people.one) };
  await expect(decide({ version, ...others })).rejects.toMatchObject({ status: 409, message: 'It has changed.' });
  await expect(decide(others)).rejects.toMatchObject({ message: 'It may not.' });
  await expect(decide({ ...others, refusal: null, reason: ' ' })).rejects.toMatchObject({ status: 422 });
  expect(await records()).toEqual(before);
  expect(await decide({ version: { ...version, now: async () => 1 } })).toBe('alone');
});

const adminWho = async (change: string) => {
  const { userId } = await insertCustomer(database, { isAdmin: true });
  await database.query(`update app_user set ${change} where id = $1`, [userId]);
  return userId;
};

test('[A7] who was disabled, or given a role that may not decide it, since their call began decides nothing, and nothing is recorded', async () => {
  const before = await records();
  for (const change of ['disabled_at = now()', 'is_admin = false', `is_admin = false, staff_role = 'support'`]) {
    await expect(decide({ adminId: await adminWho(change) })).rejects.toMatchObject({ status: 401 });
  }
  expect(await records()).toEqual(before);
});

test('[A7] a role that was lowered since the call began decides on what it still may, and on nothing else', async () => {
  const adminId = await adminWho(`is_admin = false, staff_role = 'reviewer'`);
  expect(await decide({ adminId })).toBe('alone');
  const before = await records();
  await expect(decide({ adminId, action: 'suspense-credited' })).rejects.toMatchObject({ status: 401 });
  await expect(decide({ adminId, action: 'user-promoted' })).rejects.toMatchObject({ status: 401 });
  expect(await records()).toEqual(before);
});
