// Each event type that merchants can choose has a source here, with the payment, payout, refund or link that it is
// about, as the contract has it; the merchant's own name and data of a payment, and what its payer gave, go with all of them.
import {
  type DepositId,
  type LinkId,
  type OfferId,
  type OrderId,
  type PayoutId,
  type RefundId,
  type UserId,
  WEBHOOK_DATA,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival, insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { webhookHandlers } from './handlers.ts';

const VALUES = [{ key: 'size', label: 'Size', value: 'L' }];

let sample: TestDatabase;
let merchant: { userId: UserId };
interface Known {
  orderId: OrderId;
  linkId: LinkId;
  depositId: DepositId;
  userId: UserId;
  payoutId: PayoutId;
  refundId: RefundId;
  offerId: OfferId;
}
let known: Known;
beforeAll(async () => {
  sample = await createTestDatabase();
  merchant = await insertCustomer(sample.database);
  await insertCustomer(sample.database);
  const payment = await insertOpenedPayment(sample.database, merchant.userId);
  const depositId = await insertArrival(sample.database, payment.orderId, { amount: 15_625_000n, status: 'seen' });
  const ids = { payoutId: newId<PayoutId>(), refundId: newId<RefundId>(), offerId: newId<OfferId>() };
  known = { ...payment, ...merchant, depositId, ...ids };
  const { database } = sample;
  await database.query(
    `update payment set reference = 'cart-77', metadata = '{"cart":"77"}', custom_values = $2 where order_id = $1`,
    [known.orderId, JSON.stringify(VALUES)],
  );
  await database.query(
    `insert into payout (id, order_id, attempt, rail, reference, amount_kobo, account_number, bank_code, bank_name,
       account_name, status, settled_at, order_quote_id)
     select $1, o.id, 1, 'paystack', $2, o.naira_kobo, '0000014579', bank_code, bank_name, account_name, 'paid', now(), q.id
     from customer_order o join order_quote q on q.order_id = o.id where o.id = $3`,
    [known.payoutId, newId(), known.orderId],
  );
  await database.query(
    `insert into refund (id, user_id, asset, place, amount, fee, address)
     values ($1, $2, 'USDT@ethereum', 'balance', 5000000, 200000, '0xb0b')`,
    [known.refundId, known.userId],
  );
  await database.query(
    `insert into refund_offer (id, order_id, asset, amount, fee, status, address, refund_id)
     values ($1, $2, 'USDT@ethereum', 5000000, 200000, 'confirmed', '0xb0b', $3)`,
    [known.offerId, known.orderId, known.refundId],
  );
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
    settings: createTestSettings(database),
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
    expect([type, data]).toMatchObject([type, expected(type)]);
    const { [type as WebhookEvent]: schema } = WEBHOOK_DATA;
    expect([type, schema.parse(data)]).toEqual([type, data]);
  }
});

function expected(type: string): object {
  const named = { reference: 'cart-77', metadata: { cart: '77' }, customValues: VALUES };
  if (type.startsWith('link.')) return { id: known.linkId };
  if (type.startsWith('payment.')) return { id: known.orderId, ...named };
  const { payoutId, refundId, offerId, orderId: paymentId } = known;
  if (type.startsWith('payout.')) {
    return { id: payoutId, paymentId, ...named, state: 'paid', nairaKobo: '2500000', accountEnding: '4579' };
  }
  return {
    id: refundId,
    offerId,
    paymentId,
    ...named,
    state: type.slice('refund.'.length),
    net: '4.8',
    currency: 'USDT',
  };
}
