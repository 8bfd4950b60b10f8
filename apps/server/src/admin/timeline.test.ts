// An account's timeline is complete, newest first, and has no event twice.
import type { Activity } from '@kobogate/contract';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { PASSWORD } from '@kobogate/testkit/identity/accounts.ts';
import { insertCustomer, insertDeposit, silentBank } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveOrder } from '../sales/orders/approve-order.ts';
import { viewTimeline } from './view-timeline.ts';

let users: TestUsers;
let database: TestUsers['database'];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());

describe('the timeline', () => {
  test('shows sign-up, verification, sign-ins, payout account, deposits, orders and admins, newest first, in pages', async () => {
    const email = 'told@example.test';
    const token = await users.accounts.signUp(email);
    await users.logIn(email);
    const userId = await users.idOf(email);
    const fixture = await insertCustomer(database);
    // The fixture's wallet, with this user's account around it.
    const owner = { ...fixture, userId };
    await database.query(`update wallet set user_id = $2 where id = $1`, [fixture.walletId, userId]);
    await database.query(`update bank_account set user_id = $2 where user_id = $1`, [fixture.userId, userId]);
    await database.query(
      `insert into bank_account_change (id, user_id, at, account_number, bank_name, account_name)
       values (gen_random_uuid(), $1, now(), '0123456785', 'GTBANK', 'SAMPLE PERSON')`,
      [userId],
    );
    await insertDeposit(database, owner, { amount: 10_000_000n });
    const orderId = await users.placeOrder(owner);
    await approveOrder({ database, askName: silentBank }, { orderId, adminId: users.admin.userId });

    await users.accounts.call('PATCH', '/user/update', { first_name: 'Changed', phone: '0803 111 2222' }, { token });
    const passwords = { currentPassword: PASSWORD, newPassword: 'a brand new phrase' };
    await users.accounts.call('PUT', '/user/password', passwords, { token });

    const whole = await users.timeline(userId);
    expect(new Set(whole.map(({ kind }) => kind))).toEqual(
      new Set(['signed-up', 'verified', 'signed-in', 'payout-account', 'account', 'deposit', 'order', 'admin']),
    );
    expect(whole.map(({ at }) => at)).toEqual(
      whole
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const texts = whole.map(({ text }) => text);
    expect(texts).toContain('Payout account set to the one that ends in 6785 at GTBANK.');
    expect(texts).toContain('Changed the first name and the phone number.');
    expect(texts).toContain('Changed the password.');
    expect(texts).toContain('10 USDT arrived and is final.');
    expect(texts.filter((text) => text === 'Signed in from 203.0.113.9.')).toHaveLength(2);
    expect(whole.find(({ text }) => text === 'Order approved.')).toMatchObject({ by: 'Sample Person', orderId });
    // Each line once, also where several happened in one microsecond.
    const paged: Activity[] = [];
    let before: string | undefined;
    do {
      const page = await viewTimeline({ database }, { userId, before, limit: '2' });
      paged.push(...page.data);
      before = page.next ?? undefined;
    } while (before !== undefined);
    expect(paged).toEqual(whole);
    const [session] = await database.query<{ hash: string }>(
      `select encode(token_hash, 'hex') as hash from session where user_id = $1`,
      [userId],
    );
    expect(JSON.stringify(whole)).not.toContain(session?.hash.slice(0, 16));
  });

  test('an invalid cursor starts at the beginning', async () => {
    const owner = await insertCustomer(database);
    for (const before of ['x', '1.2.3', '99999999999999999999.x', '-5.x', "1.'"]) {
      const { data } = await viewTimeline({ database }, { userId: owner.userId, before, limit: undefined });
      expect(data).toHaveLength(2);
    }
    const early = { userId: owner.userId, before: '1.x', limit: undefined };
    expect((await viewTimeline({ database }, early)).data).toEqual([]);
  });
});
