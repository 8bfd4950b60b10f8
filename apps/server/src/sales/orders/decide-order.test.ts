// An order is decided on once, by an administrator who did not make it, and its naira is sent once.
import type { OrderId } from '@kobogate/contract';
import { listWaiting } from '@kobogate/testkit/platform/database.ts';
import { type TestOrders, usdt, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { describe, expect, test } from 'vitest';
import { verify } from '../../ledger/index.ts';
import { PutBack } from '../../platform/queue.ts';
import { presentOrderForAdmin } from '../order-views/view-orders.ts';
import { approveOrder } from './approve-order.ts';
import { carryDecisionOut } from './carry-decision-out.ts';
import { declineOrder } from './decline-order.ts';
import { loadOrdersForUpdate, saveFirstApprover, saveOrder } from './db.ts';
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

  const inWindow = (orderId: OrderId) => {
    const undo = () => undoDecision(orders, decision(orderId));
    return {
      undo,
      approve: () => approveOrder(orders, { ...decision(orderId), dueAt: inFive }),
      decline: () => declineOrder(orders, { ...decision(orderId), reason: 'The name differs.', dueAt: inFive }),
      carryOut: () => carryDecisionOut(orders, orderId),
      seen: () => presentOrderForAdmin(orders.database, orderId),
      emitted: async (type: string) => {
        const events = `select from event where type = $1 and payload ->> 'orderId' = $2`;
        return (await orders.database.query(events, [type, orderId])).length;
      },
      /** Two press at once: one of them takes it back. */
      undoTwice: async () => {
        const outcomes = await Promise.allSettled([undo(), undo()]);
        expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      },
    };
  };

  test.each(['approve', 'decline'] as const)(
    '[S2] the five seconds to take it back begin when "%s" has the order, however long it waited for it',
    async (verb) => {
      const order = await orders.convert('10');
      const acts = inWindow(order.id);
      const decided: Promise<unknown>[] = [];
      await orders.database.transaction(async (tx) => {
        await loadOrdersForUpdate(tx, [order.id]);
        decided.push(acts[verb]());
        await expect.poll(() => listWaiting(orders.database)).toHaveLength(1);
        orders.clock.advance(60_000);
      });
      await Promise.all(decided);
      const [row] = await orders.database.query<{ decision_due_at: Date }>(
        'select decision_due_at from customer_order where id = $1',
        [order.id],
      );
      expect(row).toEqual({ decision_due_at: inFive() });
    },
  );

  test.each(['approve', 'decline'] as const)(
    '[S2] with five seconds to take it back, "%s" does nothing before they have passed; then it is done once, by one of two nodes',
    async (verb) => {
      const order = await orders.convert('10');
      await orders.fund(await orders.deposit(10));
      const { undo, carryOut, seen, emitted, undoTwice, ...acts } = inWindow(order.id);
      const decided = verb === 'approve' ? 'approved' : 'declined';
      const waiting = { status: 'pending', declineReason: null, payout: 'none' };
      const before = await seen();
      await expect(undo()).rejects.toMatchObject({ status: 409 });
      await acts[verb]();
      expect(await orders.read(order.id)).toMatchObject(waiting);
      expect((await orders.read(order.id)).timeline.map(({ type }) => type)).not.toContain(decided);
      expect(await orders.coins()).toEqual([0n, usdt(10)]);
      expect(await seen()).toMatchObject({ status: decided, declineCode: verb === 'approve' ? null : 'other' });
      expect((await seen()).version).not.toBe(before.version);
      const already = { status: 409, message: `This order is already ${decided}.` };
      await expect(acts.approve()).rejects.toMatchObject(already);
      await expect(acts.decline()).rejects.toMatchObject(already);
      await expect(carryOut()).rejects.toThrow(PutBack);

      await undoTwice();
      expect(await seen()).toMatchObject({ ...waiting, declineCode: null });
      orders.clock.advance(6000);
      await carryOut();
      expect(await orders.read(order.id)).toMatchObject(waiting);

      // Decided again: what the first decision left in the queue does not bring the second one forward.
      await acts[verb]();
      const due = await orders.database.query<{ run_at: Date }>(
        `select run_at from event where type like 'order.%-due' and payload ->> 'orderId' = $1 order by run_at`,
        [order.id],
      );
      expect(due.at(-1)).toEqual({ run_at: inFive() });
      orders.clock.advance(4000);
      await expect(carryOut()).rejects.toThrow(PutBack);
      expect(await emitted(`order.${decided}`)).toBe(0);
      expect(await orders.payables(order.id)).toBe(0);
      orders.clock.advance(1000);
      await Promise.all([carryOut(), carryOut()]);
      expect(await orders.read(order.id)).toMatchObject({ status: decided });
      expect(await emitted(`order.${decided}`)).toBe(1);
      expect(await orders.payables(order.id)).toBe(verb === 'approve' ? 1 : 0);
      expect(await orders.coins()).toEqual(verb === 'approve' ? [0n, usdt(10)] : [usdt(10), 0n]);
    },
  );

  test('[S2] an order of which a decline was carried out, or a payout made, is not undone; one that is only approved is', async () => {
    const declined = await orders.convert('10');
    await declineOrder(orders, { ...decision(declined.id), reason: null });
    const tooLate = { status: 409, message: expect.stringContaining('too late') };
    await expect(inWindow(declined.id).undo()).rejects.toMatchObject(tooLate);
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    const { undo, undoTwice, emitted } = inWindow(order.id);
    await approveOrder(orders, decision(order.id));
    await undoTwice();
    expect(await orders.read(order.id)).toMatchObject({ status: 'pending', payout: 'none' });
    // Its customer was told of the approval, so they are told of this.
    expect(await emitted('order.held')).toBe(1);
    await approveOrder(orders, decision(order.id));
    await orders.database.query(`update customer_order set payout = 'queued' where id = $1`, [order.id]);
    await expect(undo()).rejects.toMatchObject(tooLate);
    expect(await orders.read(order.id)).toMatchObject({ status: 'approved' });
  });

  test('[S2] the first of two approvers may decline instead, and take that back: the first approval stays', async () => {
    const order = await orders.convert('10');
    await orders.fund(await orders.deposit(10));
    const { decline, undo, seen } = inWindow(order.id);
    await orders.database.transaction((tx) => saveFirstApprover(tx, order.id, orders.admin.userId));
    await decline();
    expect(await seen()).toMatchObject({ status: 'declined' });
    await undo();
    expect(await seen()).toMatchObject({ status: 'pending', firstApproval: { adminId: orders.admin.userId } });
  });

  test('[S2] an approval whose order gets another price before it is carried out ends, and pays nothing', async () => {
    const order = await orders.convert('10');
    const { approve, carryOut, seen } = inWindow(order.id);
    orders.clock.advance(901_000);
    await approve();
    orders.rates.set('USDT', '1610');
    await orders.fund(await orders.deposit(10, { seenAt: orders.clock.now() }));
    expect(await seen()).toMatchObject({ status: 'pending', funding: 'late' });
    orders.clock.advance(6000);
    await carryOut();
    expect(await orders.read(order.id)).toMatchObject({ status: 'pending' });
    expect(await orders.payables(order.id)).toBe(0);
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
