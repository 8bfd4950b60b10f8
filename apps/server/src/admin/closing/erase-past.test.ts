// The daily task erases what is past the operator's times and nothing else, in batches that a crash does not repeat or lose, once a day,
// and never what the law asks for.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { DEFAULT_SETTINGS, type Retention, RETENTION_BOUNDS, type UserId } from '@kobogate/contract';
import { AGING } from '@kobogate/testkit/admin/aging.ts';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RULES } from '../../controls/settings/setting.ts';
import { noteLate } from '../../custody/suspense/db.ts';
import { type AccountRef, balance, custody, customer, post, receivable } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { cutoffOf, erasePast, viewErased } from './erase-past.ts';
import { judgeClock } from './trust-clock.ts';

const KEPT: Retention = DEFAULT_SETTINGS.retention;
const NOW = new Date('2026-11-26T09:00:00Z');

let users: TestUsers;
let database: Database;
let userId: UserId;
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
  ({ userId } = await insertCustomer(database));
});
afterAll(() => users.accounts.close());

/** The task looked at the clock then. */
const lookedAt = (moment: Date) =>
  database.query(
    `insert into retention_clock (seen_at) values ($1)
     on conflict (is_only) do update set seen_at = excluded.seen_at, waits_until = null`,
    [moment],
  );
/** The task at a time, an hour before which it ran too. */
async function run(now: Date, most?: number): Promise<void> {
  await lookedAt(new Date(now.getTime() - 3_600_000));
  await runNext(now, most);
}
const runNext = (now: Date, most?: number) =>
  erasePast(
    {
      ...users.dependencies,
      log: { error: (...said: unknown[]) => errors.push(said) },
      clock: { now: () => now },
      ...AGING,
    },
    most,
  );
const errors: unknown[] = [];
const runsOf = async (kind: string) => (await viewErased({ database })).filter((each) => each.kind === kind);

test('the operator can’t set less than the law’s six years, nor make a person wait longer than a month', () => {
  for (const [name, [least, most]] of Object.entries(RETENTION_BOUNDS)) {
    expect([name, RULES.retention({ ...KEPT, [name]: least }), RULES.retention({ ...KEPT, [name]: most })]).toEqual([
      name,
      null,
      null,
    ]);
    expect([name, RULES.retention({ ...KEPT, [name]: most + 1 })?.status]).toEqual([name, 422]);
    expect([name, least > 0 ? RULES.retention({ ...KEPT, [name]: least - 1 })?.status : 422]).toEqual([name, 422]);
  }
  expect([RETENTION_BOUNDS.booksYears[0], RETENTION_BOUNDS.closedDays[1]]).toEqual([6, 30]);
});

test('the books of a year stay for whole years from its end, in Lagos', () => {
  expect(cutoffOf('books', KEPT, NOW).toISOString()).toBe('2019-12-31T23:00:00.000Z');
  expect(cutoffOf('books', KEPT, new Date('2026-12-31T23:00:00Z')).toISOString()).toBe('2020-12-31T23:00:00.000Z');
  expect(cutoffOf('notices', KEPT, NOW).toISOString()).toBe('2025-11-26T09:00:00.000Z');
});

test('a run that was cut off goes on where it was, counts each row once, and the day is done once', async () => {
  const insert = (count: number, days: number) =>
    database.query(
      `insert into notification (id, user_id, source, type, message, sender_name, created_at)
       select gen_random_uuid(), $1, gen_random_uuid()::text, 'update', 'A sample', 'Kobogate', $2::timestamptz - $3 * interval '1 day'
       from generate_series(1, $4)`,
      [userId, NOW, days, count],
    );
  await insert(1_200, 366);
  await insert(3, 364);
  // Cut off after the first batch of the notices: the two kinds before took one transaction each to find nothing, and one to see it.
  await run(NOW, 6);
  const [cut] = await runsOf('notices');
  expect(cut).toMatchObject({ day: '2026-11-26', finishedAt: null });
  expect([500, 1_000]).toContain(cut?.erased);
  // The next process goes on; the day after nothing is left of it.
  await Promise.all([run(NOW), run(NOW)]);
  expect(await runsOf('notices')).toMatchObject([{ erased: 1_200, finishedAt: expect.any(String) }]);
  const left = await database.query(`select 1 from notification where user_id = $1`, [userId]);
  expect(left.length).toBe(3);
  await insert(2, 366);
  await run(NOW);
  expect(await runsOf('notices')).toMatchObject([{ erased: 1_200 }]);
  await run(new Date(NOW.getTime() + 86_400_000));
  expect(await runsOf('notices')).toMatchObject([{ day: '2026-11-27', erased: 2 }, { erased: 1_200 }]);
});

test('after the books’ years accounts, holders’ names and what payments were for go, amounts and newer orders stay', async () => {
  const owner = await insertCustomer(database);
  const [old, young] = [await users.placeOrder(owner), await users.placeOrder(owner)];
  await database.query(`update customer_order set created_at = '2019-12-31T22:59:00Z' where id = $1`, [old]);
  await database.query(`update customer_order set created_at = '2019-12-31T23:01:00Z' where id = $1`, [young]);
  await database.query(
    `insert into order_event (id, order_id, type, text) values ($1, $2, 'payout-paid', 'Paid: ₦15,000.00 to GTBANK 0123456785 (ADA (OBI)).')`,
    [newId(), old],
  );
  for (const order of [old, young]) {
    await database.query(
      `insert into payment (order_id, name, purpose, amount_currency, amount, open_until, reference)
       values ($1, 'Ada’s shop', 'Rent for Ada', 'NGN', '1', now(), 'ADA-7')`,
      [order],
    );
    await database.query(
      `insert into settled_payment (order_id, user_id, payment_link_id, reference, settled_at, naira_kobo)
       values ($1, $2, gen_random_uuid(), 'ADA-7', now(), 1)`,
      [order, owner.userId],
    );
  }
  const fenceId = newId();
  await database.query(`insert into fence (id, cause, reason, read_from) values ($1, 'restored', 'A sample', now())`, [
    fenceId,
  ]);
  const transfers = [
    ['noted', '2019-05-01'],
    ['open', '2019-05-02'],
    ['noted', '2020-05-01'],
  ];
  for (const [status, at] of transfers) {
    await database.query(
      `insert into recovery_transfer (id, fence_id, rail, reference, amount_kobo, account_number, bank_state, made_at, status, reason)
       values ($1, $2, 'budpay', gen_random_uuid()::text, 1, '0123456785', 'paid', $3, $4, 'A sample')`,
      [newId(), fenceId, at, status],
    );
  }
  const days = [
    ['0000000001', '2019-05-01'],
    ['0000000002', '2019-06-01'],
    ['0000000003', '2021-01-01'],
  ];
  for (const [number, at] of days) {
    await database.query(
      `insert into bank_account_change (id, user_id, at, account_number, bank_name, account_name) values ($1, $2, $3, $4, 'GTBANK', 'ADA')`,
      [newId(), owner.userId, at, number],
    );
  }
  await run(new Date(NOW.getTime() + 2 * 86_400_000));
  const orders = await database.query<{ id: string }>(
    `select id, account_number, account_name, naira_kobo > 0 as "hasNaira" from customer_order where id = any($1) order by created_at`,
    [[old, young]],
  );
  expect(orders).toMatchObject([
    { id: old, account_number: '', account_name: 'Erased', hasNaira: true },
    { id: young, account_number: expect.stringMatching(/^\d{10}$/) },
  ]);
  const [event] = await database.query(`select text from order_event where order_id = $1 and type = 'payout-paid'`, [
    old,
  ]);
  expect(event).toEqual({ text: 'Paid: ₦15,000.00 to GTBANK an account that was erased.' });
  const payments = await database.query(
    `select p.name, p.purpose, p.reference, s.reference as settled from payment p join settled_payment s using (order_id)
     where order_id = any($1) order by p.name desc`,
    [[old, young]],
  );
  expect(payments).toEqual([
    { name: 'Erased', purpose: '', reference: null, settled: null },
    { name: 'Ada’s shop', purpose: 'Rent for Ada', reference: 'ADA-7', settled: 'ADA-7' },
  ]);
  const made = await database.query(
    `select status, account_number is not null as named from recovery_transfer where fence_id = $1 order by made_at`,
    [fenceId],
  );
  expect(made).toEqual([
    { status: 'noted', named: false },
    // Nobody has decided on it yet.
    { status: 'open', named: true },
    { status: 'noted', named: true },
  ]);
  const changes = await database.query<{ number: string }>(
    `select account_number as number from bank_account_change where user_id = $1 order by at`,
    [owner.userId],
  );
  expect(changes.map(({ number }) => number).filter((number) => number.startsWith('000000000'))).toEqual([
    '0000000003',
  ]);
  // What is younger than six years is neither removed nor changed.
  for (const statement of ['delete from', 'update']) {
    const what =
      statement === 'update' ? `update bank_account_change set bank_name = 'x'` : 'delete from bank_account_change';
    await expect(database.query(`${what} where account_number = '0000000003'`)).rejects.toThrow('history');
  }
});

test('an order that is settled after newer ones were erased is erased on the next day', async () => {
  const owner = await insertCustomer(database);
  const [late, newer] = [await users.placeOrder(owner), await users.placeOrder(owner)];
  const move = (payout: string) =>
    database.query(
      `update customer_order set status = 'approved', funding = 'funded', payout = $2, created_at = '2018-05-01' where id = $1`,
      [late, payout],
    );
  await move('failed');
  await database.query(`update customer_order set created_at = '2019-05-01' where id = $1`, [newer]);
  const names = () =>
    database.query(`select account_name as name from customer_order where id = any($1) order by created_at`, [
      [late, newer],
    ]);
  await run(new Date(NOW.getTime() + 4 * 86_400_000));
  expect(await names()).toEqual([{ name: expect.not.stringMatching('Erased') }, { name: 'Erased' }]);
  await move('paid');
  await run(new Date(NOW.getTime() + 5 * 86_400_000));
  expect(await names()).toEqual([{ name: 'Erased' }, { name: 'Erased' }]);
});

test('what payers gave and places of sign-ins go by their own times', async () => {
  await decideSetting(database, users.admin.userId, 'retention', { ...KEPT, signInDays: 30 });
  await database.query(
    `insert into known_address (user_id, address_key, seen_at) values ($1, 'old', $2::timestamptz - interval '31 days'), ($1, 'new', $2)`,
    [userId, NOW],
  );
  const owner = await insertCustomer(database);
  const [old, young] = [await users.placeOrder(owner), await users.placeOrder(owner)];
  for (const [order, days] of [
    [old, 369],
    [young, 300],
  ]) {
    await database.query(
      `insert into payment (order_id, name, purpose, amount_currency, amount, open_until, custom_values, metadata)
       values ($1, 'Shop', 'Bread', 'NGN', '1', $2::timestamptz - $3 * interval '1 day', '[{"value": "Ada"}]', '{"who": "Ada"}')`,
      [order, NOW, days],
    );
  }
  // Each of the three alone is reason enough.
  const alone = [
    ['payer_email', `'payer@example.test'`],
    ['custom_values', `'[{"value": "Ada"}]'`],
    ['metadata', `'{"who": "Ada"}'`],
  ];
  const past: string[] = [];
  for (const [column, value] of alone) {
    const order = await users.placeOrder(owner);
    past.push(order);
    await database.query(
      `insert into payment (order_id, name, purpose, amount_currency, amount, open_until, ${column})
       values ($1, 'Shop', 'Bread', 'NGN', '1', $2::timestamptz - interval '369 days', ${value})`,
      [order, NOW],
    );
  }
  await run(new Date(NOW.getTime() + 3 * 86_400_000));
  const payers = await database.query(
    `select payer_email as email, custom_values as given, metadata as noted from payment where order_id = any($1)
     order by open_until desc`,
    [[old, young, ...past]],
  );
  const gone = { email: null, given: [], noted: {} };
  expect(payers).toEqual([
    { email: null, given: [{ value: 'Ada' }], noted: { who: 'Ada' } },
    ...Array.from({ length: 4 }, () => gone),
  ]);
  const places = await database.query<{ place: string }>(
    `select address_key as place from known_address where user_id = $1 and address_key in ('old', 'new')`,
    [userId],
  );
  expect(places).toEqual([{ place: 'new' }]);
});

test('coins that come for an order whose account was erased go to the balance: nothing is paid to an account that is gone', async () => {
  const owner = await insertCustomer(database);
  const [expired, waiting] = [await users.placeOrder(owner), await users.placeOrder(owner)];
  await database.query(
    `update customer_order set created_at = '2019-12-31T22:59:20Z', lock_expires_at = '2019-12-31T23:00:00Z', funding = 'expired' where id = $1`,
    [expired],
  );
  // Its coins are there, and a person still has to decide on it.
  await database.query(
    `update customer_order set created_at = '2019-12-31T22:59:30Z', funding = 'funded' where id = $1`,
    [waiting],
  );
  await run(new Date(NOW.getTime() + 30 * 86_400_000));
  await fundDeposit(users.dependencies, await insertDeposit(database, owner, { amount: 10_000_000n }));
  const orders = await database.query(
    `select status, funding, account_name = 'Erased' as "isErased" from customer_order where id = any($1) order by created_at`,
    [[expired, waiting]],
  );
  expect(orders).toMatchObject([
    { status: 'declined', funding: 'expired', isErased: true },
    { funding: 'funded', isErased: false },
  ]);
  expect(await balance(database, customer(owner.userId, 'USDT@ethereum'))).toBe(10_000_000n);
});

test('who closed their account stays known while naira or coins are owed either way', async () => {
  const [settled, back, debtor] = await Promise.all([1, 2, 3].map(() => insertCustomer(database)));
  if (settled === undefined || back === undefined || debtor === undefined) throw new Error('three were made');
  const orderId = await users.placeOrder(back);
  await database.query(
    `update customer_order set status = 'approved', funding = 'funded', payout = 'reversed' where id = $1`,
    [orderId],
  );
  const owed = receivable(debtor.userId, 'USDT@ethereum');
  const move = (debit: AccountRef, credit: AccountRef) =>
    database.transaction((tx) =>
      post(tx, [
        { source: 'sample', sourceId: newId(), description: 'Sample', transfers: [{ debit, credit, amount: 1n }] },
      ]),
    );
  await move(owed, custody('USDT@ethereum'));
  const all = [settled, back, debtor].map((each) => each.userId);
  await database.query(
    `update app_user set closed_at = $2, disabled_at = $2, erase_from = $2 where id = any($1::uuid[])`,
    [all, NOW],
  );
  const erased = async (days: number) => {
    await run(new Date(NOW.getTime() + days * 86_400_000));
    const found = await database.query<{ id: UserId }>(
      `select id from app_user where id = any($1::uuid[]) and erased_at is not null`,
      [all],
    );
    return all.filter((id) => found.some((row) => row.id === id));
  };
  expect(await erased(40)).toEqual([settled.userId]);
  await move(custody('USDT@ethereum'), owed);
  await database.query(`update customer_order set payout = 'paid' where id = $1`, [orderId]);
  expect(await erased(41)).toEqual(all);
});

test('who closed their account is erased where the chain took back coins that waited for a decision: nobody can make it', async () => {
  const [waiting, takenBack] = [await insertCustomer(database), await insertCustomer(database)];
  const deposits = [
    await insertDeposit(database, waiting, { amount: 10_000_000n }),
    await insertDeposit(database, takenBack, { amount: 10_000_000n }),
  ];
  const all = [waiting.userId, takenBack.userId];
  await database.query(
    `update app_user set closed_at = $2, disabled_at = $2, erase_from = $2 where id = any($1::uuid[])`,
    [all, NOW],
  );
  await database.transaction((tx) => noteLate(tx, deposits));
  await database.query(`update deposit set status = 'reverted' where id = $1`, [deposits[1]]);
  await run(new Date(NOW.getTime() + 50 * 86_400_000));
  const erased = await database.query(`select id from app_user where id = any($1::uuid[]) and erased_at is not null`, [
    all,
  ]);
  expect(erased).toEqual([{ id: takenBack.userId }]);
});

describe('[I4] where the clock jumps ahead', () => {
  const at = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
  const mails = async () =>
    (
      await database.query(
        `select 1 from event where type = 'mail.send' and payload ->> 'subject' like 'Nothing is erased%'`,
      )
    ).length;

  test('by two years nothing is erased that is kept for years, the team is told once, and once it is right all goes on', async () => {
    const order = await users.placeOrder(await insertCustomer(database));
    await database.query(`update customer_order set created_at = '2021-06-01' where id = $1`, [order]);
    const isErased = async () =>
      (await database.query(`select 1 from customer_order where id = $1 and account_name = 'Erased'`, [order])).length >
      0;
    await run(at(60));
    expect([await isErased(), errors.length, await mails()]).toEqual([false, 0, 0]);
    await runNext(at(60 + 2 * 366));
    const told = await mails();
    expect(told).toBeGreaterThan(0);
    for (const hours of [1, 24]) await runNext(new Date(at(60 + 2 * 366).getTime() + hours * 3_600_000));
    expect([await isErased(), errors.length, await mails()]).toEqual([false, 3, told]);
    await runNext(at(61));
    expect([await isErased(), errors.length, await mails()]).toEqual([false, 3, told]);
    const days = await database.query<{ day: string }>(`select max(day) as day from retention_run`);
    expect(days).toEqual([{ day: '2027-01-26' }]);
  });

  test('it is believed after a week without another jump, as after days without a server, and at once where it was put back', () => {
    const trusted = { seenAt: at(0), waitsUntil: null };
    expect(judgeClock(trusted, at(3))).toEqual({ seenAt: at(3), waitsUntil: null });
    const jumped = judgeClock(trusted, at(3.1));
    expect(jumped).toEqual({ seenAt: at(3.1), waitsUntil: at(10.1) });
    expect(judgeClock(jumped, at(3))).toMatchObject({ waitsUntil: at(10.1) });
    expect(judgeClock({ ...jumped, seenAt: at(10) }, at(10.1))).toEqual({ seenAt: at(10.1), waitsUntil: null });
    expect(judgeClock(jumped, at(0))).toEqual({ seenAt: at(0), waitsUntil: null });
    expect(judgeClock(jumped, at(9))).toEqual({ seenAt: at(9), waitsUntil: at(16) });
  });
});
