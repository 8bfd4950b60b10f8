// Above the operator's second threshold no naira leaves on one administrator's decision, however many act at the same
// moment; and the customer of a declined order reads the reason.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { Approvals, OrderId } from '@kobogate/contract';
import { createTestSettings, decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  silentBank,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { saveApprovals } from '../../controls/settings/save-approvals.ts';
import { approveOrder } from './approve-order.ts';
import { createOrderCreation } from './create-order.ts';
import { declineOrder } from './decline-order.ts';
import { getConversion, presentOrderForAdmin } from '../order-views/view-orders.ts';

const rates = createTestRates({ USDT: '1600' });
let testDatabase: TestDatabase;
let owner: TestCustomer;
let admins: [TestCustomer, TestCustomer];
beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 16 });
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  const { database } = testDatabase;
  owner = await insertCustomer(database);
  admins = [await insertCustomer(database, { isAdmin: true }), await insertCustomer(database, { isAdmin: true })];
  await database.query(`alter table setting_change disable trigger all`);
  await database.query(`delete from setting_change`);
  await decide({ secondAboveKobo: '1000000' });
});

const decide = (value: Approvals) => saveApprovals(testDatabase, { version: 0, value, adminId: admins[0].userId });
const approve = (orderId: OrderId, by: TestCustomer) =>
  approveOrder({ ...testDatabase, askName: silentBank }, { orderId, adminId: by.userId });
const dependencies = () => ({
  database: testDatabase.database,
  clock: systemClock,
  currentRates: rates.currentRates,
  quoteSigner: testQuoteSigner,
  settings: createTestSettings(testDatabase.database, { minimumKobo: '1', maximumKobo: '1000000000' }),
});
/** An order of so many USDT at ₦1,600: from ₦10,000 on it needs two. */
async function convert(fromAmount: string, by = owner): Promise<OrderId> {
  const create = createOrderCreation({
    ...dependencies(),
    lockSeconds: 900,
    products: createTestProducts(testDatabase.database),
  });
  const input = { userId: by.userId, fromCurrency: 'USDT', fromAmount, network: 'ethereum' };
  return (await create({ ...input, quoteId: undefined, idempotencyKey: undefined })).order.id;
}
const read = (orderId: OrderId) => presentOrderForAdmin(testDatabase.database, orderId);
const acts = (orderId: OrderId) =>
  testDatabase.database.query<{ action: string; by: string }>(
    `select action, admin_id as by from admin_action where order_id = $1 order by at`,
    [orderId],
  );

test('[C3] above the threshold two different administrators approve, each recorded; below it one does', async () => {
  const large = await convert('10');
  await approve(large, admins[0]);
  expect(await read(large)).toMatchObject({
    status: 'pending',
    firstApproval: { adminId: admins[0].userId, by: 'Sample Person' },
  });
  await expect(approve(large, admins[0])).rejects.toMatchObject({ status: 409 });
  expect(await read(large)).toMatchObject({ status: 'pending' });
  await approve(large, admins[1]);
  expect(await read(large)).toMatchObject({ status: 'approved' });
  expect(await acts(large)).toEqual([
    { action: 'order-first-approved', by: admins[0].userId },
    { action: 'order-approved', by: admins[1].userId },
  ]);
  const small = await convert('5');
  await approve(small, admins[0]);
  expect(await read(small)).toMatchObject({ status: 'approved', firstApproval: null });
});

test('[C3] [P4] simultaneous approvals of one administrator are one, and those of two are two', async () => {
  const alone = await convert('10');
  await Promise.allSettled(Array.from({ length: 6 }, () => approve(alone, admins[0])));
  expect(await read(alone)).toMatchObject({ status: 'pending' });
  const both = await convert('10');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => approve(both, admins[index % 2 === 0 ? 0 : 1])),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await read(both)).toMatchObject({ status: 'approved' });
  const people = (await acts(both)).map(({ by }) => by);
  expect(people.toSorted()).toEqual(admins.map(({ userId }) => userId).toSorted());
});

test('[C3] the customer is never one of the two, even as an administrator', async () => {
  const own = await convert('10', admins[0]);
  await expect(approve(own, admins[0])).rejects.toMatchObject({ status: 403 });
  await approve(own, admins[1]);
  await expect(approve(own, admins[0])).rejects.toMatchObject({ status: 403 });
  expect(await read(own)).toMatchObject({ status: 'pending' });
});

test('[C3] an approval counts no more once its administrator is disabled, and not yet in a new one’s first day', async () => {
  const { database } = testDatabase;
  const orderId = await convert('10');
  await approve(orderId, admins[0]);
  await database.query(`update app_user set disabled_at = now() where id = $1`, [admins[0].userId]);
  await approve(orderId, admins[1]);
  expect(await read(orderId)).toMatchObject({ status: 'pending', firstApproval: { adminId: admins[1].userId } });
  const fresh = await insertCustomer(database, { isAdmin: true });
  const since = (ago: string) =>
    database.query(`update app_user set admin_since = clock_timestamp() - $2::interval where id = $1`, [
      fresh.userId,
      ago,
    ]);
  await since('23 hours');
  await expect(approve(orderId, fresh)).rejects.toMatchObject({ status: 403 });
  await since('25 hours');
  await approve(orderId, fresh);
  expect(await read(orderId)).toMatchObject({ status: 'approved' });
});

test('[C1] [C3] a reviewer is one of the two, and their approval counts no more once their role may not decide', async () => {
  const { database } = testDatabase;
  const orderId = await convert('10');
  const reviewer = await insertCustomer(database);
  const { userId } = reviewer;
  const role = (name: string | null) =>
    database.query(`update app_user set staff_role = $2 where id = $1`, [userId, name]);
  await role('reviewer');
  await approve(orderId, reviewer);
  expect(await read(orderId)).toMatchObject({ status: 'pending', firstApproval: { adminId: userId } });
  for (const name of ['support', 'finance', null]) {
    await role(name);
    expect(await read(orderId)).toMatchObject({ status: 'pending', firstApproval: null });
  }
  await role('reviewer');
  await approve(orderId, admins[1]);
  expect(await read(orderId)).toMatchObject({ status: 'approved' });
});

test('[C3] an approval from an account that was disabled does not count again when the account is enabled', async () => {
  const { database } = testDatabase;
  const orderId = await convert('10');
  await approve(orderId, admins[0]);
  // Enabling resets it too: a thief of the account may have approved.
  await database.query(`update app_user set admin_since = clock_timestamp() where id = $1`, [admins[0].userId]);
  expect(await read(orderId)).toMatchObject({ status: 'pending', firstApproval: null });
  await approve(orderId, admins[1]);
  expect(await read(orderId)).toMatchObject({ status: 'pending', firstApproval: { adminId: admins[1].userId } });
});

test('[C3] an order that needs two never clears automatically, and a first approval ends with the amount that it was given for', async () => {
  const { database } = testDatabase;
  await decideSetting(database, admins[0].userId, 'clearing', {
    automaticBelowKobo: '100000000',
    paymentsBelowKobo: null,
    minimumAccountDays: 0,
    shortBasisPoints: 10,
    rateMoveBasisPoints: 200,
  });
  expect(await read(await convert('5'))).toMatchObject({ status: 'processing' });
  const orderId = await convert('10', await insertCustomer(database));
  expect(await read(orderId)).toMatchObject({ status: 'pending' });
  const late = await insertCustomer(database);
  const lateOrder = await convert('10', late);
  await approve(lateOrder, admins[0]);
  await database.query(`update customer_order set lock_expires_at = now() - interval '1 hour' where id = $1`, [
    lateOrder,
  ]);
  await fundDeposit(dependencies(), await insertDeposit(database, late, { amount: 10_000_000n }));
  expect(await read(lateOrder)).toMatchObject({ status: 'pending', funding: 'late', firstApproval: null });
});

test('[C3] an order that one approved, and that late coins raise above one’s limit, waits again; one that two approved goes on', async () => {
  const { database } = testDatabase;
  const approvalsOf = (orderId: OrderId) =>
    database.query(`select first_approved_by as first, decided_by as decided from customer_order where id = $1`, [
      orderId,
    ]);
  const [byOne, byTwo] = [await insertCustomer(database), await insertCustomer(database)];
  const [small, large] = [await convert('6.2', byOne), await convert('7', byTwo)];
  await approve(small, admins[0]);
  await approve(large, admins[0]);
  await approve(large, admins[1]);
  await database.query(
    `update customer_order set lock_expires_at = now() - interval '1 hour' where id = any($1::uuid[])`,
    [[small, large]],
  );
  const risen = { ...dependencies(), currentRates: createTestRates({ USDT: '1620' }).currentRates };
  await fundDeposit(risen, await insertDeposit(database, byOne, { amount: 6_200_000n }));
  await fundDeposit(risen, await insertDeposit(database, byTwo, { amount: 7_000_000n }));
  expect(await read(small)).toMatchObject({ status: 'pending', funding: 'late' });
  expect(await approvalsOf(small)).toEqual([{ first: null, decided: null }]);
  expect(await read(large)).toMatchObject({ status: 'approved', funding: 'late' });
  expect(await approvalsOf(large)).toEqual([{ first: admins[0].userId, decided: admins[1].userId }]);
  const payable = await database.query(
    `select payload ->> 'orderId' as id from event where type = 'order.payable' and payload ->> 'orderId' = any($1)`,
    [[small, large]],
  );
  expect(payable).toEqual([{ id: large }]);
  // Its first approver may again be either of the two.
  await approve(small, admins[1]);
  await approve(small, admins[0]);
  expect(await read(small)).toMatchObject({ status: 'approved' });
});

test('[P10] where the bank has another name each of the two gives a reason', async () => {
  const orderId = await convert('10');
  await testDatabase.database.query(
    `update customer_order set name_resolution = 'mismatch', resolved_name = 'OTHER PERSON' where id = $1`,
    [orderId],
  );
  const say = (by: TestCustomer, reason: string) =>
    approveOrder({ ...testDatabase, askName: silentBank }, { orderId, adminId: by.userId, reason });
  await expect(approve(orderId, admins[0])).rejects.toMatchObject({ status: 422 });
  await say(admins[0], 'It is their firm.');
  await expect(approve(orderId, admins[1])).rejects.toMatchObject({ status: 422 });
  expect(await read(orderId)).toMatchObject({ status: 'pending' });
  await say(admins[1], 'The certificate is on file.');
  expect(await read(orderId)).toMatchObject({ status: 'approved' });
  const reasons = await testDatabase.database.query(`select reason from admin_action where order_id = $1 order by at`, [
    orderId,
  ]);
  expect(reasons).toEqual([{ reason: 'It is their firm.' }, { reason: 'The certificate is on file.' }]);
});

test('[C3] the first approver may decline, and the customer reads the reason of the code and the administrator’s words', async () => {
  const orderId = await convert('10');
  await approve(orderId, admins[0]);
  await declineOrder(testDatabase, {
    orderId,
    adminId: admins[0].userId,
    code: 'source-of-coins',
    reason: 'Please send us the sample invoice.',
  });
  expect(await read(orderId)).toMatchObject({ status: 'declined', declineCode: 'source-of-coins' });
  const told = 'We could not find out where the coins come from. Please send us the sample invoice.';
  expect(await getConversion(testDatabase, { orderId, userId: owner.userId })).toMatchObject({
    declineReason: told,
    summary: `Declined: ${told} The coins stay in your balance.`,
  });
});

test('a decline without a code has no reason, or only the administrator’s words, as a sentence', async () => {
  const [silent, worded] = [await convert('5'), await convert('5')];
  await declineOrder(testDatabase, { orderId: silent, adminId: admins[0].userId, reason: null });
  await declineOrder(testDatabase, { orderId: worded, adminId: admins[0].userId, reason: ' As we said ' });
  expect(await read(silent)).toMatchObject({ declineCode: 'other', declineReason: null });
  expect(await read(worded)).toMatchObject({ declineCode: 'other', declineReason: 'As we said.' });
});
