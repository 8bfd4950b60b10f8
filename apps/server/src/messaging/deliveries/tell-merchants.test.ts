// Each event type that merchants can choose has a source here, with the payment or link that it is about.
import { WEBHOOK_EVENTS, type DepositId, type LinkId, type OrderId, type UserId } from '@kobogate/contract';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival, insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { webhookHandlers } from './handlers.ts';

let sample: TestDatabase;
let merchant: { userId: UserId };
let known: { orderId: OrderId; linkId: LinkId; depositId: DepositId; userId: UserId };
beforeAll(async () => {
  sample = await createTestDatabase();
  merchant = await insertCustomer(sample.database);
  await insertCustomer(sample.database);
  const payment = await insertOpenedPayment(sample.database, merchant.userId);
  const depositId = await insertArrival(sample.database, payment.orderId, { amount: 15_625_000n, status: 'seen' });
  known = { ...payment, ...merchant, depositId };
});
afterAll(() => sample.drop());

test('[W2] every event on offer is sent, only to the merchant whose payment or link it is', async () => {
  const { database } = sample;
  await database.query(
    `insert into webhook_endpoint (id, user_id, url, events, secret, created_at)
     select gen_random_uuid(), id, 'https://shop.test/hook', $1, '', now() from app_user`,
    [[...WEBHOOK_EVENTS]],
  );
  const handlers = webhookHandlers({
    database,
    clock: createTestClock(),
    listCoins: async () => [],
    publicOrigin: 'https://pay.example',
  });
  for (const handle of Object.values(handlers)) await handle(known, { eventId: newId(), attempt: 1 });
  const rows = await database.query<{ user_id: UserId; type: string; data: unknown }>(
    `select user_id, type, data from webhook_event`,
  );
  expect(new Set(rows.map(({ user_id: userId }) => userId))).toEqual(new Set([merchant.userId]));
  const told = new Map(rows.map(({ type, data }) => [type, data]));
  expect([...told.keys()].toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
  for (const [type, data] of told) {
    expect([type, data]).toMatchObject([type, { id: type.startsWith('link.') ? known.linkId : known.orderId }]);
  }
});
