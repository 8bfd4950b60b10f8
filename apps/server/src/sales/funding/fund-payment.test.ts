// Coins that a payer sends by a link have one defined outcome, in any amount, parts and time: nothing is lost, nothing
// is counted twice, and the naira is what was promised.
import { expectDeposit, fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import { insertArrival } from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { describe, expect, test } from 'vitest';
import { balance, customer } from '../../ledger/index.ts';
import { expireOrders } from './expire-orders.ts';
import { renewPayment } from '../payments/renew-payment.ts';
import { settlePayment } from '../payments/settle-payment.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

describe('coins that differ from the requested amount', () => {
  test('[D10] less is kept for the payment; the rest within the rate’s time completes it at that rate', async () => {
    const id = await shop.open();
    await shop.arrive(id, 10);
    expect(await shop.view(id)).toMatchObject({ state: 'underpaid', received: '10', missing: '5.625' });
    expect([await shop.free(), await shop.aside()]).toEqual([0n, 10_000_000n]);
    shop.rates.set('USDT', '1500');
    await shop.arrive(id, 5.625);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', nairaKobo: '2500000', isLate: false });
  });

  test('[D10] [R1] a top-up after the rate’s time is valued at that moment, and so are the earlier coins', async () => {
    const id = await shop.open();
    await shop.arrive(id, 10);
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '1250');
    await shop.arrive(id, 5.625);
    expect(await shop.view(id)).toMatchObject({ state: 'underpaid', amount: '20', missing: '4.375', rate: '1250' });
    expect([await shop.free(), await shop.aside()]).toEqual([0n, 15_625_000n]);
    shop.clock.advance(1000);
    await shop.arrive(id, 4.375);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', nairaKobo: '2500000', rate: '1250', isLate: true });
  });

  test('[R1] a coin that has lost nearly all of its worth pays nothing late, and its merchant may accept its present value', async () => {
    const id = await shop.open();
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '160');
    await shop.arrive(id, 15.625);
    expect(await shop.view(id)).toMatchObject({ state: 'underpaid', amount: '156.25', missing: '140.625' });
    await settlePayment(shop.dependencies, { id, merchantId: shop.merchantId });
    expect(await shop.view(id)).toMatchObject({ state: 'paid', nairaKobo: '250000' });
  });

  test('[R1] a renewed rate asks for the missing naira at today’s rate', async () => {
    const id = await shop.open();
    await shop.arrive(id, 10);
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '1250');
    await renewPayment(shop.dependencies, { id, visitor: 'x' });
    expect(await shop.view(id)).toMatchObject({
      state: 'underpaid',
      amount: '20',
      missing: '10',
      nairaKobo: '2500000',
    });
    await shop.arrive(id, 10);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', nairaKobo: '2500000', rate: '1250', isLate: false });
  });

  test('[D10] a renewed rate that asks for less than has arrived: the rest is in the balance, and the merchant is notified', async () => {
    const id = await shop.open();
    await shop.arrive(id, 10);
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '3125');
    await renewPayment(shop.dependencies, { id, visitor: 'x' });
    expect(await shop.view(id)).toMatchObject({ state: 'paid', amount: '8', excess: '2' });
    expect([await shop.free(), await shop.aside()]).toEqual([2_000_000n, 8_000_000n]);
    expect(await shop.countEvents('payment.excess', id)).toBe(1);
  });

  test('[P7] one that an administrator has to look at is told as held, by the event that covers it', async () => {
    const id = await shop.open();
    await shop.database.query(`update customer_order set status = 'pending' where id = $1`, [id]);
    await shop.arrive(id, 15.625);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', isHeld: true, reviewHours: 24 });
    const held = await shop.database.query(
      `select payload->'isTold' as told from event where type = 'order.held' and payload->>'orderId' = $1`,
      [id],
    );
    expect(held).toEqual([{ told: true }]);
  });

  test('[D10] more: the excess is in the merchant’s balance', async () => {
    const id = await shop.open();
    await shop.arrive(id, 20);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', excess: '4.375', received: '20' });
    expect([await shop.free(), await shop.aside()]).toEqual([4_375_000n, 15_625_000n]);
  });

  test('[D10] a second payment to a paid one is in the merchant’s balance', async () => {
    const id = await shop.open();
    await shop.arrive(id, 15.625);
    await shop.arrive(id, 15.625);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', excess: '15.625' });
    expect([await shop.free(), await shop.aside()]).toEqual([15_625_000n, 15_625_000n]);
  });

  test('[D10] all of it late, also after it had expired, at the rate of that moment', async () => {
    const id = await shop.open();
    shop.clock.advance(901_000);
    await expireOrders(shop.dependencies);
    expect((await shop.view(id)).state).toBe('expired');
    await expireOrders(shop.dependencies);
    expect([await shop.countEvents('payment.opened', id), await shop.countEvents('payment.expired', id)]).toEqual([
      1, 1,
    ]);
    shop.rates.set('USDT', '2000');
    await shop.arrive(id, 15.625);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', isLate: true, amount: '12.5', nairaKobo: '2500000' });
    expect([await shop.free(), await shop.aside()]).toEqual([3_125_000n, 12_500_000n]);
  });

  test('coins on the chain are seen, and the payment waits for them', async () => {
    const id = await shop.open();
    const depositId = await insertArrival(shop.database, id, { amount: 15_625_000n, status: 'seen' });
    await expectDeposit(shop.dependencies, depositId);
    expect(await shop.view(id)).toMatchObject({
      state: 'seen',
      deposits: [{ amount: '15.625', confirmations: 1, confirmationsNeeded: 3, secondsLeft: 24, isElsewhere: false }],
    });
  });

  test('[D10] another coin, or the same on another network, does not count here and is in the merchant’s balance', async () => {
    const id = await shop.open();
    const depositId = await insertArrival(shop.database, id, { amount: 7n * 10n ** 18n, asset: 'USDT@bsc' });
    await fundDeposit(shop.dependencies, depositId);
    expect(await shop.view(id)).toMatchObject({
      state: 'waiting',
      received: '0',
      deposits: [{ amount: '7', network: 'bsc', isElsewhere: true }],
    });
    expect(await balance(shop.database, customer(shop.merchantId, 'USDT@bsc'))).toBe(7n * 10n ** 18n);
  });

  test('dust starts nothing, but can complete a payment', async () => {
    const id = await shop.open();
    await shop.arrive(id, 0.001);
    expect(await shop.view(id)).toMatchObject({ state: 'waiting', received: '0' });
    await shop.arrive(id, 15.601);
    expect(await shop.view(id)).toMatchObject({ state: 'underpaid', missing: '0.024' });
    // A thousandth of the requested amount may be missing.
    await shop.arrive(id, 0.009);
    expect(await shop.view(id)).toMatchObject({ state: 'paid', received: '15.61' });
    expect([await shop.free(), await shop.aside()]).toEqual([1000n, 15_610_000n]);
  });
});
