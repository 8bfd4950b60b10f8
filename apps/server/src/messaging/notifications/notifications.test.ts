// Each customer is notified once of what happens to their money, in the app and by those mails that they have not
// turned off.
import type { DepositId, EventId, OrderId, UserId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inOrder } from '../../events.ts';
import { newId } from '../../platform/identifiers.ts';
import { chooseNotifications, viewChoices } from './choose-notifications.ts';
import { clearNotifications, insertNotifications, listNotifications } from './db.ts';
import { notificationHandlers } from './handlers.ts';

const ORIGIN = 'https://gate.example';
let testDatabase: TestDatabase;
let userId: UserId;
let orderId: OrderId;
let depositId: DepositId;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const insertPerson = (id: UserId) =>
  testDatabase.database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, verified_at)
     values ($1, $2, $2, 'Sample', 'Person', '0', '0', 'none', now())`,
    [id, `${id}@kobogate.test`],
  );

beforeEach(async () => {
  const { database } = testDatabase;
  userId = newId();
  orderId = newId();
  depositId = newId();
  const address = newId();
  await database.query('delete from event');
  await insertPerson(userId);
  await database.query(
    `insert into deposit_address (id, family, address_key, address, derivation_index, key_fingerprint, sequence, user_id)
     select $1, 'evm', $2, $2, 0, $2, coalesce(max(sequence), 0) + 1, $3 from deposit_address`,
    [address, address, userId],
  );
  await database.query(
    `insert into wallet (id, user_id, currency, network, address_id) values ($1, $2, 'USDT', 'bsc', $1)`,
    [address, userId],
  );
  await database.query(
    `with made as (
       insert into customer_order (id, kind, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo,
         lock_expires_at, status, funding, priority, account_number, bank_code, bank_name, account_name, decline_reason,
         order_quote_id)
       values ($1, 'conversion', $2, $3, 'USDT', 'bsc', 'USDT@bsc', 12500000000000000000, 1600, 2000000, now(), 'approved',
         'awaiting', 'low', '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', 'The name differs.', $5)
       returning id, asset, amount)
     insert into order_quote (id, order_id, reason, asset, amount, rate, gross_kobo, naira_kobo, fee_kobo, vat_kobo,
       stamp_duty_kobo, made_at, expires_at, evidence)
     select each.id::uuid, made.id, each.reason, asset, amount, each.rate, each.kobo, each.kobo, 0, 0, 0, each.at, each.at, ''
     from made, (values ($4, 'order', 1640.5, 2050625, now() - interval '1 hour'), ($5, 'late', 1600, 2000000, now()))
       as each (id, reason, rate, kobo, at)`,
    [orderId, userId, address, newId(), newId()],
  );
  await database.query(
    `insert into deposit (id, network, identity, transaction, block_hash, block_height, asset, address_id, user_id,
       amount, status, confirmations, confirmations_needed, seen_at)
     values ($1, 'bsc', $2, $2, $2, 1, 'USDT@bsc', $3, $4, 12500000000000000000, 'confirmed', 3, 3, now())`,
    [depositId, depositId, address, userId],
  );
});

const handle = async (type: string, payload: object, eventId = newId<EventId>()) => {
  const { database } = testDatabase;
  const handlers = inOrder([
    notificationHandlers({
      database,
      publicOrigin: ORIGIN,
      texter: null,
      log: silentLog,
      settings: createTestSettings(database),
    }),
  ]);
  await handlers[type]?.(payload, { eventId, attempt: 1 });
};
const told = async () =>
  ((await listNotifications(testDatabase.database, [userId]))[0] ?? []).map(({ message }) => message);
const mails = async () =>
  (
    await testDatabase.database.query<{ payload: { to: string; subject: string; text: string } }>(
      `select payload from event where type = 'mail.send' order by id`,
    )
  ).map(({ payload }) => payload);

describe('telling customers', () => {
  test('each who asks at one moment reads their own notifications, newest first', async () => {
    const { database } = testDatabase;
    const [other, stranger] = [newId<UserId>(), newId<UserId>()];
    await insertPerson(other);
    for (const [owner, text] of [
      [userId, 'first'],
      [other, 'of another'],
      [userId, 'second'],
    ] as const) {
      await database.transaction((tx) =>
        insertNotifications(tx, [
          { userId: owner, source: newId<EventId>(), message: { type: 'update', subject: text, text }, page: '/' },
        ]),
      );
    }
    const lists = await listNotifications(database, [other, userId, stranger, userId]);
    expect(lists.map((list) => list.map(({ message }) => message))).toEqual([
      ['of another'],
      ['second', 'first'],
      [],
      ['second', 'first'],
    ]);
  });

  test('[D10] coins that are not on offer, and what became of them, are notified; dust is not', async () => {
    const { database } = testDatabase;
    await database.query(`update deposit set asset = 'POL@polygon' where id = $1`, [depositId]);
    await handle('deposit.confirmed', { depositId });
    await handle('suspense.credited', { userId, from: 'USDC.e@polygon', asset: 'USDC@polygon', amount: '2500000' });
    await database.query(`update deposit set asset = 'USDT@bsc', amount = 1 where id = $1`, [depositId]);
    await handle('deposit.seen', { depositId });
    await handle('deposit.confirmed', { depositId });
    await database.query(`update deposit set asset = 'POL@polygon' where id = $1`, [depositId]);
    await handle('deposit.seen', { depositId });
    await handle('deposit.confirmed', { depositId });
    expect((await told()).toSorted()).toEqual([
      expect.stringMatching(/^12.5 POL on Polygon arrived. We don’t convert this coin. It is yours/),
      expect.stringMatching(/^The 2.5 USDC.e on Polygon .* credited as 2.5 USDC on Polygon/),
    ]);
  });

  test.each([
    ['deposit.confirmed', '12.5 USDT on BNB Smart Chain arrived and is final.'],
    ['deposit.reverted', 'The chain took back your deposit of 12.5 USDT on BNB Smart Chain'],
    ['deposit.corrected', '2.5 USDT on BNB Smart Chain that we credited to you turned out to be another payment’s'],
    ['order.approved', '₦20,000.00 goes to GTBANK ending in 6785'],
    ['order.repriced', '₦20,000.00 at ₦1,600.00. While the lock held it was ₦20,506.25 at ₦1,640.50.'],
    ['order.declined', 'Reason: The name differs. Coins that arrived for it are in your balance.'],
    ['payout.paid', '₦20,000.00 was paid to GTBANK ending in 6785.'],
    ['payout.failed', 'Your money is safe with us'],
    ['payout.reversed', 'sent the payout of ₦20,000.00 to GTBANK ending in 6785 back'],
    ['payout.delayed', 'the bank has not said clearly whether it was. A person asks the bank now'],
  ])('[H-8] %s is sent to its owner in the app and by mail, with a link to our own address', async (type, text) => {
    await handle(type, { orderId, depositId, amount: '2500000000000000000' });
    expect(await told()).toEqual([expect.stringContaining(text)]);
    expect(await mails()).toEqual([
      expect.objectContaining({ to: `${userId}@kobogate.test`, text: expect.stringContaining(text) }),
    ]);
    expect((await mails())[0]?.text).toContain(`${ORIGIN}/account/`);
  });

  test('a conversion that is held says that a person reviews it, for how long, and why; decided since, nothing', async () => {
    await handle('order.held', { orderId });
    expect(await told()).toEqual([]);
    await testDatabase.database.query(
      `update customer_order set status = 'pending', held_reason = 'The account is new.' where id = $1`,
      [orderId],
    );
    await handle('order.held', { orderId });
    expect(await told()).toEqual([
      expect.stringMatching(
        /^A person reviews your conversion of .* before ₦20,000.00 leaves, normally within 24 hours. The account is new. /,
      ),
    ]);
    expect(await mails()).toHaveLength(1);
  });

  test('[C-3] one event is notified once, however often it comes, and two events twice', async () => {
    const eventId = newId<EventId>();
    await Promise.all([1, 2, 3].map(() => handle('payout.paid', { orderId }, eventId)));
    expect([await told(), await mails()].map(({ length }) => length)).toEqual([1, 1]);
    await handle('payout.paid', { orderId });
    expect([await told(), await mails()].map(({ length }) => length)).toEqual([2, 2]);
  });

  test('a deposit that was only seen is shown only in the app', async () => {
    await handle('deposit.seen', { depositId });
    expect([await told(), await mails()].map(({ length }) => length)).toEqual([1, 0]);
  });

  test('[C-3] clearing empties only one user’s list', async () => {
    await handle('payout.paid', { orderId });
    await testDatabase.database.transaction((tx) => clearNotifications(tx, newId()));
    expect(await told()).toHaveLength(1);
    await testDatabase.database.transaction((tx) => clearNotifications(tx, userId));
    expect(await told()).toEqual([]);
  });
});

describe('choosing what is mailed', () => {
  const choose = (change: Parameters<typeof chooseNotifications>[1]['change'], whose = userId) =>
    chooseNotifications({ database: testDatabase.database, hasTexter: false }, { userId: whose, way: 'mail', change });
  const OFF = { deposit: false, approval: false, decline: false, payout: false, failure: false };

  test.each([
    ['deposit', ['deposit.confirmed']],
    ['approval', ['order.approved']],
    ['decline', ['order.declined']],
    ['payout', ['payout.paid']],
    ['failure', ['payout.failed', 'payout.reversed', 'deposit.reverted']],
  ] as const)(
    '[C-10] with %s off, %s is shown only in the app, and everything else by mail too',
    async (event, types) => {
      await choose({ [event]: false });
      for (const type of types) await handle(type, { orderId, depositId });
      expect(await told()).toHaveLength(types.length);
      expect(await mails()).toEqual([]);
      await choose({ ...OFF, [event]: true });
      for (const type of types) await handle(type, { orderId, depositId });
      expect(await told()).toHaveLength(2 * types.length);
      expect(await mails()).toHaveLength(types.length);
    },
  );

  test('[C-10] everything is on until it is changed; a change leaves the other choices and other users alone', async () => {
    const ON = { deposit: true, approval: true, decline: true, payout: true, failure: true };
    const { database } = testDatabase;
    expect(await viewChoices(database, userId, 'mail')).toEqual(ON);
    expect(await choose({ payout: false, deposit: true })).toEqual({ ...ON, payout: false });
    expect(await choose({ failure: false })).toEqual({ ...ON, payout: false, failure: false });
    expect(await choose({ payout: true })).toEqual({ ...ON, failure: false });
    expect(await viewChoices(database, newId(), 'mail')).toEqual(ON);
    await expect(choose({})).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/turn on or off/) });
  });

  test('changes at the same moment all take effect', async () => {
    await Promise.all([choose({ payout: false }), choose(OFF), choose({ deposit: false, failure: false })]);
    expect(await viewChoices(testDatabase.database, userId, 'mail')).toEqual(OFF);
  });

  test('each mail says where it can be turned off', async () => {
    await handle('payout.paid', { orderId });
    expect((await mails())[0]?.text).toContain(`${ORIGIN}/account/settings#notifications`);
  });
});
