// A link for one payment is used by one, however many pay at the same moment, and free again where that one is undone.
import type { OrderId } from '@kobogate/contract';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertLink } from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { describe, expect, test } from 'vitest';
import { declineOrder } from '../orders/decline-order.ts';
import { releaseDeclined } from './close-payment.ts';
import { viewPaymentVersion } from './view-payments.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

describe('a link for one payment', () => {
  test('of fifty who open it at once and pay, one uses it; nothing of the others is lost, and it can’t be opened afterwards', async () => {
    const onceId = await insertLink(shop.database, shop.merchantId, { isOnce: true });
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        shop.open({ linkId: onceId, by: { visitor: `visitor ${index}`, browser: 'sample' } }),
      ),
    );
    await Promise.all(ids.map((id) => shop.arrive(id, 15.625)));
    const views = await Promise.all(ids.map(shop.view));
    expect(new Set(views.map(({ state }) => state))).toEqual(new Set(['paid']));
    const isSecond = ({ timeline }: (typeof views)[number]) => timeline.some(({ type }) => type === 'second');
    expect(views.filter(isSecond)).toHaveLength(49);
    expect(await shop.aside()).toBe(50n * 15_625_000n);
    await expect(shop.open({ linkId: onceId })).rejects.toMatchObject({
      status: 409,
      code: 'link-used',
      message: /for one payment/,
    });
  });

  test('the page of each other payment changes, and says so where nothing has come for it', async () => {
    const onceId = await insertLink(shop.database, shop.merchantId, { isOnce: true });
    const ids = [
      await shop.open({ linkId: onceId }),
      await shop.open({ linkId: onceId }),
      await shop.open({ linkId: onceId }),
    ];
    const [first, second, third] = ids;
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were opened');
    await shop.arrive(third, 5);
    const before = await shop.view(second);
    await shop.arrive(first, 15.625);
    const isUsed = async (id: OrderId) => (await shop.view(id)).isLinkUsed;
    expect([await isUsed(first), await isUsed(second), await isUsed(third)]).toEqual([false, true, false]);
    expect((await shop.view(second)).version).toBeGreaterThan(before.version);
    expect((await shop.view(second)).version).toBe(await viewPaymentVersion(shop.database, second));
  });

  test('[D6] where the chain undoes “paid” the merchant’s program is told once, and the other payment uses the link', async () => {
    const onceId = await insertLink(shop.database, shop.merchantId, { isOnce: true });
    const ids = [await shop.open({ linkId: onceId }), await shop.open({ linkId: onceId })];
    const usedBy = async () =>
      (
        await shop.database.query(
          `select used_by as "usedBy", used_at is null as "isFree" from payment_link where id = $1`,
          [onceId],
        )
      )[0];
    const deposits = [];
    for (const id of ids) deposits.push(await shop.arrive(id, 15.625));
    for (const [index, depositId] of deposits.entries()) {
      expect(await usedBy()).toEqual({ usedBy: ids[index], isFree: false });
      await shop.revert(depositId);
      await shop.revert(depositId);
      expect(await shop.countEvents('payment.reverted', ids[index] ?? idFor<OrderId>(''))).toBe(1);
    }
    expect(await usedBy()).toEqual({ usedBy: null, isFree: true });
    const paidOut = await shop.open();
    const [whole, more] = [await shop.arrive(paidOut, 15.625), await shop.arrive(paidOut, 5)];
    await shop.database.query(`update customer_order set payout = 'paid' where id = $1`, [paidOut]);
    await shop.revert(more);
    expect(await shop.countEvents('payment.reverted', paidOut)).toBe(0);
    await shop.revert(whole);
    expect(await shop.countEvents('payment.reverted', paidOut)).toBe(1);
  });

  test('a declined payment lets another use it', async () => {
    await shop.database.query(`update bank_account set name_resolution = 'unresolved' where user_id = $1`, [
      shop.merchantId,
    ]);
    const onceId = await insertLink(shop.database, shop.merchantId, { isOnce: true });
    const admin = await insertCustomer(shop.database, { isAdmin: true });
    const id = await shop.open({ linkId: onceId });
    await shop.arrive(id, 15.625);
    await declineOrder(shop, { orderId: id, adminId: admin.userId, reason: null });
    await releaseDeclined(shop, id);
    await expect(shop.open({ linkId: onceId })).resolves.toEqual(expect.any(String));
  });
});
