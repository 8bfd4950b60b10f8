// A conversion is made at a held rate, within the operator's bounds, once for each Idempotency-Key; every refusal has a
// message.
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { decideTerms } from '@kobogate/testkit/pricing/products.ts';
import { type TestOrders, usdt, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { describe, expect, test } from 'vitest';
import { findOrder } from './db.ts';

const ASSET = 'USDT@ethereum';
let orders: TestOrders;
useTestOrders((its) => {
  orders = its;
});

describe('making an order', () => {
  test('[F-9] [H-4] locks the rate and states the kobo that are paid, rounded down', async () => {
    orders.rates.set('USDT', '1612.35');
    const order = await orders.convert('12.345678');
    expect(order).toMatchObject({ nairaKobo: 1_990_555n, status: 'pending', funding: 'awaiting', payout: 'none' });
    expect(order.lockExpiresAt).toEqual(new Date(orders.clock.now().getTime() + 900_000));
    orders.rates.set('USDT', '1');
    expect(await orders.read(order.id)).toMatchObject({ rate: '1612.35', naira: '19905.55' });
  });

  test('answers each as it is stored, field by field', async () => {
    const [one, other] = await Promise.all([
      orders.convert('12.345678'),
      orders.convert('20', { idempotencyKey: 'as stored' }),
    ]);
    for (const order of [one, other]) expect(await findOrder(orders.database, order.id)).toEqual(order);
  });

  test.each([
    ['1e3', 'Please write the amount in plain digits, without an exponent, such as 1000 in place of 1e3.'],
    ['0x10', 'Please enter the amount in plain digits, such as 12.5.'],
    ['１２', 'Please enter the amount in plain digits, such as 12.5.'],
    ['0', 'Please enter an amount greater than 0.'],
    ['0.0000001', 'USDT on Ethereum has at most 6 decimals. Please shorten the amount.'],
    ['0.5', 'The smallest conversion is ₦1,000.00; this one is ₦800.00.'],
    ['7000', 'The largest conversion is ₦10,000,000.00; this one is ₦11,200,000.00.'],
  ])('[M1] [E-6] the amount %s is refused with a message', async (amount, message) => {
    await expect(orders.convert(amount)).rejects.toMatchObject({ status: 422, message });
  });

  test('refuses without a wallet, without a payout account and without a rate, each with its own message', async () => {
    const call = { userId: orders.owner.userId, fromAmount: '10', quoteId: undefined, idempotencyKey: undefined };
    await expect(orders.create({ ...call, fromCurrency: 'USDC', network: 'ethereum' })).rejects.toMatchObject({
      status: 422,
      message: 'You have no USDC wallet on Ethereum yet. Please make one first.',
    });
    await expect(orders.create({ ...call, fromCurrency: 'BTC', network: 'ethereum' })).rejects.toMatchObject({
      status: 422,
    });
    await expect(orders.create({ ...call, fromCurrency: 'XYZ', network: 'ethereum' })).rejects.toMatchObject({
      status: 422,
      message: 'We do not know the currency XYZ.',
    });
    orders.rates.set('USDT', null);
    await expect(orders.convert('10')).rejects.toMatchObject({ status: 503 });
    orders.rates.set('USDT', '1600');
    await orders.database.query('delete from bank_account where user_id = $1', [orders.owner.userId]);
    await expect(orders.convert('10')).rejects.toMatchObject({
      status: 422,
      message: 'Please set your payout account before you convert.',
    });
  });

  test('[I2] a repeated idempotency key makes one order, also in parallel, and is refused for another amount', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => orders.convert('10', { idempotencyKey: 'once' })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    await expect(orders.convert('11', { idempotencyKey: 'once' })).rejects.toMatchObject({ status: 409 });
    const other = await insertCustomer(orders.database);
    expect((await orders.convert('10', { idempotencyKey: 'once', userId: other.userId })).id).not.toBe(made[0]?.id);
  });

  test('orders that come together each fail alone', async () => {
    const outcomes = await Promise.allSettled([orders.convert('10'), orders.convert('0.1'), orders.convert('20')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  test('[H-5] below the threshold the policy clears, except where the bank did not confirm the name', async () => {
    await orders.clearBelow('5000000');
    expect(await orders.convert('10')).toMatchObject({ status: 'processing' });
    expect(await orders.convert('100')).toMatchObject({ status: 'pending' });
    const unresolved = await insertCustomer(orders.database, { nameResolution: 'unresolved' });
    expect(await orders.convert('10', { userId: unresolved.userId })).toMatchObject({ status: 'pending' });
  });

  test('[H-5] the order of an account younger than the policy asks for waits for an admin, until it is old enough', async () => {
    await orders.clearBelow('5000000', 30);
    expect(await orders.convert('10')).toMatchObject({ status: 'pending' });
    orders.clock.advance(30 * 86_400_000 + 60_000);
    expect(await orders.convert('10')).toMatchObject({ status: 'processing' });
  });

  test('[H-5] the limits are the ones that the operator has set, from the next order on', async () => {
    await decideSetting(orders.database, orders.admin.userId, 'limits', {
      minimumKobo: '1600000',
      maximumKobo: '3200000',
    });
    await expect(orders.convert('9.99')).rejects.toMatchObject({
      status: 422,
      message: 'The smallest conversion is ₦16,000.00; this one is ₦15,984.00.',
    });
    expect(await orders.convert('10')).toMatchObject({ nairaKobo: 1_600_000n });
    expect(await orders.convert('20')).toMatchObject({ nairaKobo: 3_200_000n });
    await expect(orders.convert('20.01')).rejects.toMatchObject({ status: 422 });
    await decideSetting(orders.database, orders.admin.userId, 'limits', {
      minimumKobo: '100000',
      maximumKobo: '1000000000',
    });
    await orders.convert('1');
  });
});

describe('the terms of a product', () => {
  const decide = (terms: Parameters<typeof decideTerms>[3]) =>
    decideTerms(orders.database, orders.admin.userId, ASSET, terms);

  test('[H-4] [D-1] off offer: no new conversion, while coins that arrive are credited and fund earlier orders', async () => {
    const order = await orders.convert('10');
    await decide({ isOffered: false });
    await expect(orders.convert('10')).rejects.toMatchObject({
      status: 422,
      message: 'We do not convert USDT on Ethereum at present. Coins that you have sent stay yours, in your wallet.',
    });
    await orders.fund(await orders.deposit(15));
    expect(await orders.read(order.id)).toMatchObject({ funding: 'overpaid' });
    expect(await orders.coins()).toEqual([usdt(5), usdt(10)]);
    await decide({});
  });

  test('[H-5] a bound in coins holds beside the one in naira', async () => {
    await decide({ minimumAmount: '5', maximumAmount: '10' });
    await expect(orders.convert('4.999999')).rejects.toMatchObject({ status: 422 });
    await expect(orders.convert('10.000001')).rejects.toMatchObject({ status: 422 });
    await orders.convert('5');
    await decide({});
    await orders.convert('4.999999');
  });
});
