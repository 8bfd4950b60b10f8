// Coins that arrive fund an order once: what it needs is held, the rest is in the balance, and a deposit that the chain
// takes back leaves the order.
import { expectDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { DepositId } from '@kobogate/contract';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestOrders, type TestOrders, usdt, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { describe, expect, test } from 'vitest';
import { collectReceivables } from '../../custody/index.ts';
import { balance, custody, exchange, held, post, receivable, verify } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { expireOrders } from './expire-orders.ts';
import { unfundDeposit } from './unfund-deposit.ts';

let orders: TestOrders;
useTestOrders((its) => {
  orders = its;
});

describe('funding', () => {
  test('[H-4] a confirmed deposit is set aside once, however often its event comes', async () => {
    const order = await orders.convert('10');
    const deposit = await orders.deposit(10);
    await Promise.all([orders.fund(deposit), orders.fund(deposit), orders.fund(deposit)]);
    await orders.fund(deposit);
    expect(await orders.read(order.id)).toMatchObject({ funding: 'funded', missingAmount: '0' });
    expect(await orders.coins()).toEqual([0n, usdt(10)]);
  });

  test('[H-4] an underpaid order shows the missing amount, keeps the coins in the balance and is completed by a top-up', async () => {
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(4));
    expect(await orders.read(order.id)).toMatchObject({ funding: 'underpaid', missingAmount: '6' });
    expect(await orders.coins()).toEqual([usdt(4), 0n]);
    await orders.fund(await orders.deposit(7));
    expect(await orders.read(order.id)).toMatchObject({ funding: 'overpaid', missingAmount: '0' });
    expect(await orders.coins()).toEqual([usdt(1), usdt(10)]);
  });

  test('[R1] [H-4] a late deposit is converted at the rate of that moment, and waits where there is none', async () => {
    const order = await orders.convert('10');
    orders.clock.advance(901_000);
    await expireOrders({ database: orders.database, clock: orders.clock });
    expect(await orders.read(order.id)).toMatchObject({ funding: 'expired' });
    const deposit = await orders.deposit(10, { seenAt: orders.clock.now() });
    orders.rates.set('USDT', null);
    await expect(orders.fund(deposit)).rejects.toMatchObject({ status: 503 });
    orders.rates.set('USDT', '1500');
    await orders.fund(deposit);
    expect(await orders.read(order.id)).toMatchObject({ funding: 'late', rate: '1500', nairaKobo: '1500000' });
  });

  test('coins in the balance fund a new order at once, and N parallel orders never more than it covers [L2]', async () => {
    await orders.fund(await orders.deposit(25));
    const made = await Promise.all(Array.from({ length: 8 }, () => orders.convert('10')));
    expect(made.filter(({ funding }) => funding === 'funded')).toHaveLength(2);
    expect(await orders.coins()).toEqual([usdt(5), usdt(20)]);
  });

  test('[L1] [H-4] coins credited while orders are being made are seen by one of the two, never by neither', async () => {
    for (let round = 0; round < 15; round += 1) {
      orders = await createTestOrders(orders.database);
      const [order] = await Promise.all([orders.convert('10'), orders.deposit(10).then(orders.fund)]);
      expect(await orders.read(order.id)).toMatchObject({ funding: 'funded' });
    }
  });

  test('an unconfirmed deposit shows as confirming, and a dropped one no longer', async () => {
    const order = await orders.convert('10');
    const deposit = await orders.deposit(10, { status: 'seen' });
    await expectDeposit(orders, deposit);
    expect(await orders.read(order.id)).toMatchObject({
      funding: 'confirming',
      deposits: [{ status: 'seen', amount: '10' }],
    });
    await orders.database.query(`update deposit set status = 'dropped' where id = $1`, [deposit]);
    await expectDeposit(orders, deposit);
    expect(await orders.read(order.id)).toMatchObject({ funding: 'awaiting', deposits: [] });
  });

  test('[D6] a deposit that the chain took back unfunds its order and returns it to an administrator', async () => {
    await orders.clearBelow('5000000');
    const order = await orders.convert('10');
    const deposit = await orders.deposit(10);
    await orders.fund(deposit);
    await unfundDeposit({ database: orders.database, log: silentLog }, deposit);
    await unfundDeposit({ database: orders.database, log: silentLog }, deposit);
    expect(await orders.read(order.id)).toMatchObject({ funding: 'awaiting', status: 'pending' });
    expect(await orders.coins()).toEqual([usdt(10), 0n]);
    // Its event may be repeated; when mined again it is another deposit.
    await orders.fund(deposit);
    expect(await orders.coins()).toEqual([usdt(10), 0n]);
    await orders.fund(await orders.deposit(10));
    expect(await orders.coins()).toEqual([usdt(10), usdt(10)]);
  });

  test('[D6] a deposit that was taken back before it was decided on funds nothing afterwards', async () => {
    const order = await orders.convert('10');
    const deposit = await orders.deposit(10);
    await unfundDeposit({ database: orders.database, log: silentLog }, deposit);
    await orders.fund(deposit);
    expect(await orders.read(order.id)).toMatchObject({ funding: 'awaiting' });
    expect(await orders.coins()).toEqual([usdt(10), 0n]);
  });

  test.each(['made before it arrived', 'made from the balance'] as const)(
    '[D6] a deposit that covered two orders, %s, and was taken back covers neither: nothing is paid while its coins are owed',
    async (when) => {
      const convert = () => Promise.all([orders.convert('10'), orders.convert('20')]);
      const before = when === 'made before it arrived' ? await convert() : [];
      const deposit = await orders.deposit(35);
      await orders.fund(deposit);
      const made = [...before, ...(when === 'made from the balance' ? await convert() : [])];
      for (const { id } of made) expect((await orders.read(id)).funding).toMatch(/^(funded|overpaid)$/);
      await takeBack(deposit, 35);
      for (const { id } of made) {
        expect(await orders.read(id)).toMatchObject({ funding: 'awaiting', status: 'pending' });
      }
      expect([...(await orders.coins()), await owed()]).toEqual([0n, 0n, 0n]);
    },
  );

  test('[D6] a debt takes the newest orders back until it is collected, and none that is paid out', async () => {
    await orders.fund(await orders.deposit(20));
    const deposit = await orders.deposit(10);
    await orders.fund(deposit);
    const [paid, older, newer] = [await orders.convert('10'), await orders.convert('10'), await orders.convert('10')];
    await orders.database.query(`update customer_order set status = 'approved', payout = 'queued' where id = $1`, [
      paid.id,
    ]);
    await takeBack(deposit, 10);
    expect(await orders.read(paid.id)).toMatchObject({ funding: 'funded' });
    expect(await orders.read(older.id)).toMatchObject({ funding: 'funded' });
    expect(await orders.read(newer.id)).toMatchObject({ funding: 'awaiting' });
    expect([...(await orders.coins()), await owed()]).toEqual([0n, usdt(20), 0n]);
  });
});

test('[D6] [D10] a stray that was credited as a conversion’s coins and taken back unfunds it: nothing is paid while it is owed', async () => {
  const { database, owner } = orders;
  const [stray, real] = ['USDC.e@polygon', 'USDC@polygon'];
  const order = await orders.convert('10');
  await orders.fund(await orders.deposit(10));
  // As after an administrator credited the stray, unit for unit, and the order was made of it.
  await database.query(`update customer_order set asset = $2, currency = 'USDC', network = 'polygon' where id = $1`, [
    order.id,
    real,
  ]);
  const depositId = await insertDeposit(database, owner, { asset: stray, amount: usdt(10), status: 'reverted' });
  const [aside, debt] = [held(owner.userId, real), receivable(owner.userId, stray)];
  await database.transaction((tx) =>
    post(tx, [
      {
        source: 'sample',
        sourceId: newId(),
        description: 'Sample',
        transfers: [{ debit: exchange(real), credit: aside, amount: usdt(10) }],
      },
      {
        source: 'deposit-reverted',
        sourceId: depositId,
        description: 'Taken back',
        transfers: [{ debit: debt, credit: custody(stray), amount: usdt(10) }],
      },
    ]),
  );
  await unfundDeposit({ database, log: silentLog }, depositId);
  expect(await orders.read(order.id)).toMatchObject({ funding: 'awaiting', status: 'pending' });
  expect([await balance(database, aside), await balance(database, debt)]).toEqual([0n, 0n]);
});

const owed = () => balance(orders.database, receivable(orders.owner.userId, 'USDT@ethereum'));

/** A deposit of the customer's is taken back by the chain, as custody books it, and its event is handled twice. */
async function takeBack(deposit: DepositId, whole: number): Promise<void> {
  const { database, owner } = orders;
  const [userId, asset] = [owner.userId, 'USDT@ethereum'];
  await database.transaction(async (tx) => {
    await tx.query(`update deposit set status = 'reverted' where id = $1`, [deposit]);
    const transfers = [{ debit: receivable(userId, asset), credit: custody(asset), amount: usdt(whole) }];
    await post(tx, [{ source: 'deposit-reverted', sourceId: deposit, description: 'Taken back', transfers }]);
    await collectReceivables(tx, [{ userId, asset }]);
  });
  await unfundDeposit({ database, log: silentLog }, deposit);
  await unfundDeposit({ database, log: silentLog }, deposit);
}

test('[L1] after all of this the books are still correct', async () => {
  expect(await verify(orders.database)).toMatchObject({ ok: true, differences: [] });
});
