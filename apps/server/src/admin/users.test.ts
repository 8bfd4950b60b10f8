// An administrator finds users among many, and sees the state of each.
import type { UserId } from '@kobogate/contract';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../platform/identifiers.ts';
import { phoneKey, searchKey } from '../identity/accounts/account.ts';
import { viewTimeline } from './view-timeline.ts';
import { viewUser } from './view-user.ts';

let users: TestUsers;
let database: TestUsers['database'];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());

const emailsOf = ({ data }: { data: readonly { email: string }[] }) => data.map(({ email }) => email);

describe('the list', () => {
  test('finds by a part of name, address or number, newest first, and never by a wildcard', async () => {
    await users.accounts.register('first@search.test', { first_name: '𝒜da 🪙', last_name: 'Òkóńkwọ́' });
    await users.accounts.register('second@search.test', {
      first_name: 'عائشة',
      last_name: 'محمد',
      phone: '+234 805 777 8888',
    });
    await users.accounts.register('third_x@search.test', { last_name: 'Ada'.repeat(30) });
    for (const [search, expected] of [
      ['SEARCH.test', ['third_x@search.test', 'second@search.test', 'first@search.test']],
      ['ÒKÓŃ', ['first@search.test']],
      ['🪙', ['first@search.test']],
      ['محمد', ['second@search.test']],
      ['0805 777', ['second@search.test']],
      ['d_x@s', ['third_x@search.test']],
      ['d%x@s', []],
      ['adaadaada', ['third_x@search.test']],
      ['no such name', []],
    ] as const) {
      expect([search, emailsOf(await users.find(search))]).toEqual([search, expected]);
    }
  });

  test('finds a user by the new name, and no longer by the old one, once the profile is changed', async () => {
    const token = await users.accounts.signUp('renamed@search.test');
    await users.accounts.call('PATCH', '/user/update', { last_name: 'Umbenannt' }, { token });
    expect(emailsOf(await users.find('UMBENANNT'))).toEqual(['renamed@search.test']);
    expect(emailsOf(await users.find('sample person\nrenamed'))).toEqual([]);
  });

  test('goes through 10,000 people a page at a time, each once, also within a search and a state', async () => {
    const people = Array.from({ length: 10_000 }, (_, index) => {
      const email = `crowd${index}@many.test`;
      const [firstName, lastName, phone] = ['Crowd', `Number ${index}`, `0809${String(index).padStart(7, '0')}`];
      return { id: newId(), email, phone, key: searchKey({ firstName, lastName, email, phone }), lastName };
    });
    await database.query(
      `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, search_key, verified_at)
       select id, email, email, 'Crowd', last_name, phone, phone_key, 'none', key, case when n % 2 = 0 then now() end
       from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
         with ordinality as p (id, email, last_name, phone, phone_key, key, n)`,
      [
        people.map(({ id }) => id),
        people.map(({ email }) => email),
        people.map(({ lastName }) => lastName),
        people.map(({ phone }) => phone),
        people.map(({ phone }) => phoneKey(phone)),
        people.map(({ key }) => key),
      ],
    );
    const seen: string[] = [];
    let before: string | undefined;
    do {
      const page = await users.find('@many.test', { before, limit: '100', state: 'unverified' });
      expect(page.data.every(({ state }) => state === 'unverified')).toBe(true);
      seen.push(...page.data.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    const expected = people.filter((_, index) => index % 2 === 0).map(({ id }) => id);
    expect(seen).toEqual(expected.toReversed());
    // As the database does automatically, some time after so many rows came.
    await database.query('vacuum analyze app_user');
    const plan = await database.query<{ 'QUERY PLAN': string }>(
      `explain select id from app_user where search_key like '%crowd777@%' or search_key like '%\n#%8090000777%'
       order by id desc limit 26`,
    );
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Bitmap Index Scan on app_user_search/);
  });
});

describe('one person', () => {
  test('is shown with state, wallets, payout account by its last digits, orders and naira paid out', async () => {
    const owner = await insertCustomer(database);
    await insertDeposit(database, owner, { amount: 25_000_000n });
    const orderId = await users.placeOrder(owner);
    const shown = await viewUser(users.dependencies, owner.userId);
    expect(shown).toMatchObject({
      name: 'Sample Person',
      state: 'active',
      disabled: null,
      sessions: 0,
      lastSeenAt: null,
      nairaPaidOut: '0',
      payoutAccount: { bankName: 'GTBANK', accountNumberEnd: '6785', nameResolution: 'resolved', nameScore: null },
      wallets: [{ currency: 'USDT', balance: '15', held: '10' }],
      orders: [{ id: orderId, customerId: owner.userId, payoutNeedsPerson: false }],
    });
    expect(JSON.stringify(shown.payoutAccount)).not.toContain('0123456785');
    await database.query(
      `update customer_order set status = 'approved', funding = 'funded', payout = 'paid' where id = $1`,
      [orderId],
    );
    expect(await viewUser(users.dependencies, owner.userId)).toMatchObject({ nairaPaidOut: '16000' });
  });

  test('that does not exist is a 404', async () => {
    for (const id of [newId<UserId>(), idFor<UserId>('x')]) {
      await expect(viewUser(users.dependencies, id)).rejects.toMatchObject({ status: 404 });
      const asked = { userId: id, before: undefined, limit: undefined };
      await expect(viewTimeline({ database }, asked)).rejects.toMatchObject({ status: 404 });
    }
    await expect(users.set(newId(), 'disabled')).rejects.toMatchObject({ status: 404 });
  });
});
