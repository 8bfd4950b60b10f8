// The coins of a payment are reserved for it until it is declined, settled or undone by the chain: then each of them is
// in its merchant's balance, or pays what the merchant owes.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival } from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { describe, expect, test } from 'vitest';
import { createOrderCreation } from '../orders/create-order.ts';
import { declineOrder } from '../orders/decline-order.ts';
import { getConversion } from '../order-views/view-orders.ts';
import { settlePayment } from '../payments/settle-payment.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

describe('whose coins they are', () => {
  test('a conversion of the merchant’s never takes a part that waits for its rest', async () => {
    const create = createOrderCreation(shop.dependencies);
    const id = await shop.open();
    await shop.arrive(id, 10);
    const input = { userId: shop.merchantId, fromCurrency: 'USDT', fromAmount: '10', network: 'ethereum' };
    const { order } = await create({ ...input, quoteId: undefined, idempotencyKey: undefined });
    expect(order.funding).toBe('awaiting');
    await fundDeposit(shop.dependencies, await insertArrival(shop.database, id, { amount: 10_000_000n }));
    expect((await getConversion(shop, { orderId: order.id, userId: shop.merchantId })).funding).toBe('awaiting');
  });

  test('[D6] coins that the chain takes back leave the payment, which waits again; the debt can be collected', async () => {
    const id = await shop.open();
    const first = await shop.arrive(id, 10);
    const second = await shop.arrive(id, 8);
    expect([await shop.free(), await shop.aside()]).toEqual([2_375_000n, 15_625_000n]);
    for (const depositId of [second, second, first]) await shop.revert(depositId);
    expect(await shop.view(id)).toMatchObject({ state: 'waiting', received: '0', missing: '15.625' });
    expect([await shop.free(), await shop.aside()]).toEqual([18_000_000n, 0n]);
  });

  test('[D6] coins that are mined again for a payment that was paid out pay what it owes, and can’t be spent', async () => {
    const id = await shop.open();
    const first = await shop.arrive(id, 15.625);
    await shop.database.query(`update customer_order set payout = 'paid' where id = $1`, [id]);
    await shop.owe(first, 15_625_000n);
    await shop.revert(first);
    const again = await shop.arrive(id, 15.625);
    await fundDeposit(shop.dependencies, again);
    expect([await shop.free(), await shop.owed()]).toEqual([0n, 0n]);
  });

  test('[D6] coins that a declined payment returns pay its merchant’s debt first', async () => {
    await shop.database.query(`update bank_account set name_resolution = 'unresolved' where user_id = $1`, [
      shop.merchantId,
    ]);
    const admin = await insertCustomer(shop.database, { isAdmin: true });
    const id = await shop.open();
    await shop.owe(await shop.arrive(id, 10), 4_000_000n);
    await declineOrder(shop, { orderId: id, adminId: admin.userId, reason: null });
    expect([await shop.free(), await shop.owed()]).toEqual([6_000_000n, 0n]);
  });

  test('[D6] coins that are taken back before a decision are not held either', async () => {
    const id = await shop.open();
    const depositId = await insertArrival(shop.database, id, { amount: 10_000_000n });
    await shop.revert(depositId);
    await fundDeposit(shop.dependencies, depositId);
    expect(await shop.view(id)).toMatchObject({ state: 'waiting', received: '0' });
    expect([await shop.free(), await shop.aside()]).toEqual([10_000_000n, 0n]);
  });

  test('coins of a payment that an administrator declines are in the merchant’s balance, and later ones go there', async () => {
    await shop.database.query(`update bank_account set name_resolution = 'unresolved' where user_id = $1`, [
      shop.merchantId,
    ]);
    const admin = await insertCustomer(shop.database, { isAdmin: true });
    const id = await shop.open();
    await shop.arrive(id, 10);
    await declineOrder(shop, { orderId: id, adminId: admin.userId, reason: null });
    await shop.arrive(id, 5);
    expect((await shop.view(id)).state).toBe('declined');
    expect([await shop.free(), await shop.aside()]).toEqual([15_000_000n, 0n]);
  });

  test('a merchant accepts what arrived once the payer’s rate has ended: at the rate of that moment', async () => {
    const id = await shop.open();
    const settle = (merchantId = shop.merchantId) => settlePayment(shop.dependencies, { id, merchantId });
    await expect(settle()).rejects.toMatchObject({ status: 409 });
    await shop.arrive(id, 10);
    await expect(settle()).rejects.toMatchObject({ status: 409, message: /still held/ });
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '1500');
    const stranger = await insertCustomer(shop.database);
    await expect(settle(stranger.userId)).rejects.toMatchObject({ status: 404 });
    await settle();
    expect(await shop.view(id)).toMatchObject({ state: 'paid', amount: '10', nairaKobo: '1500000' });
    await expect(settle()).rejects.toMatchObject({ status: 409 });
  });

  test('too little to be paid out goes to the balance when it is accepted', async () => {
    const id = await shop.open();
    await shop.arrive(id, 0.05);
    shop.clock.advance(901_000);
    await settlePayment(shop.dependencies, { id, merchantId: shop.merchantId });
    expect((await shop.view(id)).state).toBe('declined');
    expect([await shop.free(), await shop.aside()]).toEqual([50_000n, 0n]);
  });
});
