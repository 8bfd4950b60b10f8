// An administrator finds an order by what they were given: its number, a chain's transaction, the bank's or our reference,
// the account number, or a part of who the customer is; within the filters, and with the right counts.
import { createPayout } from '@kobogate/testkit/payouts/payout-steps.ts';
import type { OrderId } from '@kobogate/contract';
import { idleRail } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { beforeEach, expect, test } from 'vitest';
import { readOrderSearch } from './order-search.ts';
import { countOrdersForAdmin, listOrdersForAdmin } from './review/review-orders.ts';

let shop: TestShop;
let mine: OrderId;
let unpaid: OrderId;
const HASH = 'ab'.repeat(32);
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';

useTestShop((its) => {
  shop = its;
});
beforeEach(async () => {
  const { database } = shop;
  // What an earlier test made is no longer found, and nor is this other order.
  await database.query(`update app_user set search_key = ''`);
  await database.query(`update customer_order set account_number = '9999999999'`);
  await database.query(`update payout set session_id = null`);
  const other = await shop.open({ by: { visitor: 'another', browser: 'sample' } });
  await shop.arrive(other, 15.625);
  await database.query(`update customer_order set account_number = '9999999999' where id = $1`, [other]);
  [mine, unpaid] = [await shop.open(), await shop.open({ by: { visitor: 'a third', browser: 'sample' } })];
  await shop.arrive(mine, 15.625);
  await createPayout({ database, rails: [idleRail], settings: createTestSettings(database) }, { orderId: mine });
  await database.query(`update customer_order set account_number = '0690000031' where id = $1`, [mine]);
  await database.query(`update payout set session_id = '000013261124120000000000000001' where order_id = $1`, [mine]);
  await database.query(`update app_user set first_name = 'Adaeze', search_key = $2 where id = $1`, [
    shop.merchantId,
    'adaeze person\nadaeze@kobogate.test\n#8030001234',
  ]);
});

const find = async (search: string, filter: { status?: 'declined'; coins?: 'arrived' | 'awaited' } = {}) => {
  const dependencies = { database: shop.database, clock: shop.clock };
  const { orders, total } = await listOrdersForAdmin(dependencies, { search, ...filter });
  const { byStatus } = await countOrdersForAdmin(dependencies, { search, ...filter });
  expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(total);
  expect(orders).toHaveLength(total);
  return orders.map(({ id }) => id);
};

test('by its number, whole, in any case, and within our reference for the bank', async () => {
  expect(await find(mine)).toEqual([mine]);
  expect(await find(` ${mine.toUpperCase()} `)).toEqual([mine]);
  expect(await find(`kg-${mine.replaceAll('-', '')}-1`)).toEqual([mine]);
  expect(await find(mine.slice(0, -1))).toEqual([]);
});

test('by the transaction as an explorer writes it, with and without 0x; a signature keeps its case', async () => {
  const set = (transaction: string) =>
    shop.database.query(
      `update deposit set transaction = $2 where address_id = (select address_id from customer_order where id = $1)`,
      [mine, transaction],
    );
  for (const [stored, typed] of [
    [`0x${HASH}`, `0x${HASH}`],
    [`0x${HASH}`, HASH.toUpperCase()],
    [HASH, HASH],
    [SIGNATURE, SIGNATURE],
  ] as const) {
    await set(stored);
    expect([typed, await find(typed)]).toEqual([typed, [mine]]);
  }
  expect(await find(SIGNATURE.toLowerCase())).toEqual([]);
});

test('by the account number, and by the bank’s session', async () => {
  expect(await find('0690000031')).toEqual([mine]);
  expect(await find('000013261124120000000000000001')).toEqual([mine]);
  expect(await find('069000003')).toEqual([]);
});

test('by a part of the customer’s name or e-mail; a payment without coins too, newest first, within the filters', async () => {
  const all = await find('ADAEZE');
  expect(all).toHaveLength(3);
  expect(all.slice(0, 2)).toEqual([unpaid, mine]);
  expect(await find('eze@kobogate', { coins: 'awaited' })).toEqual([unpaid]);
  expect(await find('adaeze', { status: 'declined' })).toEqual([]);
  for (const wild of ['%', '_', '\\', "'", '{', 'no such name']) expect([wild, await find(wild)]).toEqual([wild, []]);
});

test('nothing typed is no search', () => {
  for (const nothing of ['', '  ', '\t\n']) expect(readOrderSearch(nothing)).toBeNull();
});
