// A merchant is notified once of each outcome for a payment's coins, with a text that says where the coins are, and
// never twice of a deposit.
import type { LinkId, OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival, insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inOrder } from '../../events.ts';
import { newId } from '../../platform/identifiers.ts';
import { listNotifications } from './db.ts';
import { notificationHandlers } from './handlers.ts';
import { describePaymentEvent } from './notification.ts';

let db: TestDatabase;
let merchant: TestCustomer;
let orderId: OrderId;
let linkId: LinkId;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  merchant = await insertCustomer(db.database);
  ({ orderId, linkId } = await insertOpenedPayment(db.database, merchant.userId));
});

const handle = async (type: string, payload: object): Promise<void> => {
  const handlers = inOrder([
    notificationHandlers({
      database: db.database,
      publicOrigin: 'https://gate.example',
      texter: null,
      settings: createTestSettings(db.database),
      log: silentLog,
    }),
  ]);
  await handlers[type]?.(payload, { eventId: newId(), attempt: 1 });
};
const listOwn = async () => (await listNotifications(db.database, [merchant.userId]))[0] ?? [];
const told = async () => (await listOwn()).map(({ message }) => message);

test.each([
  [
    'payment.covered',
    'You received 15.625 USDT on Ethereum by your link “Sample shop”. ₦25,000.00 goes to your payout',
  ],
  ['payment.underpaid', '0 USDT on Ethereum of 15.625 USDT on Ethereum arrived by your link “Sample shop”. It is kept'],
  ['payment.excess', 'More than 15.625 USDT on Ethereum arrived for a payment by your link “Sample shop”.'],
  ['order.declined', 'A payment of 15.625 USDT on Ethereum by your link “Sample shop” was declined. What arrived'],
])('[H-8] %s', async (type, words) => {
  await handle(type, { orderId });
  expect(await told()).toEqual([expect.stringContaining(words)]);
});

test.each(['payment.covered', 'payment.underpaid', 'order.declined', 'payout.paid', 'payout.failed'])(
  '%s leads to that very payment, in the app and by mail',
  async (type) => {
    await handle(type, { orderId });
    const page = `/account/payment-link/${linkId}/payments/${orderId}`;
    expect(await listOwn()).toMatchObject([{ page }]);
    const mails = await db.database.query<{ payload: { text: string; subject: string } }>(
      `select payload from event where type = 'mail.send' and payload->>'to' = (select email from app_user where id = $1)`,
      [merchant.userId],
    );
    // A payment that falls short is only shown in the app.
    expect(mails).toHaveLength(type === 'payment.underpaid' ? 0 : 1);
    for (const { payload } of mails) expect(payload.text).toContain(`https://gate.example${page}\n`);
  },
);

test('a held payment says that a person reviews it and how long that takes, once', async () => {
  await db.database.query(`update customer_order set status = 'pending' where id = $1`, [orderId]);
  await handle('payment.covered', { orderId });
  // Held as it was covered: the message about that has said so.
  await handle('order.held', { orderId, isTold: true });
  expect(await told()).toEqual([expect.stringContaining('once a person has looked at it, normally within 24 hours.')]);
  await db.database.query(`update customer_order set held_reason = 'It is much.' where id = $1`, [orderId]);
  await handle('order.held', { orderId });
  expect(await told()).toContainEqual(
    'A person reviews a payment of 15.625 USDT on Ethereum by your link “Sample shop” before ₦25,000.00 leaves, normally within 24 hours. It is much. You don’t need to do anything.',
  );
});

test('[D10] coins of a payment that the chain took back lead to it too', async () => {
  const depositId = await insertArrival(db.database, orderId, { amount: 15_625_000n });
  await handle('deposit.reverted', { depositId });
  const page = `/account/payment-link/${linkId}/payments/${orderId}`;
  expect(await listOwn()).toMatchObject([{ page }]);
});

test('[D10] coins on another network are named, and notified once although they are a deposit too', async () => {
  const depositId = await insertArrival(db.database, orderId, { amount: 7n * 10n ** 18n, asset: 'USDT@bsc' });
  await handle('deposit.seen', { depositId });
  await handle('deposit.confirmed', { depositId });
  await handle('payment.elsewhere', { orderId, depositId });
  expect(await told()).toEqual([expect.stringContaining('7 USDT on BNB Smart Chain arrived for a payment')]);
});

test('dust at a payment’s address is not notified, and an approval is only shown on its merchant’s page', async () => {
  const depositId = await insertArrival(db.database, orderId, { amount: 1n });
  await handle('payment.excess', { orderId, depositId });
  await handle('order.approved', { orderId });
  expect(await told()).toEqual([]);
});

test.each([
  'payment.covered',
  'payment.underpaid',
  'payment.excess',
  'payment.elsewhere',
  'payment.refund-answered',
] as const)('%s: the name of a link that runs from right to left moves no amount', (type) => {
  const facts = {
    linkName: 'متجر 5',
    asset: 'USDT@ethereum',
    amount: 1n,
    received: 0n,
    nairaKobo: toKobo(100n),
    isLate: false,
    isSecond: false,
    declineReason: null,
    isPending: false,
    heldReason: null,
    part: null,
  };
  const { text, subject } = describePaymentEvent(type, facts, 24);
  expect(text).toContain('“\u2068متجر 5\u2069”');
  expect(subject ?? text).toContain('\u2068متجر 5\u2069');
});
