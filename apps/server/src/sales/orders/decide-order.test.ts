// An order is decided on once, by an administrator who did not make it, and its naira is sent once.
import type { OrderId } from '@kobogate/contract';
import { type TestOrders, usdt, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { describe, expect, test } from 'vitest';
import { verify } from '../../ledger/index.ts';
import { approveOrder } from './approve-order.ts';
import { declineOrder } from './decline-order.ts';
import { loadOrdersForUpdate, saveOrder } from './db.ts';
import { withPayout } from './order.ts';
import { undoApproval } from './undo-approval.ts';

let orders: TestOrders;
useTestOrders((its) => {
  orders = its;
});

describe('deciding', () => {
  const decision = (orderId: OrderId, adminId = orders.admin.userId) => ({ orderId, adminId });

  test('[H-5] [D-3] an approved order is payable once, as soon as it is funded, in either order of events', async () => {
    const first = await orders.convert('10');
    await approveOrder(orders, decision(first.id));
    expect(await orders.payables(first.id)).toBe(0);
    await orders.fund(await orders.deposit(10));
    expect(await orders.payables(first.id)).toBe(1);
    const second = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    expect(await orders.payables(second.id)).toBe(0);
    await approveOrder(orders, decision(second.id));
    expect(await orders.payables(second.id)).toBe(1);
  });

  test('[H-5] a declined order gives its coins back to the balance', async () => {
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    await declineOrder(orders, { ...decision(order.id), reason: 'The name differs.' });
    expect(await orders.read(order.id)).toMatchObject({ status: 'declined', declineReason: 'The name differs.' });
    expect(await orders.coins()).toEqual([usdt(10), 0n]);
  });

  test('[P4] of approve and decline in parallel one wins and the other gets a message', async () => {
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    const outcomes = await Promise.allSettled([
      approveOrder(orders, decision(order.id)),
      declineOrder(orders, { ...decision(order.id), reason: null }),
      approveOrder(orders, decision(order.id)),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual([expect.objectContaining({ status: 409 }), expect.objectContaining({ status: 409 })]);
  });

  test('[S2] an approval is taken back until its payout is made, which waits for that; then both approve anew', async () => {
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    const undo = () => undoApproval(orders, decision(order.id));
    await expect(undo()).rejects.toMatchObject({ status: 409 });
    const payableFrom = new Date('2100-01-01T00:00:00Z');
    await approveOrder(orders, { ...decision(order.id), payableFrom });
    const waiting = await orders.database.query<{ type: string; run_at: Date | null }>(
      `select type, run_at from event where payload ->> 'orderId' = $1 and type in ('order.payable', 'order.approved') order by type`,
      [order.id],
    );
    expect(waiting).toEqual(['order.approved', 'order.payable'].map((type) => ({ type, run_at: payableFrom })));
    // Two press at once: one of them takes it back.
    const outcomes = await Promise.allSettled([undo(), undo()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await orders.read(order.id)).toMatchObject({ status: 'pending', payout: 'none' });
    await approveOrder(orders, decision(order.id));
    await orders.database.query(`update customer_order set payout = 'queued' where id = $1`, [order.id]);
    await expect(undo()).rejects.toMatchObject({ status: 409 });
    expect(await orders.read(order.id)).toMatchObject({ status: 'approved' });
  });

  test('[C3] the maker of an order may not decide on it', async () => {
    const own = await orders.convert('10', { userId: orders.admin.userId });
    await expect(approveOrder(orders, decision(own.id))).rejects.toMatchObject({ status: 403 });
    await expect(declineOrder(orders, { ...decision(own.id), reason: null })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('a payout state may only follow its own table, and paid turns processing into approved', async () => {
    await orders.clearBelow('5000000');
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    const record = (payout: 'queued' | 'sent' | 'paid') =>
      orders.database.transaction(async (tx) => {
        const [locked] = await loadOrdersForUpdate(tx, [order.id]);
        if (locked === undefined) throw new Error('no order');
        const changed = withPayout(locked, payout);
        return saveOrder(tx, changed);
      });
    await expect(record('paid')).rejects.toThrow('from none to paid');
    await record('queued');
    await record('sent');
    expect(await record('paid')).toMatchObject({ payout: 'paid', status: 'approved' });
  });
});

test('[L1] after all of this the books are still correct', async () => {
  expect(await verify(orders.database)).toMatchObject({ ok: true, differences: [] });
});
