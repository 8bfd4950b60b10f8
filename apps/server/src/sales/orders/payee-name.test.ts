// A name that the bank denies, or does not give, is only paid with an administrator's written reason; and the bank is
// asked again before, so that a reviewer decides on its present answer.
import type { OrderId, UserId } from '@kobogate/contract';
import { type TestOrders, usdt, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { approveOrder } from './approve-order.ts';
import type { NameVerdict } from './order.ts';
import { askAgain } from './payee-name.ts';
import { getOrderForAdmin, presentOrderForAdmin } from '../order-views/view-orders.ts';

let orders: TestOrders;
useTestOrders((made) => {
  orders = made;
});

const OTHER: NameVerdict = { nameResolution: 'mismatch', resolvedName: 'JOHN DOE ENTERPRISES' };
const SAME: NameVerdict = { nameResolution: 'resolved', resolvedName: 'SAMPLE PERSON' };
const says = (verdict: NameVerdict) => ({ ...orders, askName: async () => verdict });
const read = (orderId: OrderId) => presentOrderForAdmin(orders.database, orderId);
const approve = (orderId: OrderId, more: { reason?: string; version?: number; by?: UserId } = {}, bank = orders) =>
  approveOrder(bank, { orderId, adminId: more.by ?? orders.admin.userId, ...more });

async function convertUnnamed(verdict: NameVerdict): Promise<OrderId> {
  const { userId } = await insertCustomer(orders.database);
  await orders.database.query(`update bank_account set name_resolution = $2, resolved_name = $3 where user_id = $1`, [
    userId,
    verdict.nameResolution,
    verdict.resolvedName,
  ]);
  return (await orders.convert('10', { userId })).id;
}

test('[P10] a mismatch stands on the order with the bank’s name and the score, and is not approved without a reason', async () => {
  const orderId = await convertUnnamed(OTHER);
  expect((await read(orderId)).bankAccount).toMatchObject({
    accountName: 'SAMPLE PERSON',
    nameResolution: 'mismatch',
    resolvedName: 'JOHN DOE ENTERPRISES',
    nameScore: 0,
  });
  await expect(approve(orderId)).rejects.toMatchObject({
    status: 422,
    code: 'reason-needed',
    message: expect.stringContaining('JOHN DOE ENTERPRISES'),
  });
  expect(await read(orderId)).toMatchObject({ status: 'pending' });
  await approve(orderId, { reason: 'It is their firm; the certificate is on file.' });
  expect(await read(orderId)).toMatchObject({ status: 'approved' });
  const [act] = await orders.database.query(`select action, reason from admin_action where order_id = $1`, [orderId]);
  expect(act).toEqual({ action: 'order-approved', reason: 'It is their firm; the certificate is on file.' });
  const { timeline } = await getOrderForAdmin(orders, orderId);
  expect(timeline.some(({ text }) => text.includes('the certificate is on file'))).toBe(true);
});

test('[P8] [P10] a name that the bank does not give needs a reason too, and is shown as unconfirmed', async () => {
  const orderId = await convertUnnamed({ nameResolution: 'unresolved', resolvedName: null });
  expect((await read(orderId)).bankAccount).toMatchObject({ nameResolution: 'unresolved', nameScore: null });
  await expect(approve(orderId)).rejects.toMatchObject({ status: 422 });
  await approve(orderId, { reason: 'Known for years.' });
});

test('[P10] the bank is asked again before: one that confirms the name by now lets it be approved without a reason', async () => {
  const orderId = await convertUnnamed({ nameResolution: 'unresolved', resolvedName: null });
  await approve(orderId, {}, says(SAME));
  expect(await read(orderId)).toMatchObject({ status: 'approved', bankAccount: { nameResolution: 'resolved' } });
});

test('[P10] [C4] a bank that now gives another name stops even an approval with a reason: no administrator has seen that name', async () => {
  const orderId = await convertUnnamed({ nameResolution: 'unresolved', resolvedName: null });
  await expect(approve(orderId, { reason: 'Known for years.' }, says(OTHER))).rejects.toMatchObject({ status: 409 });
  expect(await read(orderId)).toMatchObject({
    status: 'pending',
    bankAccount: { nameResolution: 'mismatch', resolvedName: 'JOHN DOE ENTERPRISES' },
  });
  await approve(orderId, { reason: 'It is their firm.' }, says(OTHER));
});

test('[A7] an approval is refused where its administrator is disabled, or loses the role, while the bank is asked', async () => {
  const orderId = await convertUnnamed({ nameResolution: 'unresolved', resolvedName: null });
  for (const end of ['disabled_at = now()', 'is_admin = false']) {
    const { userId: by } = await insertCustomer(orders.database, { isAdmin: true });
    const bank = {
      ...orders,
      askName: async (): Promise<NameVerdict> => {
        await orders.database.query(`update app_user set ${end} where id = $1`, [by]);
        return { nameResolution: 'unresolved', resolvedName: null };
      },
    };
    await expect(approve(orderId, { by, reason: 'Known for years.' }, bank)).rejects.toMatchObject({ status: 401 });
    expect(await read(orderId)).toMatchObject({ status: 'pending' });
  }
  await approve(orderId, { reason: 'Known for years.' });
});

test('[P10] a bank that does not answer now leaves its earlier answer in place', async () => {
  const orderId = await convertUnnamed(OTHER);
  await askAgain(orders, orderId);
  expect((await read(orderId)).bankAccount).toMatchObject({ nameResolution: 'mismatch', nameScore: 0 });
});

test('[P10] coins that arrive for an order whose name is not confirmed have the bank asked once more', async () => {
  const customer = await insertCustomer(orders.database, { nameResolution: 'unresolved' });
  const order = await orders.convert('10', { userId: customer.userId });
  await orders.fund(await insertDeposit(orders.database, customer, { amount: usdt(10) }));
  const due = await orders.database.query(
    `select 1 from event where type = 'order.name-due' and payload ->> 'orderId' = $1`,
    [order.id],
  );
  expect(due).toHaveLength(1);
  await askAgain(says(OTHER), order.id);
  expect((await read(order.id)).bankAccount).toMatchObject({ nameResolution: 'mismatch' });
});
