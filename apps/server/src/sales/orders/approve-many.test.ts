// Several clean orders are approved in one call, each as it was seen: one that is not clean or has changed is refused by name of
// the reason, keeps no other back, and two administrators who approve the same ones approve each once.
import type { OrderId, UserId } from '@kobogate/contract';
import { type TestOrders, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { expect, test } from 'vitest';
import { presentOrderForAdmin } from '../order-views/view-orders.ts';
import { approveMany } from './approve-many.ts';
import { approveOrder } from './approve-order.ts';

let orders: TestOrders;
useTestOrders((its) => {
  orders = its;
});

async function fundedOrder(): Promise<{ id: OrderId; version: number }> {
  const { id } = await orders.convert('10');
  await orders.fund(await orders.deposit(10));
  return seen(id);
}

async function seen(id: OrderId): Promise<{ id: OrderId; version: number }> {
  const { version } = await presentOrderForAdmin(orders.database, id);
  return { id, version };
}

const together = (list: readonly { id: OrderId; version: number }[], adminId: UserId = orders.admin.userId) =>
  approveMany(
    { database: orders.database, approve: (approval) => approveOrder(orders, approval) },
    { orders: list, adminId, dueAt: null },
  );

test('[S2] clean ones are approved, and each other one is refused with its reason', async () => {
  const clean = await fundedOrder();
  const changed = await fundedOrder();
  const risky = await fundedOrder();
  const denied = await fundedOrder();
  const awaiting = await seen((await orders.convert('10')).id);
  await orders.database.query(`update customer_order set version = version + 1 where id = $1`, [changed.id]);
  await orders.database.query(`update customer_order set priority = 'high', risk = 70 where id = $1`, [risky.id]);
  await orders.database.query(
    `update customer_order set name_resolution = 'mismatch', resolved_name = 'JOHN DOE' where id = $1`,
    [denied.id],
  );
  const results = await together([clean, changed, risky, denied, awaiting, clean]);
  expect(results.map(({ isApproved, message }) => [isApproved, message])).toEqual([
    [true, ''],
    [false, expect.stringContaining('changed since')],
    [false, expect.stringContaining('not a clean order')],
    [false, expect.stringContaining('not a clean order')],
    [false, expect.stringContaining('not a clean order')],
    [false, 'This order is already approved.'],
  ]);
  expect(results[0]?.order).toMatchObject({ id: clean.id, status: 'approved' });
  for (const { id } of [changed, risky, denied, awaiting])
    expect(await orders.read(id)).toMatchObject({ status: 'pending' });
  expect(await orders.payables(clean.id)).toBe(1);
});

test('[S2] [P4] of two calls for the same orders each order is approved by one, and its naira leaves once', async () => {
  const list = [await fundedOrder(), await fundedOrder(), await fundedOrder()];
  const [first, second] = await Promise.all([together(list), together(list.toReversed())]);
  const approved = [...first, ...second].filter(({ isApproved }) => isApproved).map(({ id }) => id);
  expect(approved.toSorted()).toEqual(list.map(({ id }) => id).toSorted());
  for (const { id } of list) expect(await orders.payables(id)).toBe(1);
});
