// A decision is about what was on screen: if any of it has changed since, the decision is refused and nothing happens.
import type { OrderId } from '@kobogate/contract';
import { type TestOrders, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { expect, test } from 'vitest';
import { approveOrder } from '../orders/approve-order.ts';
import { declineOrder } from '../orders/decline-order.ts';
import { presentOrderForAdmin } from './view-orders.ts';

let orders: TestOrders;
useTestOrders((made) => {
  orders = made;
});

const read = (orderId: OrderId) => presentOrderForAdmin(orders.database, orderId);
const set = (orderId: OrderId, change: string) =>
  orders.database.query(`update customer_order set ${change}, version = version + 1 where id = $1`, [orderId]);

test.each([
  ['the name', `account_name = 'OTHER PERSON'`],
  ['the account', `account_number = '0987654321'`],
  ['the bank’s answer', `resolved_name = 'OTHER PERSON'`],
  ['the funding', `funding = 'confirming'`],
])('[C4] %s has changed since: approving and declining are refused, and nothing happens', async (_what, change) => {
  const { id: orderId } = await orders.convert('10');
  const { version } = await read(orderId);
  await set(orderId, change);
  const decision = { orderId, adminId: orders.admin.userId, reason: 'As seen', version };
  await expect(approveOrder(orders, decision)).rejects.toMatchObject({ status: 409, code: 'changed' });
  await expect(declineOrder(orders, decision)).rejects.toMatchObject({ status: 409, code: 'changed' });
  expect(await read(orderId)).toMatchObject({ status: 'pending' });
  expect(await orders.database.query(`select 1 from admin_action where order_id = $1`, [orderId])).toEqual([]);
  const now = await read(orderId);
  await approveOrder(orders, { ...decision, version: now.version });
  expect(await read(orderId)).toMatchObject({ status: 'approved' });
});

test('[C4] a first approval changes the version, and reading it does not', async () => {
  const { id: orderId } = await orders.convert('10');
  const { version } = await read(orderId);
  expect((await read(orderId)).version).toBe(version);
  await orders.database.query(
    `update customer_order set first_approved_by = $2, first_approved_at = now() where id = $1`,
    [orderId, orders.admin.userId],
  );
  expect((await read(orderId)).version).not.toBe(version);
});

test('[C4] of many decisions on the same version at once one happens', async () => {
  const { id: orderId } = await orders.convert('10');
  const { version } = await read(orderId);
  const decision = { orderId, adminId: orders.admin.userId, reason: null, version };
  const outcomes = await Promise.allSettled([
    approveOrder(orders, decision),
    declineOrder(orders, decision),
    approveOrder(orders, decision),
    declineOrder(orders, decision),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('[C4] without a version a decision is about the present state', async () => {
  const { id: orderId } = await orders.convert('10');
  await set(orderId, `funding = 'confirming'`);
  await approveOrder(orders, { orderId, adminId: orders.admin.userId });
  expect(await read(orderId)).toMatchObject({ status: 'approved' });
});
