// A payment that gets a new price is decided again: to its merchant's present account, by the present rules, and
// without an approval of the old price.
import { DEFAULT_SETTINGS, type OrderId } from '@kobogate/contract';
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { describe, expect, test } from 'vitest';
import { approveOrder } from '../orders/approve-order.ts';
import { getConversion } from '../order-views/view-orders.ts';
import { renewPayment } from '../payments/renew-payment.ts';
import { settlePayment } from '../payments/settle-payment.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

describe('an account that the merchant has replaced', () => {
  const replace = (name: 'resolved' | 'unresolved') =>
    shop.database.query(
      `update bank_account set account_number = '0000000019', name_resolution = $2 where user_id = $1`,
      [shop.merchantId, name],
    );
  const accountOf = async (id: string) =>
    shop.database.query(`select account_number, status from customer_order where id = $1`, [id]);

  test.each([
    ['renewed', (id: OrderId) => renewPayment(shop.dependencies, { id, visitor: 'x' })],
    ['late', (id: OrderId) => shop.arrive(id, 5.625)],
    ['settled', (id: OrderId) => settlePayment(shop.dependencies, { id, merchantId: shop.merchantId })],
  ])('gets nothing of a payment that is %s after that, and clearing is decided again', async (_how, reprice) => {
    const ids = [await shop.open(), await shop.open()] as const;
    for (const id of ids) await shop.arrive(id, 10);
    shop.clock.advance(901_000);
    await replace('resolved');
    await reprice(ids[0]);
    expect(await accountOf(ids[0])).toEqual([{ account_number: '0000000019', status: 'processing' }]);
    await replace('unresolved');
    await reprice(ids[1]);
    expect(await accountOf(ids[1])).toEqual([{ account_number: '0000000019', status: 'pending' }]);
    const held = await shop.view(ids[1]);
    expect(held.timeline.map(({ type }) => type)).toContain('held');
    // The merchant is not told that naira leaves before an administrator has approved it.
    expect(held.isHeld).toBe(held.state === 'paid');
    expect((await shop.view(ids[0])).isHeld).toBe(false);
  });

  test('stays on a payment that an administrator decides on, who has seen it', async () => {
    await replace('unresolved');
    const id = await shop.open();
    await shop.database.query(
      `update bank_account set account_number = '0000000027', name_resolution = 'resolved' where user_id = $1`,
      [shop.merchantId],
    );
    shop.clock.advance(901_000);
    await renewPayment(shop.dependencies, { id, visitor: 'x' });
    expect(await accountOf(id)).toEqual([{ account_number: '0000000019', status: 'pending' }]);
  });

  test('no rate is renewed for a merchant or a link that can no longer be paid', async () => {
    const id = await shop.open();
    shop.clock.advance(901_000);
    const renew = () => renewPayment(shop.dependencies, { id, visitor: 'x' });
    await shop.database.query(`update app_user set disabled_at = now() where id = $1`, [shop.merchantId]);
    await expect(renew()).rejects.toMatchObject({
      status: 409,
      code: 'not-payable',
      message: /can’t be paid at the moment/,
    });
    await shop.database.query(`update app_user set disabled_at = null where id = $1`, [shop.merchantId]);
    await shop.database.query(`update payment_link set active = false where id = $1`, [shop.linkId]);
    await expect(renew()).rejects.toMatchObject({ status: 404, code: 'link-inactive', message: /no longer active/ });
    await shop.database.query(`update payment_link set active = true where id = $1`, [shop.linkId]);
    await expect(renew()).resolves.toBeUndefined();
  });
});

describe('a rate that moves by more than the operator allows', () => {
  const inCoins = () =>
    shop.database.query(`update payment_link set amount_currency = 'USDT', amount = '10' where id = $1`, [shop.linkId]);
  const facts = async (id: string) => {
    const [order] = await shop.database.query<{ status: string; naira: string; why: string | null }>(
      `select status, naira_kobo::text as naira, held_reason as why from customer_order where id = $1`,
      [id],
    );
    return order;
  };
  const MOVED = 'The rate has moved since this was agreed on: ₦16,000.00 then, ₦24,000.00 now.';

  test('[H-4] [H-5] sends a payment that lapsed to an administrator, and leaves one in time, or with a small move, alone', async () => {
    await inCoins();
    const [inTime, hardly, lapsed] = [await shop.open(), await shop.open(), await shop.open()];
    await shop.arrive(inTime, 10);
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '1610');
    await shop.arrive(hardly, 10);
    shop.rates.set('USDT', '2400');
    await shop.arrive(lapsed, 10);
    expect(await facts(inTime)).toMatchObject({ status: 'processing', naira: '1600000' });
    expect(await facts(hardly)).toMatchObject({ status: 'processing', naira: '1610000' });
    expect(await facts(lapsed)).toEqual({ status: 'pending', naira: '2400000', why: MOVED });
    expect((await shop.view(lapsed)).isHeld).toBe(true);
    expect(await shop.countEvents('order.payable', lapsed)).toBe(0);
  });

  test('[H-5] resets an approval of another amount, however the payment is priced again', async () => {
    await inCoins();
    const { userId: adminId } = await insertCustomer(shop.database, { isAdmin: true });
    const ids = [await shop.open(), await shop.open()] as const;
    for (const id of ids) {
      await shop.database.query(`update customer_order set status = 'pending' where id = $1`, [id]);
      await approveOrder(shop, { orderId: id, adminId });
    }
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '2400');
    await renewPayment(shop.dependencies, { id: ids[0], visitor: 'x' });
    await shop.arrive(ids[1], 10);
    for (const id of ids) expect(await facts(id)).toEqual({ status: 'pending', naira: '2400000', why: MOVED });
  });
});

describe('a first approval', () => {
  test.each([
    ['a renewed rate', (id: OrderId) => renewPayment(shop.dependencies, { id, visitor: 'x' })],
    ['coins that come late', (id: OrderId) => shop.arrive(id, 5.625)],
    [
      'its merchant, who accepts what arrived',
      (id: OrderId) => settlePayment(shop.dependencies, { id, merchantId: shop.merchantId }),
    ],
  ])('[C3] is reset with the price that it was given to: %s', async (_how, reprice) => {
    const [one, other] = [
      await insertCustomer(shop.database, { isAdmin: true }),
      await insertCustomer(shop.database, { isAdmin: true }),
    ];
    await decideSetting(shop.database, one.userId, 'approvals', { secondAboveKobo: '1000000' });
    const id = await shop.open();
    await shop.arrive(id, 10);
    await approveOrder(shop, { orderId: id, adminId: one.userId });
    shop.clock.advance(901_000);
    await reprice(id);
    await approveOrder(shop, { orderId: id, adminId: other.userId });
    expect((await getConversion(shop, { orderId: id, userId: shop.merchantId })).status).toBe('pending');
    await approveOrder(shop, { orderId: id, adminId: one.userId });
    expect((await getConversion(shop, { orderId: id, userId: shop.merchantId })).status).toBe('approved');
    await decideSetting(shop.database, one.userId, 'approvals', DEFAULT_SETTINGS.approvals);
  });
});
