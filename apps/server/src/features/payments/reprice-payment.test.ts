// A payment that gets a new price is decided anew: to the account that its merchant has now, by the rules of now, and
// without an approval that was given to the old price.
import { DEFAULT_SETTINGS } from '@kobogate/contract';
import { describe, expect, test } from 'vitest';
import { approveOrder } from '../orders/approve-order.ts';
import { insertCustomer } from '../orders/order-fixtures.ts';
import { getConversion } from '../orders/view-orders.ts';
import { decideSetting } from '../settings/settings-fixtures.ts';
import { renewPayment } from './renew-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { type TestShop, useTestShop } from './test-shop.ts';

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
    ['renewed', (id: string) => renewPayment(shop.dependencies, { id, visitor: 'x' })],
    ['late', (id: string) => shop.arrive(id, 5.625)],
    ['settled', (id: string) => settlePayment(shop.dependencies, { id, merchantId: shop.merchantId })],
  ])('gets nothing of a payment that is %s after that, and clearing is decided anew', async (_how, reprice) => {
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
    // Nobody is told of naira on its way that a person has yet to let go.
    expect(held.isHeld).toBe(held.state === 'paid');
    expect((await shop.view(ids[0])).isHeld).toBe(false);
  });

  test('stays on a payment that a person decides on, who has seen it', async () => {
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

  test('no rate is held anew for a merchant or by a link that can not be paid any more', async () => {
    const id = await shop.open();
    shop.clock.advance(901_000);
    const renew = () => renewPayment(shop.dependencies, { id, visitor: 'x' });
    await shop.database.query(`update app_user set disabled_at = now() where id = $1`, [shop.merchantId]);
    await expect(renew()).rejects.toMatchObject({
      status: 409,
      code: 'not-payable',
      message: /can not be paid at the moment/,
    });
    await shop.database.query(`update app_user set disabled_at = null where id = $1`, [shop.merchantId]);
    await shop.database.query(`update payment_link set active = false where id = $1`, [shop.linkId]);
    await expect(renew()).rejects.toMatchObject({ status: 404, code: 'link-inactive', message: /no longer active/ });
    await shop.database.query(`update payment_link set active = true where id = $1`, [shop.linkId]);
    await expect(renew()).resolves.toBeUndefined();
  });
});

describe('a first approval', () => {
  test.each([
    ['a rate held anew', (id: string) => renewPayment(shop.dependencies, { id, visitor: 'x' })],
    ['coins that come late', (id: string) => shop.arrive(id, 5.625)],
    [
      'its merchant, who takes what arrived',
      (id: string) => settlePayment(shop.dependencies, { id, merchantId: shop.merchantId }),
    ],
  ])('[C3] is forgotten with the price that it was given to: %s', async (_how, reprice) => {
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
