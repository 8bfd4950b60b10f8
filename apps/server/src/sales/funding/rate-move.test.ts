// When today's rate moves an order's naira by more than the operator's tolerance, they never leave on an approval of
// the old amount; a customer is told of a higher amount and asked about a lower one, and with any answer, or none, no
// coin is stranded.
import { expectDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createTestOrders, type TestOrders, usdt, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { expect, test } from 'vitest';
import { answerRate, returnUnanswered } from '../orders/answer-rate.ts';
import { approveOrder } from '../orders/approve-order.ts';
import { expireOrders } from './expire-orders.ts';
import { isMoved } from './rate-move.ts';
import { withTodaysRates } from '../orders/todays-rate.ts';
import { verifyQuotes } from '../quotes/verify-quotes.ts';
import { presentOrderForAdmin } from '../order-views/view-orders.ts';

let orders: TestOrders;
useTestOrders((made) => {
  orders = made;
});

const HOUR = 3_600_000;
const read = (orderId: OrderId) => presentOrderForAdmin(orders.database, orderId);
const approve = (orderId: OrderId, version: number | null = null) =>
  approveOrder(orders, { orderId, adminId: orders.admin.userId, version });
const answer = (orderId: OrderId, words: 'accepted' | 'declined', nairaKobo: string, userId = orders.owner.userId) =>
  answerRate(orders, { orderId, userId, answer: words, nairaKobo });
const showToday = async (orderId: OrderId) =>
  (await withTodaysRates({ ...orders.rates, ...orders }, [await read(orderId)]))[0];
const eventsOf = async (orderId: OrderId) =>
  (
    await orders.database.query<{ type: string }>(`select type from event where payload ->> 'orderId' = $1`, [orderId])
  ).map(({ type }) => type);

/** An order of 10 USDT at ₦1,600, approved or left pending, whose coins come after the lock, at another rate. */
async function late(rate: string, by: 'approved' | 'pending' | 'policy' = 'approved'): Promise<OrderId> {
  if (by === 'policy') await orders.clearBelow('1000000000');
  const { id } = await orders.convert('10');
  if (by === 'approved') await approve(id);
  orders.clock.advance(HOUR);
  orders.rates.set('USDT', rate);
  await orders.fund(await orders.deposit(10, { seenAt: orders.clock.now() }));
  return id;
}

test('the tolerance is met exactly, up and down', () => {
  expect([toKobo(10_200n), toKobo(9_800n), toKobo(10_000n)].map((kobo) => isMoved(toKobo(10_000n), kobo, 200))).toEqual(
    [false, false, false],
  );
  expect([toKobo(10_201n), toKobo(9_799n)].map((kobo) => isMoved(toKobo(10_000n), kobo, 200))).toEqual([true, true]);
  expect(isMoved(toKobo(10_000n), toKobo(10_001n), 0)).toBe(true);
});

test.each(['approved', 'policy'] as const)(
  '[H-4] [H-5] %s at one naira, worth half as much again at the later rate: an administrator checks again, and the customer is told',
  async (by) => {
    const id = await late('2384', by);
    expect(await read(id)).toMatchObject({
      status: 'pending',
      funding: 'late',
      payout: 'none',
      nairaKobo: '2384000',
      heldReason: 'The rate has moved since this was agreed on: ₦16,000.00 then, ₦23,840.00 now.',
      rateMove: { agreedKobo: '1600000', answer: 'told' },
    });
    expect(await orders.payables(id)).toBe(0);
    expect(await eventsOf(id)).toContain('order.repriced');
    const [approvals] = await orders.database.query(`select decided_by as by from customer_order where id = $1`, [id]);
    expect(approvals).toEqual({ by: null });
    await approve(id);
    expect(await orders.payables(id)).toBe(1);
  },
);

test('[H-4] [H-5] worth 20 % less: it can’t be approved before the customer accepts it, and then an administrator checks', async () => {
  const id = await late('1280');
  const seen = await read(id);
  expect(seen).toMatchObject({ status: 'pending', rateMove: { answer: 'asked', agreedKobo: '1600000' } });
  expect(seen.summary).toContain('₦16,000.00 then, ₦12,800.00 now');
  expect(await eventsOf(id)).toContain('order.rate-asked');
  await expect(approve(id)).rejects.toMatchObject({ status: 409 });
  await expect(answer(id, 'accepted', '1600000')).rejects.toMatchObject({ status: 409 });
  await expect(answer(id, 'accepted', '1280000', orders.admin.userId)).rejects.toMatchObject({ status: 404 });
  await answer(id, 'accepted', '1280000');
  await expect(answer(id, 'declined', '1280000')).rejects.toMatchObject({ status: 409 });
  expect(await orders.payables(id)).toBe(0);
  // The order changes with the answer, so the earlier version no longer matches.
  await expect(approve(id, seen.version)).rejects.toMatchObject({ status: 409 });
  await approve(id);
  expect(await orders.payables(id)).toBe(1);
});

test('[R2] the amount that a customer is asked about holds as long as a lock: accepted later, it is that of the moment', async () => {
  const id = await late('1280');
  orders.clock.advance(899_000);
  orders.rates.set('USDT', '1000');
  await answer(id, 'accepted', '1280000');
  expect(await read(id)).toMatchObject({ nairaKobo: '1280000', rateMove: { answer: 'accepted' } });

  const other = await createTestOrders(orders.database);
  orders = other;
  const asked = await late('1280');
  const { rateMove } = await read(asked);
  orders.clock.advance(901_000);
  orders.rates.set('USDT', null);
  await expect(answer(asked, 'accepted', '1280000')).rejects.toMatchObject({ status: 503 });
  // The coin has fallen: the customer is told, and has not agreed to anything.
  orders.rates.set('USDT', '1000');
  const message = 'It is ₦10,000.00 by now. Nothing was done; please look at it again.';
  await expect(answer(asked, 'accepted', '1280000')).rejects.toMatchObject({ status: 409, message });
  expect(await read(asked)).toMatchObject({
    nairaKobo: '1000000',
    rateMove: { agreedKobo: '1600000', answer: 'asked', answerBy: rateMove?.answerBy },
  });
  await expect(approve(asked)).rejects.toMatchObject({ status: 409 });
  // It has risen: they get more than they said yes to.
  orders.clock.advance(901_000);
  orders.rates.set('USDT', '1500');
  await answer(asked, 'accepted', '1000000');
  expect(await read(asked)).toMatchObject({ nairaKobo: '1500000', rateMove: { answer: 'accepted', answerBy: null } });
  await approve(asked);
  expect(await orders.payables(asked)).toBe(1);
  expect(await verifyQuotes(orders.database, orders.quoteSigner)).toEqual([]);
});

test('[R2] coins can be taken back without a rate, whenever it was that they were worth that', async () => {
  const id = await late('1280');
  orders.clock.advance(10 * HOUR);
  orders.rates.set('USDT', null);
  await answer(id, 'declined', '1280000');
  expect(await orders.coins()).toEqual([usdt(10), 0n]);
});

test('[H-4] the customer who does not accept it has the coins back, and so has one who does not answer', async () => {
  const refused = await late('1280');
  await answer(refused, 'declined', '1280000');
  expect(await read(refused)).toMatchObject({ status: 'declined', payout: 'none', rateMove: null });
  expect(await orders.coins()).toEqual([usdt(10), 0n]);
});

test('[H-4] a customer who does not answer within a day has the coins back, and not before', async () => {
  const id = await late('1280', 'policy');
  orders.clock.advance(23 * HOUR);
  await returnUnanswered(orders);
  expect(await read(id)).toMatchObject({ status: 'pending' });
  orders.clock.advance(2 * HOUR);
  await Promise.all([returnUnanswered(orders), returnUnanswered(orders)]);
  expect(await read(id)).toMatchObject({ status: 'declined' });
  expect(await orders.coins()).toEqual([usdt(10), 0n]);
  expect(await orders.payables(id)).toBe(0);
});

test('[H-4] of a simultaneous answer and time-out one happens, and the coins are there once', async () => {
  const id = await late('1280');
  orders.clock.advance(25 * HOUR);
  await Promise.allSettled([
    answer(id, 'accepted', '1280000'),
    answer(id, 'declined', '1280000'),
    returnUnanswered(orders),
  ]);
  const { status } = await read(id);
  expect(await orders.coins()).toEqual(status === 'declined' ? [usdt(10), 0n] : [0n, usdt(10)]);
});

test.each(['approved', 'policy'] as const)('[H-5] within the tolerance an order that was %s goes on', async (by) => {
  const id = await late('1570', by);
  expect(await read(id)).toMatchObject({ rateMove: null, heldReason: null, nairaKobo: '1570000' });
  expect(await orders.payables(id)).toBe(1);
});

test('[R1] [H-4] an underpaid order whose lock is over shows today’s naira and the missing amount, not the old ones', async () => {
  const { id } = await orders.convert('10');
  await orders.fund(await orders.deposit(4));
  const shown = () => showToday(id);
  expect(await shown()).toMatchObject({ lockEnded: false, nairaKobo: '1600000', missingAmount: '6' });
  orders.rates.set('USDT', '1200');
  expect(await shown()).toMatchObject({ lockEnded: false, nairaKobo: '1600000' });
  orders.clock.advance(HOUR);
  expect(await shown()).toMatchObject({
    lockEnded: true,
    rate: '1200',
    naira: '12000',
    nairaKobo: '1200000',
    amount: 12_000,
    missingAmount: '6',
    summary: expect.stringContaining('₦12,000.00'),
  });
  orders.rates.set('USDT', null);
  expect(await shown()).toMatchObject({ lockEnded: true, nairaKobo: '1600000' });
});

test('[R1] [H-4] while coins are being confirmed the naira is the locked one where they came in time, and today’s where they came late', async () => {
  const [first, second] = [await orders.convert('10'), await orders.convert('20')];
  await expectDeposit(orders, await orders.deposit(30, { status: 'seen', seenAt: orders.clock.now() }));
  orders.rates.set('USDT', '1200');
  orders.clock.advance(HOUR);
  await expireOrders(orders);
  expect(await showToday(first.id)).toMatchObject({ funding: 'confirming', lockEnded: false, nairaKobo: '1600000' });
  expect(await showToday(second.id)).toMatchObject({ funding: 'awaiting', lockEnded: false, nairaKobo: '3200000' });

  const other = await createTestOrders(orders.database);
  const { id } = await other.convert('10');
  other.clock.advance(HOUR);
  await expireOrders(other);
  other.rates.set('USDT', '1200');
  await expectDeposit(other, await other.deposit(10, { status: 'seen', seenAt: other.clock.now() }));
  const [today] = await withTodaysRates({ ...other.rates, ...other }, [await read(id)]);
  expect(today).toMatchObject({ funding: 'confirming', lockEnded: true, rate: '1200', nairaKobo: '1200000' });
});
