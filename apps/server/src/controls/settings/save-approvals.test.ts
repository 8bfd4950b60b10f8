// One administrator can't lift the rule that requires two: not by asking twice, nor can two who ask for different
// things at the same moment; and it is never set where there is no second administrator.
import type { Approvals, UserId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvalsWithin } from '../approvals/threshold.ts';
import { endProposal, saveApprovals } from './save-approvals.ts';
import { viewSettings } from './view-settings.ts';

let testDatabase: TestDatabase;
let one: UserId;
let other: UserId;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  one = (await insertCustomer(testDatabase.database, { isAdmin: true })).userId;
  other = (await insertCustomer(testDatabase.database, { isAdmin: true })).userId;
});
afterEach(() => testDatabase.drop());

const above = (secondAboveKobo: string | null): Approvals => ({ secondAboveKobo });
const save = (adminId: UserId, version: number, value: Approvals) =>
  saveApprovals(testDatabase, { adminId, version, value });
const holds = () => approvalsWithin(testDatabase.database);
const proposal = async () => {
  const { database } = testDatabase;
  return (await viewSettings({ database, settings: createTestSettings(database) })).approvals.proposal;
};

test('[C3] one may set and lower it; raising or ending it waits until another sends the same', async () => {
  expect(await save(one, 0, above('500'))).toEqual({ isWaiting: false });
  expect(await save(one, 1, above('400'))).toEqual({ isWaiting: false });
  expect(await save(one, 2, above(null))).toEqual({ isWaiting: true });
  expect(await save(one, 2, above(null))).toEqual({ isWaiting: true });
  expect(await holds()).toEqual(above('400'));
  expect(await proposal()).toMatchObject({ value: above(null), adminId: one, by: 'Sample Person' });
  // A different request is a new proposal, not the second half of the first.
  expect(await save(other, 2, above('1000'))).toEqual({ isWaiting: true });
  expect(await holds()).toEqual(above('400'));
  expect(await save(one, 2, above('1000'))).toEqual({ isWaiting: false });
  expect(await holds()).toEqual(above('1000'));
  expect(await proposal()).toBeNull();
});

test('[C3] simultaneous requests of one administrator count as one', async () => {
  await save(one, 0, above('500'));
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => save(one, 1, above(null))));
  expect(outcomes.every(({ isWaiting }) => isWaiting)).toBe(true);
  expect(await holds()).toEqual(above('500'));
});

test('[C3] a proposal ends with the value that it was based on, and with its administrator', async () => {
  await save(one, 0, above('500'));
  await save(one, 1, above(null));
  await save(other, 1, above('300'));
  expect(await proposal()).toBeNull();
  expect(await save(other, 2, above(null))).toEqual({ isWaiting: true });
  await insertCustomer(testDatabase.database, { isAdmin: true });
  await testDatabase.database.query(`update app_user set disabled_at = now() where id = $1`, [other]);
  expect(await save(one, 2, above(null))).toEqual({ isWaiting: true });
  expect(await holds()).toEqual(above('300'));
  await expect(save(one, 1, above(null))).rejects.toMatchObject({ status: 409 });
});

test('[C3] an administrator appointed within the last day is neither of the two who end it, and the rule stays', async () => {
  await save(one, 0, above('500'));
  await save(one, 1, above(null));
  const since = (ago: string) =>
    testDatabase.database.query(`update app_user set admin_since = clock_timestamp() - $2::interval where id = $1`, [
      other,
      ago,
    ]);
  await since('1 minute');
  await expect(save(other, 1, above(null))).rejects.toMatchObject({ status: 403 });
  await expect(save(other, 1, above('900'))).rejects.toMatchObject({ status: 403 });
  expect(await holds()).toEqual(above('500'));
  expect(await proposal()).toMatchObject({ value: above(null), adminId: one });
  await since('25 hours');
  expect(await save(other, 1, above(null))).toEqual({ isWaiting: false });
});

test('[C3] a proposal of an administrator who was disabled in the meantime does not count when they are enabled again', async () => {
  await save(one, 0, above('500'));
  await save(one, 1, above(null));
  await testDatabase.database.query(`update app_user set admin_since = clock_timestamp() where id = $1`, [one]);
  expect(await proposal()).toBeNull();
  expect(await save(other, 1, above(null))).toEqual({ isWaiting: true });
  expect(await holds()).toEqual(above('500'));
});

test('is not set where there is no second administrator', async () => {
  await testDatabase.database.query(`update app_user set is_admin = false where id = $1`, [other]);
  await expect(save(one, 0, above('500'))).rejects.toMatchObject({ status: 422 });
  expect(await holds()).toEqual(above('500000000'));
});

test('[C3] a proposal is withdrawn by its administrator or refused by another, on record, and the rule stays', async () => {
  const { database } = testDatabase;
  const end = async (adminId: UserId, at = '') =>
    endProposal(testDatabase, { adminId, at: at === '' ? ((await proposal())?.at ?? '') : at });
  await save(one, 0, above('500'));
  await expect(end(one)).rejects.toMatchObject({ status: 409 });
  await save(one, 1, above(null));
  const first = (await proposal())?.at ?? '';
  expect(await end(one)).toBe('withdrawn');
  expect(await proposal()).toBeNull();
  await save(one, 1, above('900'));
  // Not one that has taken its place since it was read.
  await expect(end(other, first)).rejects.toMatchObject({ status: 409 });
  expect(await end(other)).toBe('refused');
  await expect(end(other)).rejects.toMatchObject({ status: 409 });
  expect(await holds()).toEqual(above('500'));
  // Nor is what was refused the first half of the same later.
  expect(await save(other, 1, above('900'))).toEqual({ isWaiting: true });
  const acts = await database.query(
    `select action, admin_id as by, user_id as about, reason from admin_action order by id`,
  );
  expect(acts).toEqual([
    { action: 'proposal-withdrawn', by: one, about: one, reason: 'The proposal was that one approval is enough.' },
    {
      action: 'proposal-refused',
      by: other,
      about: one,
      reason: 'The proposal was that two approvals are needed only above ₦9.00.',
    },
  ]);
});

test('the list of changes names both who agreed, for ever, and one alone who lowered it', async () => {
  await testDatabase.database.query(`update app_user set first_name = 'Second' where id = $1`, [other]);
  await save(one, 0, above('500'));
  await save(one, 1, above(null));
  await save(other, 1, above(null));
  const { database } = testDatabase;
  const { approvals } = await viewSettings({ database, settings: createTestSettings(database) });
  expect(approvals.history.map(({ by }) => by)).toEqual(['Sample Person and Second Person', 'Sample Person']);
});

test('[C3] what another sets at the same moment is not raised by one who asked before it was there', async () => {
  await save(one, 0, above('500'));
  await save(one, 1, above(null));
  await save(other, 1, above(null));
  let isFirst = true;
  /** Has the other save in the middle of the transaction, once the present value was read. */
  const database: TestDatabase['database'] = {
    ...testDatabase.database,
    transaction: (work) =>
      testDatabase.database.transaction((tx) =>
        work({
          ...tx,
          query: async (text, values, name) => {
            const rows = await tx.query<never>(text, values, name);
            if (name === 'settings-newest' && isFirst) {
              isFirst = false;
              await save(other, 2, above('500'));
            }
            return rows;
          },
        }),
      ),
  };
  await expect(saveApprovals({ database }, { adminId: one, version: 3, value: above('900000') })).rejects.toMatchObject(
    { status: 409 },
  );
  expect(await holds()).toEqual(above('500'));
});
