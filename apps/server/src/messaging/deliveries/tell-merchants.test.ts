// Each event type that merchants can choose has a source here, with the payment or link that it is about.
import {
  WEBHOOK_EVENTS,
  type DepositId,
  type LinkId,
  type OrderId,
  type UserId,
  type EventId,
} from '@kobogate/contract';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival, insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tell } from './record-event.ts';
import { tellLinks } from './tell-links.ts';
import { tellPayments } from './tell-payments.ts';

let sample: TestDatabase;
let merchant: { userId: UserId };
let known: { orderId: OrderId; linkId: LinkId; depositId: DepositId; userId: UserId };
beforeAll(async () => {
  sample = await createTestDatabase();
  merchant = await insertCustomer(sample.database);
  const payment = await insertOpenedPayment(sample.database, merchant.userId);
  const depositId = await insertArrival(sample.database, payment.orderId, { amount: 15_625_000n, status: 'seen' });
  known = { ...payment, ...merchant, depositId };
});
afterAll(() => sample.drop());

test('[W2] every event on offer is sent, only to the merchant whose payment or link it is', async () => {
  const told = new Map<string, unknown>();
  const tell: Tell = (read) => async (payload) => {
    const event = await read(payload);
    if (event === null) throw new Error('nothing is told');
    expect(event.userId).toBe(merchant.userId);
    told.set(event.type, await sample.database.transaction((tx) => event.describe(tx)));
  };
  const dependencies = { database: sample.database, clock: createTestClock(), listCoins: async () => [] };
  const handlers = { ...tellPayments(dependencies, tell), ...tellLinks(dependencies, tell) };
  for (const handle of Object.values(handlers)) await handle(known, { eventId: idFor<EventId>('sample') });
  expect([...told.keys()].toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
  for (const [type, data] of told) {
    expect([type, data]).toMatchObject([type, { id: type.startsWith('link.') ? known.linkId : known.orderId }]);
  }
});
