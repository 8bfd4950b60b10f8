// An administrator disables an account so that it is closed at once and no money is lost or leaves unnoticed; every
// such act stays on record.
import { createPayout } from '@kobogate/testkit/payouts/payout-steps.ts';
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { OrderId, UserId } from '@kobogate/contract';
import { createTestUsers, REASON, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { createTestSettings, decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { insertCustomer, insertDeposit, silentBank } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { balance, customer, payable } from '../ledger/index.ts';
import { newId } from '../platform/identifiers.ts';
import { listKeys } from '../identity/index.ts';
import { approveOrder } from '../sales/orders/approve-order.ts';
import { getConversion } from '../sales/order-views/view-orders.ts';
import { viewUser } from './view-user.ts';

let users: TestUsers;
let database: TestUsers['database'];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());

const payouts = () => ({ database, clock: systemClock, rails: [idleRail], settings: createTestSettings(database) });
const clearBelow = (automaticBelowKobo: string | null) =>
  decideSetting(database, users.admin.userId, 'clearing', {
    automaticBelowKobo,
    paymentsBelowKobo: null,
    minimumAccountDays: 0,
    shortBasisPoints: 10,
    rateMoveBasisPoints: 200,
  });
const emailsOf = ({ data }: { data: readonly { email: string }[] }) => data.map(({ email }) => email);

const insertKey = (userId: UserId) =>
  users.database.query(
    `insert into api_key (id, user_id, name, key_hash, ending, scopes, created_at)
     values ($1, $2, 'Sample shop', $3, 'abcd', '{links:read}', now())`,
    [newId(), userId, Buffer.from(userId)],
  );

describe('disabling', () => {
  test('[A7] ends every session at once, refuses the log-in with a message, notifies the owner by mail, and can be undone', async () => {
    const email = 'shut@example.test';
    const tokens = [await users.accounts.signUp(email), await users.logIn(email)];
    const userId = await users.idOf(email);
    await insertKey(userId);
    await users.set(userId, 'disabled');
    for (const token of tokens)
      expect((await users.accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
    const refused = await users.accounts.call('POST', '/auth/login', { email, password: PASSWORD });
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('account is disabled') } });
    await users.accounts.worker.drain();
    const mail = users.accounts.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toBe('Your Kobogate account was disabled');
    expect(mail?.text).toContain('money is safe');
    expect(mail?.text).not.toContain(REASON);
    expect(await viewUser(users.dependencies, userId)).toMatchObject({
      state: 'disabled',
      sessions: 0,
      disabled: { by: 'Sample Person', reason: REASON },
    });
    expect(emailsOf(await users.find(email, { state: 'disabled' }))).toEqual([email]);
    await expect(users.set(userId, 'disabled')).rejects.toMatchObject({ status: 409 });

    await users.set(userId, 'active', users.admin.userId, 'Cleared up');
    expect(await listKeys(users.database, userId)).toMatchObject([{ pausedAt: expect.any(Date) }]);
    await users.accounts.worker.drain();
    const back = users.accounts.mails.findLast(({ to }) => to === email);
    expect(back?.text).toContain('Your API key is paused');
    expect((await users.accounts.call('GET', '/user', undefined, { token: tokens[0] })).status).toBe(401);
    expect((await users.accounts.call('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(200);
    await expect(users.set(userId, 'active')).rejects.toMatchObject({ status: 409 });
    const told = (await users.timeline(userId)).filter(({ kind }) => kind === 'admin');
    expect(told.map(({ text, by, reason }) => [text, by, reason])).toEqual([
      ['Account enabled again.', 'Sample Person', 'Cleared up'],
      ['Account disabled.', 'Sample Person', REASON],
    ]);
  });

  test('a sign-in that was under way while the account was disabled does not become valid when it is enabled', async () => {
    const email = 'raced@example.test';
    const token = await users.accounts.signUp(email);
    const userId = await users.idOf(email);
    await users.set(userId, 'disabled');
    // As the commit of a sign-in that had read the account before.
    await database.query(`update session set revoked_at = null where user_id = $1`, [userId]);
    expect((await users.accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
    await users.set(userId, 'active');
    expect((await users.accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
  });

  test('deposits count all the same; an order that the policy cleared waits for an admin, who may approve it', async () => {
    await clearBelow('100000000');
    const owner = await insertCustomer(database);
    const orderId = await users.placeOrder(owner);
    const read = () => getConversion({ database }, { orderId, userId: owner.userId });
    expect(await read()).toMatchObject({ status: 'processing', funding: 'awaiting' });
    await users.set(owner.userId, 'disabled');
    expect(await read()).toMatchObject({ status: 'pending' });
    const depositId = await insertDeposit(database, owner, { amount: 12_000_000n });
    expect(await balance(database, customer(owner.userId, 'USDT@ethereum'))).toBe(12_000_000n);
    await fundDeposit(users.dependencies, depositId);
    await createPayout(payouts(), { orderId });
    expect(await read()).toMatchObject({ status: 'pending', funding: 'overpaid', payout: 'none' });
    await approveOrder({ database, askName: silentBank }, { orderId, adminId: users.admin.userId });
    await createPayout(payouts(), { orderId });
    expect(await read()).toMatchObject({ status: 'approved', payout: 'queued' });
    await clearBelow(null);
  });

  test('an order that was cleared at the very moment waits too: the payout is not made', async () => {
    await clearBelow('100000000');
    const owner = await insertCustomer(database);
    await insertDeposit(database, owner, { amount: 10_000_000n });
    await database.query(`update app_user set disabled_at = now() where id = $1`, [owner.userId]);
    const orderId = await users.placeOrder(owner);
    const read = () => getConversion({ database }, { orderId, userId: owner.userId });
    expect(await read()).toMatchObject({ status: 'processing', funding: 'funded' });
    await createPayout(payouts(), { orderId });
    const held = await read();
    expect(held).toMatchObject({ status: 'pending', payout: 'none' });
    expect(held.timeline.at(-1)?.text).toContain('we review this order');
    await clearBelow(null);
  });

  test('[P9] a payout that the policy cleared and that waits for a bank does not leave; one that an administrator approved goes on', async () => {
    await clearBelow('1000000000');
    const owner = await insertCustomer(database);
    await insertDeposit(database, owner, { amount: 20_000_000n });
    const [cleared, approved] = [await users.placeOrder(owner), await users.placeOrder(owner)];
    await database.query(`update customer_order set status = 'approved' where id = $1`, [approved]);
    for (const orderId of [cleared, approved]) await createPayout(payouts(), { orderId });
    const read = (orderId: OrderId) => getConversion({ database }, { orderId, userId: owner.userId });
    expect(await read(cleared)).toMatchObject({ status: 'processing', payout: 'queued' });
    await users.set(owner.userId, 'disabled');
    const stopped = await read(cleared);
    expect(stopped).toMatchObject({ payout: 'failed' });
    expect(stopped.timeline.at(-1)?.text).toContain('was not sent');
    expect(await read(approved)).toMatchObject({ payout: 'queued' });
    expect(await balance(database, payable(owner.userId))).toBe(3_200_000n);
  });

  test('no administrator disables their own account, or any without a reason; of two admins who disable each other one stays', async () => {
    await expect(users.set(users.admin.userId, 'disabled')).rejects.toMatchObject({ status: 403 });
    const owner = await insertCustomer(database);
    await expect(users.set(owner.userId, 'disabled', users.admin.userId, '')).rejects.toMatchObject({ status: 422 });
    const other = await insertCustomer(database, { isAdmin: true });
    const both = await Promise.allSettled([
      users.set(other.userId, 'disabled', users.admin.userId),
      users.set(users.admin.userId, 'disabled', other.userId),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [left] = await database.query<{ count: number }>(
      `select count(*)::int as count from app_user where is_admin and disabled_at is null`,
    );
    expect(left?.count).toBe(1);
    await database.query(`update app_user set disabled_at = null where id = $1`, [users.admin.userId]);
  });

  test('what an admin did stays on record: the database refuses to change or remove it', async () => {
    const owner = await insertCustomer(database);
    await users.set(owner.userId, 'disabled');
    for (const change of [
      `update admin_action set reason = 'x'`,
      `delete from admin_action`,
      `truncate admin_action`,
    ]) {
      await expect(database.query(change)).rejects.toThrow('written once');
    }
  });
});
