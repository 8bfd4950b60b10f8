// Each of the team finds the lists of orders that they have named again in any browser, and no one else's; a name stands for one list.
import { ORDER_VIEWS_MOST } from '@kobogate/contract';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOrderViews } from './db.ts';
import { nameOrderView } from './name-order-view.ts';

let users: TestUsers;
let database: TestUsers['database'];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());

test('[S3] a list that is named is there for its owner alone, is replaced by its name, and is removed', async () => {
  const [{ userId }, { userId: other }] = [await insertCustomer(database), await insertCustomer(database)];
  const large = { name: 'Large Solana', query: 'network=solana&from=1000000' };
  expect(await nameOrderView({ database }, { userId, ...large })).toEqual([large]);
  const all = { name: 'Everything', query: '' };
  expect(await nameOrderView({ database }, { userId, ...all })).toEqual([large, all]);
  const larger = { ...large, query: 'network=solana&from=9000000' };
  expect(await nameOrderView({ database }, { userId, ...larger })).toEqual([larger, all]);
  expect(await listOrderViews(database, other)).toEqual([]);
  await nameOrderView({ database }, { userId: other, name: large.name, query: null });
  expect(await nameOrderView({ database }, { userId, name: large.name, query: null })).toEqual([all]);
});

test('[S3] one more list than there may be is refused, and one of a known name is not', async () => {
  const { userId } = await insertCustomer(database);
  for (let at = 1; at <= ORDER_VIEWS_MOST; at += 1)
    await nameOrderView({ database }, { userId, name: `List ${at}`, query: '' });
  await expect(nameOrderView({ database }, { userId, name: 'Another', query: '' })).rejects.toMatchObject({
    status: 422,
  });
  await nameOrderView({ database }, { userId, name: 'List 3', query: 'sort=oldest' });
  expect((await listOrderViews(database, userId)).map(({ query }) => query).filter(Boolean)).toEqual(['sort=oldest']);
});
