// No customer, however often and through however many processes they ask, has more conversions waiting for coins than
// the operator allows; conversions that are covered or have ended make room, and other customers are not affected.
import type { UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { type TestOrders, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, test } from 'vitest';
import { limitOpenOrders } from './open-orders.ts';

let orders: TestOrders;
useTestOrders((made) => {
  orders = made;
});

const MOST = 20;
const outcomes = async (asked: Promise<unknown>[]) => {
  const all = await Promise.allSettled(asked);
  return { made: all.filter(({ status }) => status === 'fulfilled').length, all };
};
const many = (count: number, userId = orders.owner.userId) =>
  outcomes(Array.from({ length: count }, () => orders.convert('10', { userId })));

test('[F-12] [R4] of 106 simultaneous conversions without coins as many are made as one customer may have open', async () => {
  const { made, all } = await many(106);
  expect(made).toBe(MOST);
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused[0]).toMatchObject({ status: 429, code: 'too-many-open', message: expect.stringContaining('20') });
  const other = await insertCustomer(orders.database);
  expect((await many(1, other.userId)).made).toBe(1);
  expect((await many(1)).made).toBe(0);
});

test('[F-12] coins that arrive, and a lock that ends, make room; what the balance covers needs none', async () => {
  expect((await many(MOST)).made).toBe(MOST);
  await orders.fund(await orders.deposit(10));
  expect((await many(2)).made).toBe(1);
  // Coins that no open order has taken cover a new one at once.
  await orders.deposit(10);
  expect((await many(1)).made).toBe(1);
  orders.clock.advance(901_000);
  expect((await many(3)).made).toBe(3);
});

test('[F-12] a repeated key is answered with its first order, however many are open', async () => {
  const first = await orders.convert('10', { idempotencyKey: 'one' });
  await many(MOST);
  expect((await orders.convert('10', { idempotencyKey: 'one' })).id).toBe(first.id);
});

test('[F-12] covered and repeated orders are not counted', () => {
  const open = { userId: idFor<UserId>('a'), nairaKobo: toKobo(1n), isCovered: false };
  const refusals = limitOpenOrders(
    [open, { ...open, isCovered: true }, null, open, { ...open, userId: idFor<UserId>('b') }],
    new Map(),
    1,
  );
  expect(refusals.map((refusal) => refusal?.status ?? null)).toEqual([null, null, null, 429, null]);
});
