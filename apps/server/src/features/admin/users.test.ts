// An admin finds people among many, sees what became of each, and disables an account so that it is shut at once and no
// money is lost or leaves unseen; every such act stays on record.
import type { Activity } from '@kobogate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balance } from '../../ledger/balances.ts';
import { customer } from '../../ledger/chart.ts';
import { newId } from '../../platform/identifiers.ts';
import { phoneKey, searchKey } from '../accounts/account.ts';
import { createTestAccounts, PASSWORD, type TestAccounts } from '../accounts/test-accounts.ts';
import { approveOrder } from '../orders/approve-order.ts';
import { createOrderCreation } from '../orders/create-order.ts';
import { fundOrder } from '../orders/fund-order.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  type TestCustomer,
  testQuoteSigner,
} from '../orders/order-fixtures.ts';
import { getConversion } from '../orders/view-orders.ts';
import { createPayout } from '../payouts/create-payout.ts';
import { idleRail } from '../payouts/payout-fixtures.ts';
import { createTestProducts } from '../products/products-fixtures.ts';
import { createTestSettings, decideSetting } from '../settings/settings-fixtures.ts';
import { listUsers } from './list-users.ts';
import { setUserState } from './set-user-state.ts';
import { viewTimeline } from './view-timeline.ts';
import { viewUser } from './view-user.ts';

const REASON = 'A sample reason that only administrators read';

let accounts: TestAccounts;
let database: TestAccounts['database'];
let admin: TestCustomer;
const { currentRates } = createTestRates({ USDT: '1600' });

beforeAll(async () => {
  accounts = await createTestAccounts();
  ({ database } = accounts);
  admin = await insertCustomer(database, { isAdmin: true });
});
afterAll(() => accounts.close());

const dependencies = () => ({
  database,
  clock: accounts.clock,
  currentRates,
  publicOrigin: 'https://kobogate.test',
  settings: createTestSettings(database),
  quoteSigner: testQuoteSigner,
  proveOwner: () => Promise.resolve(),
});
const payouts = () => ({ database, rails: [idleRail], settings: createTestSettings(database) });
const clearBelow = (automaticBelowKobo: string | null) =>
  decideSetting(database, admin.userId, 'clearing', { automaticBelowKobo, minimumAccountDays: 0 });
const find = (search: string, more = {}) => listUsers({ database }, { search, ...more });
const emailsOf = ({ data }: { data: readonly { email: string }[] }) => data.map(({ email }) => email);
const idOf = async (email: string): Promise<string> => (await find(email)).data[0]?.id ?? '';
const set = (userId: string, state: 'active' | 'disabled', by = admin.userId, reason = REASON) =>
  setUserState(dependencies(), { userId, adminId: by, state, reason, proof: { password: '', code: '' } });
const timeline = async (userId: string, limit = '100'): Promise<Activity[]> =>
  (await viewTimeline({ database }, { userId, before: undefined, limit })).data;

/** An order of 10 USDT that the policy clears and that waits for its coins. */
async function placeOrder(owner: TestCustomer): Promise<string> {
  const create = createOrderCreation({
    ...dependencies(),
    lockSeconds: 900,
    products: createTestProducts(database),
  });
  const input = { userId: owner.userId, fromCurrency: 'USDT', fromAmount: '10', network: 'ethereum' };
  const { order } = await create({ ...input, quoteId: undefined, idempotencyKey: undefined });
  return order.id;
}

describe('the list', () => {
  test('finds by a part of name, address or number, newest first, and never by a wildcard', async () => {
    await accounts.register('first@search.test', { first_name: '𝒜da 🪙', last_name: 'Òkóńkwọ́' });
    await accounts.register('second@search.test', {
      first_name: 'عائشة',
      last_name: 'محمد',
      phone: '+234 805 777 8888',
    });
    await accounts.register('third_x@search.test', { last_name: 'Ada'.repeat(30) });
    for (const [search, expected] of [
      ['SEARCH.test', ['third_x@search.test', 'second@search.test', 'first@search.test']],
      ['ÒKÓŃ', ['first@search.test']],
      ['🪙', ['first@search.test']],
      ['محمد', ['second@search.test']],
      ['0805 777', ['second@search.test']],
      ['d_x@s', ['third_x@search.test']],
      ['d%x@s', []],
      ['adaadaada', ['third_x@search.test']],
      ['nobody like this', []],
    ] as const) {
      expect([search, emailsOf(await find(search))]).toEqual([search, expected]);
    }
  });

  test('finds a person by the new name, and no more by the old one, once the profile is changed', async () => {
    const token = await accounts.signUp('renamed@search.test');
    await accounts.call('PATCH', '/user/update', { last_name: 'Umbenannt' }, { token });
    expect(emailsOf(await find('UMBENANNT'))).toEqual(['renamed@search.test']);
    expect(emailsOf(await find('sample person\nrenamed'))).toEqual([]);
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
      const page = await find('@many.test', { before, limit: '100', state: 'unverified' });
      expect(page.data.every(({ state }) => state === 'unverified')).toBe(true);
      seen.push(...page.data.map(({ id }) => id));
      before = page.next ?? undefined;
    } while (before !== undefined);
    const expected = people.filter((_, index) => index % 2 === 0).map(({ id }) => id);
    expect(seen).toEqual(expected.toReversed());
    // As the database does by itself, some time after so many rows came.
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
    const orderId = await placeOrder(owner);
    const shown = await viewUser(dependencies(), owner.userId);
    expect(shown).toMatchObject({
      name: 'Sample Person',
      state: 'active',
      disabled: null,
      sessions: 0,
      lastSeenAt: null,
      nairaPaidOut: '0',
      payoutAccount: { bankName: 'GTBANK', accountNumberEnd: '6785', nameResolution: 'resolved' },
      wallets: [{ currency: 'USDT', balance: '15', held: '10' }],
      orders: [{ id: orderId, customerId: owner.userId, payoutNeedsPerson: false }],
    });
    expect(JSON.stringify(shown.payoutAccount)).not.toContain('0123456785');
    await database.query(
      `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name, account_name, status, order_quote_id)
       select gen_random_uuid(), o.id, n, 'budpay', 'kg-sample-' || n, o.naira_kobo, '0', '0', 'x', 'x', s, o.order_quote_id
       from customer_order o, unnest(array[1, 2], array['failed', 'paid']) as p (n, s) where o.id = $1`,
      [orderId],
    );
    expect(await viewUser(dependencies(), owner.userId)).toMatchObject({ nairaPaidOut: '16000' });
  });

  test('that does not exist is a 404', async () => {
    for (const id of [newId(), 'x']) {
      await expect(viewUser(dependencies(), id)).rejects.toMatchObject({ status: 404 });
      const asked = { userId: id, before: undefined, limit: undefined };
      await expect(viewTimeline({ database }, asked)).rejects.toMatchObject({ status: 404 });
    }
    await expect(set(newId(), 'disabled')).rejects.toMatchObject({ status: 404 });
  });
});

describe('disabling', () => {
  test('[A7] ends every session at once, refuses the log-in in words, tells the owner by mail, and can be taken back', async () => {
    const email = 'shut@example.test';
    const tokens = [await accounts.signUp(email), await logInOf(email)];
    const userId = await idOf(email);
    await set(userId, 'disabled');
    for (const token of tokens) expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
    const refused = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining('account is disabled') } });
    await accounts.worker.drain();
    const mail = accounts.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toBe('Your Kobogate account was disabled');
    expect(mail?.text).toContain('money is safe');
    expect(mail?.text).not.toContain(REASON);
    expect(await viewUser(dependencies(), userId)).toMatchObject({
      state: 'disabled',
      sessions: 0,
      disabled: { by: 'Sample Person', reason: REASON },
    });
    expect(emailsOf(await find(email, { state: 'disabled' }))).toEqual([email]);
    await expect(set(userId, 'disabled')).rejects.toMatchObject({ status: 409 });

    await set(userId, 'active', admin.userId, 'Cleared up');
    expect((await accounts.call('GET', '/user', undefined, { token: tokens[0] })).status).toBe(401);
    expect((await accounts.call('POST', '/auth/login', { email, password: PASSWORD })).status).toBe(200);
    await expect(set(userId, 'active')).rejects.toMatchObject({ status: 409 });
    const told = (await timeline(userId)).filter(({ kind }) => kind === 'admin');
    expect(told.map(({ text, by, reason }) => [text, by, reason])).toEqual([
      ['Account enabled again.', 'Sample Person', 'Cleared up'],
      ['Account disabled.', 'Sample Person', REASON],
    ]);
  });

  test('a sign-in that was under way while the account was disabled does not come to life when it is enabled', async () => {
    const email = 'raced@example.test';
    const token = await accounts.signUp(email);
    const userId = await idOf(email);
    await set(userId, 'disabled');
    // As the commit of a sign-in that had read the account before.
    await database.query(`update session set revoked_at = null where user_id = $1`, [userId]);
    expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
    await set(userId, 'active');
    expect((await accounts.call('GET', '/user', undefined, { token })).status).toBe(401);
  });

  test('deposits count all the same; an order that the policy cleared waits for an admin, who may approve it', async () => {
    await clearBelow('100000000');
    const owner = await insertCustomer(database);
    const orderId = await placeOrder(owner);
    const read = () => getConversion({ database }, { orderId, userId: owner.userId });
    expect(await read()).toMatchObject({ status: 'processing', funding: 'awaiting' });
    await set(owner.userId, 'disabled');
    expect(await read()).toMatchObject({ status: 'pending' });
    const depositId = await insertDeposit(database, owner, { amount: 12_000_000n });
    expect(await balance(database, customer(owner.userId, 'USDT@ethereum'))).toBe(12_000_000n);
    await fundOrder(dependencies(), depositId);
    await createPayout(payouts(), { orderId });
    expect(await read()).toMatchObject({ status: 'pending', funding: 'overpaid', payout: 'none' });
    await approveOrder({ database }, { orderId, adminId: admin.userId });
    await createPayout(payouts(), { orderId });
    expect(await read()).toMatchObject({ status: 'approved', payout: 'queued' });
    await clearBelow(null);
  });

  test('an order that was cleared at the very moment waits too: the payout is not made', async () => {
    await clearBelow('100000000');
    const owner = await insertCustomer(database);
    await insertDeposit(database, owner, { amount: 10_000_000n });
    await database.query(`update app_user set disabled_at = now() where id = $1`, [owner.userId]);
    const orderId = await placeOrder(owner);
    const read = () => getConversion({ database }, { orderId, userId: owner.userId });
    expect(await read()).toMatchObject({ status: 'processing', funding: 'funded' });
    await createPayout(payouts(), { orderId });
    const held = await read();
    expect(held).toMatchObject({ status: 'pending', payout: 'none' });
    expect(held.timeline.at(-1)?.text).toContain('a person reviews this order');
    await clearBelow(null);
  });

  test('nobody disables themself or without a reason; of two admins who disable each other one stays', async () => {
    await expect(set(admin.userId, 'disabled')).rejects.toMatchObject({ status: 403 });
    const owner = await insertCustomer(database);
    await expect(set(owner.userId, 'disabled', admin.userId, '')).rejects.toMatchObject({ status: 422 });
    const other = await insertCustomer(database, { isAdmin: true });
    const both = await Promise.allSettled([
      set(other.userId, 'disabled', admin.userId),
      set(admin.userId, 'disabled', other.userId),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [left] = await database.query<{ count: number }>(
      `select count(*)::int as count from app_user where is_admin and disabled_at is null`,
    );
    expect(left?.count).toBe(1);
    await database.query(`update app_user set disabled_at = null where id = $1`, [admin.userId]);
  });

  test('what an admin did stays on record: the database refuses to change or remove it', async () => {
    const owner = await insertCustomer(database);
    await set(owner.userId, 'disabled');
    for (const change of [
      `update admin_action set reason = 'x'`,
      `delete from admin_action`,
      `truncate admin_action`,
    ]) {
      await expect(database.query(change)).rejects.toThrow('written once');
    }
  });
});

describe('the timeline', () => {
  test('tells sign-up, verification, sign-ins, payout account, deposits, orders and admins, newest first, in pages', async () => {
    const email = 'told@example.test';
    const token = await accounts.signUp(email);
    await logInOf(email);
    const userId = await idOf(email);
    const fixture = await insertCustomer(database);
    // The fixture's wallet, with this person's account around it.
    const owner = { ...fixture, userId };
    await database.query(`update wallet set user_id = $2 where id = $1`, [fixture.walletId, userId]);
    await database.query(`update bank_account set user_id = $2 where user_id = $1`, [fixture.userId, userId]);
    await database.query(
      `insert into bank_account_change (id, user_id, at, account_number, bank_name, account_name)
       values (gen_random_uuid(), $1, now(), '0123456785', 'GTBANK', 'SAMPLE PERSON')`,
      [userId],
    );
    await insertDeposit(database, owner, { amount: 10_000_000n });
    const orderId = await placeOrder(owner);
    await approveOrder({ database }, { orderId, adminId: admin.userId });

    await accounts.call('PATCH', '/user/update', { first_name: 'Changed', phone: '0803 111 2222' }, { token });
    const passwords = { currentPassword: PASSWORD, newPassword: 'a brand new phrase' };
    await accounts.call('PUT', '/user/password', passwords, { token });

    const whole = await timeline(userId);
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

  test('a place that nobody gave is the beginning', async () => {
    const owner = await insertCustomer(database);
    for (const before of ['x', '1.2.3', '99999999999999999999.x', '-5.x', "1.'"]) {
      const { data } = await viewTimeline({ database }, { userId: owner.userId, before, limit: undefined });
      expect(data).toHaveLength(2);
    }
    const early = { userId: owner.userId, before: '1.x', limit: undefined };
    expect((await viewTimeline({ database }, early)).data).toEqual([]);
  });
});

async function logInOf(email: string): Promise<string> {
  const { body } = await accounts.call('POST', '/auth/login', { email, password: PASSWORD });
  return String(body.data?.['token']);
}
