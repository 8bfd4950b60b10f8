// Each event that merchants can choose is told by something that happens here, with the payment or link that it is about.
import { WEBHOOK_EVENTS } from '@kobogate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { insertCustomer } from '../../sales/orders/order-fixtures.ts';
import { insertArrival, insertOpenedPayment } from '../../sales/payments/payments-fixtures.ts';
import { tellLinks } from './tell-links.ts';
import { tellPayments } from './tell-payments.ts';

let sample: TestDatabase;
let merchant: { userId: string };
let known: { orderId: string; linkId: string; depositId: string; userId: string };
beforeAll(async () => {
  sample = await createTestDatabase();
  merchant = await insertCustomer(sample.database);
  const payment = await insertOpenedPayment(sample.database, merchant.userId);
  const depositId = await insertArrival(sample.database, payment.orderId, { amount: 15_625_000n, status: 'seen' });
  known = { ...payment, ...merchant, depositId };
});
afterAll(() => sample.drop());

const tellable = () => {
  const dependencies = { database: sample.database, clock: createTestClock(), listCoins: async () => [] };
  return { ...tellPayments(dependencies), ...tellLinks(dependencies) };
};

test('[W2] every event on offer is told, to the merchant alone whose payment or link it is', async () => {
  const told = new Map<string, unknown>();
  for (const read of Object.values(tellable())) {
    const event = await read(known);
    if (event === null) throw new Error('nothing is told');
    expect(event.userId).toBe(merchant.userId);
    told.set(event.type, await sample.database.transaction((tx) => event.describe(tx)));
  }
  expect([...told.keys()].toSorted()).toEqual([...WEBHOOK_EVENTS].toSorted());
  for (const [type, data] of told) {
    expect([type, data]).toMatchObject([type, { id: type.startsWith('link.') ? known.linkId : known.orderId }]);
  }
});
