// What is past its time is counted as the daily task erases it, table by table: what it counts goes, what it calls held back stays, for
// the reason that it says, and it changes nothing itself.
import { AGING } from '@kobogate/testkit/admin/aging.ts';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteLate } from '../../custody/suspense/db.ts';
import { custody, post, receivable } from '../../ledger/index.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { erasePast } from './erase-past.ts';
import { viewRetention } from './view-retention.ts';

const NOW = new Date('2026-11-26T09:00:00Z');
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000);

let users: TestUsers;
let database: Database;
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());

const at = (now: Date) => ({
  ...AGING,
  database,
  log: silentLog,
  clock: { now: () => now },
});
const look = async (now = NOW, most?: number) => {
  const view = await viewRetention(at(now), most);
  const kinds = view.kinds.map(({ kind, past, newest, erasing }) => [kind, { ...past, newest, erasing }] as const);
  return { ...view, kinds: Object.fromEntries(kinds) };
};

/** A sample of everything that has its time, past it where `days` are many. */
async function insertAll(days: number): Promise<void> {
  const owner = await insertCustomer(database);
  const { userId } = owner;
  const moment = daysAgo(days);
  const values = [userId, moment];
  await database.query(`insert into known_address (user_id, address_key, seen_at) values ($1, 'a', $2)`, values);
  await database.query(`insert into known_device (user_id, device, seen_at) values ($1, 'd', $2)`, values);
  await database.query(
    `insert into notification (id, user_id, source, type, message, sender_name, created_at)
     values (gen_random_uuid(), $1, gen_random_uuid()::text, 'update', 'A sample', 'Kobogate', $2)`,
    values,
  );
  const orderId = await users.placeOrder(owner);
  await database.query(
    `update customer_order set created_at = $2, status = 'approved', funding = 'funded', payout = 'paid' where id = $1`,
    [orderId, moment],
  );
  await database.query(
    `insert into payment (order_id, name, purpose, amount_currency, amount, open_until, payer_email)
     values ($1, 'Shop', 'Bread', 'NGN', '1', $2, 'payer@example.test')`,
    [orderId, moment],
  );
  await database.query(
    `insert into bank_account_change (id, user_id, at, account_number, bank_name, account_name)
     values (gen_random_uuid(), $1, $2, '0123456785', 'GTBANK', 'ADA'), (gen_random_uuid(), $1, $2::timestamptz - interval '1 hour', '0123456786', 'GTBANK', 'ADA')`,
    values,
  );
}

const close = (userId: string, eraseFrom: Date) =>
  database.query(`update app_user set closed_at = $2, disabled_at = $2, erase_from = $3 where id = $1`, [
    userId,
    daysAgo(60),
    eraseFrom,
  ]);

test('what is past its time is counted and named with its oldest, what is held back with its reason; then the task erases just that', async () => {
  const empty = await look();
  expect(empty).toMatchObject({ seenAt: null, waitsUntil: null, isDoneToday: false });
  expect(Object.values(empty.kinds)).toEqual(
    Array.from({ length: 5 }, () => ({ count: 0, oldest: null, held: {}, newest: null, erasing: null })),
  );

  await insertAll(1);
  await insertAll(9 * 366);
  const old = daysAgo(9 * 366);
  // An order that nobody has settled, and people who closed their account.
  const [open, waiting, debtor, gone, soon] = await Promise.all([1, 2, 3, 4, 5].map(() => insertCustomer(database)));
  if (!open || !waiting || !debtor || !gone || !soon) throw new Error('five were made');
  const openOrder = await users.placeOrder(open);
  await database.query(
    `update customer_order set created_at = $2, status = 'approved', funding = 'funded', payout = 'failed' where id = $1`,
    [openOrder, old],
  );
  const late = await insertDeposit(database, waiting, { amount: 10_000_000n });
  await database.transaction((tx) => noteLate(tx, [late]));
  const owed = { debit: receivable(debtor.userId, 'USDT@ethereum'), credit: custody('USDT@ethereum'), amount: 1n };
  await database.transaction((tx) =>
    post(tx, [{ source: 'sample', sourceId: newId(), description: 'Sample', transfers: [owed] }]),
  );
  for (const { userId } of [waiting, debtor, gone]) await close(userId, daysAgo(30));
  await close(soon.userId, daysAgo(-1));
  // A transfer that a restored database did not know, of each sort.
  const fenceId = newId();
  await database.query(`insert into fence (id, cause, reason, read_from) values ($1, 'restored', 'A sample', now())`, [
    fenceId,
  ]);
  for (const status of ['noted', 'open']) {
    await database.query(
      `insert into recovery_transfer (id, fence_id, rail, reference, amount_kobo, account_number, bank_state, made_at, status, reason)
       values ($1, $2, 'budpay', $4, 1, '0123456785', 'paid', $3, $4, 'A sample')`,
      [newId(), fenceId, old, status],
    );
  }
  await database.query(`update retention_clock set seen_at = $1`, [NOW]);

  const found = await look();
  expect(found.kinds).toMatchObject({
    closed: {
      count: 1,
      oldest: daysAgo(30),
      held: { coins: { count: 1, oldest: daysAgo(30) }, owes: { count: 1, oldest: daysAgo(30) } },
    },
    'sign-ins': { count: 2, oldest: old, held: {} },
    notices: { count: 1, oldest: old, held: {} },
    payers: { count: 1, oldest: old, held: {} },
    books: {
      // The settled order, the earlier of two accounts, and the transfer that is decided on.
      count: 3,
      oldest: new Date(old.getTime() - 3_600_000),
      held: { order: { count: 1 }, account: { count: 1 }, transfer: { count: 1 } },
    },
  });
  expect(await look()).toEqual(found);
  // No more than so many rows of a table are counted.
  expect((await look(NOW, 1)).kinds).toMatchObject({
    'sign-ins': { count: 2 },
    closed: { count: 0, held: { coins: {} } },
  });

  await erasePast(at(NOW));
  const after = await look();
  expect(after.isDoneToday).toBe(true);
  for (const [kind, { count, held, newest, erasing }] of Object.entries(after.kinds)) {
    const before = found.kinds[kind];
    // Who was erased in this run has an order that the books keep: none here has.
    expect([kind, count, held]).toEqual([kind, 0, before?.held]);
    expect([kind, newest, newest?.day]).toEqual([kind, erasing, '2026-11-26']);
    expect([kind, newest?.erased]).toEqual([kind, before?.count]);
  }
});

test('accounts that were erased are named as long as the law keeps payout account and name of their orders', async () => {
  const person = await insertCustomer(database);
  const orderId = await users.placeOrder(person);
  await database.query(
    `update customer_order set created_at = $2, status = 'approved', funding = 'funded', payout = 'paid' where id = $1`,
    [orderId, daysAgo(400)],
  );
  await close(person.userId, daysAgo(5));
  const tomorrow = new Date(NOW.getTime() + 86_400_000);
  await database.query(`update retention_clock set seen_at = $1`, [NOW]);
  await erasePast(at(tomorrow));
  expect((await look(tomorrow)).kinds['books']?.held).toMatchObject({ law: { count: 1, oldest: daysAgo(400) } });
});

test('the newest run is told from the newest that erased something, and a clock that moved from one that is believed', async () => {
  const later = new Date(NOW.getTime() + 2 * 86_400_000);
  await database.query(`update retention_clock set seen_at = $1`, [later]);
  await erasePast(at(later));
  const { kinds, waitsUntil } = await look(later);
  expect(kinds['notices']).toMatchObject({
    newest: { day: '2026-11-28', erased: 0 },
    erasing: { day: '2026-11-26', erased: 1 },
  });
  expect(waitsUntil).toBe(null);
  const jumped = new Date(later.getTime() + 4 * 86_400_000);
  expect((await look(jumped)).waitsUntil).toEqual(new Date(jumped.getTime() + 7 * 86_400_000));
  // To look is no look of the task.
  expect(await database.query(`select seen_at as at, waits_until as until from retention_clock`)).toEqual([
    { at: later, until: null },
  ]);
});
