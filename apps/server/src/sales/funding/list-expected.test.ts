// A network is watched closely while an order waits for coins there, and for an hour after its rate has ended.
import type { NetworkId } from '@kobogate/contract';
import { type TestOrders, useTestOrders } from '@kobogate/testkit/sales/conversions.ts';
import { expect, test } from 'vitest';
import { listExpected } from './db.ts';

let orders: TestOrders;
useTestOrders((its) => {
  orders = its;
});
const expected = async (network: NetworkId) =>
  (await listExpected(orders.database, ['bsc', 'ethereum'], orders.clock.now())).includes(network);

test('coins are expected on the network of an order that waits for all or some of them, and on no other', async () => {
  expect(await expected('ethereum')).toBe(false);
  await orders.convert('10');
  expect(await expected('ethereum')).toBe(true);
  expect(await expected('bsc')).toBe(false);
  await orders.fund(await orders.deposit(4));
  expect(await expected('ethereum')).toBe(true);
  await orders.fund(await orders.deposit(6));
  expect(await expected('ethereum')).toBe(false);
});

test('they are expected for an hour after the rate has ended', async () => {
  await orders.convert('10');
  orders.clock.advance(900_000 + 3_500_000);
  expect(await expected('ethereum')).toBe(true);
  orders.clock.advance(200_000);
  expect(await expected('ethereum')).toBe(false);
});
