// An order is decided on once, by an administrator who did not make it, and its naira is sent once.
import type { OrderId } from '@kobogate/contract';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { type TestOrders, usdt, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { describe, expect, test } from 'vitest';
import { verify } from '../../ledger/index.ts';
import { createPayout } from '../../payouts/create-payout.ts';
import { PutBack } from '../../platform/queue.ts';
import { presentOrderForAdmin } from '../order-views/view-orders.ts';
import { approveOrder } from './approve-order.ts';
import { carryDeclineOut, declineOrder } from './decline-order.ts';
import { loadOrdersForUpdate, saveOrder } from './db.ts';
import { withPayout } from './order.ts';
import { undoDecision } from './undo-decision.ts';

let orders: TestOrders;
useTestOrders((its) => {
  orders = its;
});

describe('deciding', () => {
  const inFive = () => new Date(orders.clock.now().getTime() + 5000);
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
    const undo = () => undoDecision(orders, decision(order.id));
    await expect(undo()).rejects.toMatchObject({ status: 409 });
    const dueAt = new Date('2100-01-01T00:00:00Z');
    await approveOrder(orders, { ...decision(order.id), dueAt });
    const waiting = await orders.database.query<{ type: string; run_at: Date | null }>(
      `select type, run_at from event where payload ->> 'orderId' = $1 and type in ('order.payable', 'order.approved') order by type`,
      [order.id],
    );
    expect(waiting).toEqual(['order.approved', 'order.payable'].map((type) => ({ type, run_at: dueAt })));
    // Two press at once: one of them takes it back.
    const outcomes = await Promise.allSettled([undo(), undo()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await orders.read(order.id)).toMatchObject({ status: 'pending', payout: 'none' });
    await approveOrder(orders, decision(order.id));
    await orders.database.query(`update customer_order set payout = 'queued' where id = $1`, [order.id]);
    await expect(undo()).rejects.toMatchObject({ status: 409 });
    expect(await orders.read(order.id)).toMatchObject({ status: 'approved' });
  });

  test('[S2] a decline is done once it can no longer be taken back: until then its customer is told nothing, and the coins stay', async () => {
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    const decline = () => declineOrder(orders, { ...decision(order.id), reason: 'The name differs.', dueAt: inFive() });
    const carryOut = () => carryDeclineOut(orders, order.id);
    const undo = () => undoDecision(orders, decision(order.id));
    const waiting = { status: 'pending', declineReason: null };
    const told = () =>
      orders.database.query(`select from event where type = 'order.declined' and payload ->> 'orderId' = $1`, [
        order.id,
      ]);
    const before = await presentOrderForAdmin(orders.database, order.id);
    await decline();
    expect(await orders.read(order.id)).toMatchObject(waiting);
    expect((await orders.read(order.id)).timeline.map(({ type }) => type)).not.toContain('declined');
    expect(await orders.coins()).toEqual([0n, usdt(10)]);
    const seen = await presentOrderForAdmin(orders.database, order.id);
    expect(seen).toMatchObject({ status: 'declined', declineCode: 'other', declineReason: 'The name differs.' });
    expect(seen.version).not.toBe(before.version);
    await expect(approveOrder(orders, decision(order.id))).rejects.toMatchObject({
      status: 409,
      message: 'This order is already declined.',
    });
    await expect(decline()).rejects.toMatchObject({ status: 409 });
    await expect(carryOut()).rejects.toThrow(PutBack);

    // Two press at once: one of them takes it back.
    const outcomes = await Promise.allSettled([undo(), undo()]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await presentOrderForAdmin(orders.database, order.id)).toMatchObject({ ...waiting, declineCode: null });
    orders.clock.advance(6000);
    await carryOut();
    expect(await orders.read(order.id)).toMatchObject(waiting);
    expect(await told()).toEqual([]);

    // Declined anew, and two nodes carry it out.
    await decline();
    const due = await orders.database.query<{ run_at: Date }>(
      `select run_at from event where type = 'order.decline-due' and payload ->> 'orderId' = $1 order by run_at`,
      [order.id],
    );
    expect(due.at(-1)).toEqual({ run_at: inFive() });
    orders.clock.advance(5000);
    await Promise.all([carryOut(), carryOut()]);
    expect(await orders.read(order.id)).toMatchObject({ status: 'declined', declineReason: 'The name differs.' });
    expect(await orders.coins()).toEqual([usdt(10), 0n]);
    expect(await told()).toHaveLength(1);
    await expect(undo()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('too late') });
  });

  test('[S2] of an approval that was taken back and given again no payout is made in the time of the second', async () => {
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    const approve = () => approveOrder(orders, { ...decision(order.id), dueAt: inFive() });
    const pay = () =>
      createPayout(
        { ...orders, rails: [idleRail], settings: createTestSettings(orders.database) },
        { orderId: order.id },
      );
    await approve();
    orders.clock.advance(3000);
    await undoDecision(orders, decision(order.id));
    await approve();
    const second = inFive();
    orders.clock.advance(2000);
    await pay();
    expect(await orders.read(order.id)).toMatchObject({ status: 'approved', payout: 'none' });
    const due = await orders.database.query(
      `select from event where type = 'order.payable' and payload ->> 'orderId' = $1 and run_at = $2`,
      [order.id, second],
    );
    expect(due).toHaveLength(2);
    orders.clock.advance(3000);
    await pay();
    expect(await orders.read(order.id)).toMatchObject({ payout: 'queued' });
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
