// A payer who gave an address is mailed once that a person reviews what they paid, and how long that takes; a receipt
// of what is held says so too. Where it was decided about since, nothing is mailed.
import { expect, test } from 'vitest';
import type { EventId, OrderId } from '@kobogate/contract';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { newId } from '../../platform/identifiers.ts';
import { holdOrders } from '../orders/hold-orders.ts';
import { mailHeld, mailReceipt } from './mail-receipt.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

const dependencies = () => ({ ...shop.dependencies, publicOrigin: 'https://pay.test' });
const mailsTo = async (id: OrderId) => {
  const rows = await shop.database.query<{ payload: { text: string } }>(
    `select payload from event where type = 'mail.send' and payload->>'to' = $1 order by id`,
    [`${id}@example.test`],
  );
  return rows.map(({ payload }) => payload.text);
};
const receipt = (id: OrderId) =>
  mailReceipt(dependencies(), {
    id,
    email: `${id}@example.test`,
    language: 'en',
    visitor: `203.0.113.${id}`,
  });
const LOOKED_AT = /A person reviews this payment before ₦25,000\.00 is sent .* normally within \d+ hours/;

test('held after the receipt was mailed: one mail, however often the event comes, and none once it is decided', async () => {
  const id = await shop.open();
  await shop.arrive(id, 15.625);
  await receipt(id);
  await shop.database.transaction((tx) => holdOrders(tx, shop.merchantId));
  expect(await shop.countEvents('order.held', id)).toBe(1);
  const eventId = newId<EventId>();
  for (let time = 0; time < 2; time += 1) await mailHeld(dependencies(), { orderId: id, eventId });
  expect(await mailsTo(id)).toEqual([expect.not.stringMatching(LOOKED_AT), expect.stringMatching(LOOKED_AT)]);
  expect((await mailsTo(id))[1]).toContain(`https://pay.test/custom-payment/${shop.linkId}/payments/${id}\n`);
  await shop.database.query(`update customer_order set status = 'approved' where id = $1`, [id]);
  await mailHeld(dependencies(), { orderId: id, eventId: newId<EventId>() });
  expect(await mailsTo(id)).toHaveLength(2);
});

test('held before an address was given: no mail, and the receipt says it once one is given', async () => {
  const id = await shop.open();
  await shop.arrive(id, 15.625);
  await shop.database.transaction((tx) => holdOrders(tx, shop.merchantId));
  await mailHeld(dependencies(), { orderId: id, eventId: newId<EventId>() });
  expect(await mailsTo(id)).toEqual([]);
  await receipt(id);
  expect(await mailsTo(id)).toEqual([expect.stringMatching(LOOKED_AT)]);
});
