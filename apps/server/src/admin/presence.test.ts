// Administrators see who else looks at an order while they do; the live stream tells it to administrators alone, and once.
import type { OrderId } from '@kobogate/contract';
import { createTestUsers, type TestUsers } from '@kobogate/testkit/admin/users.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../platform/identifiers.ts';
import { readChanges } from '../messaging/notifications/db.ts';
import { lookAt, viewLookers } from './presence.ts';

let users: TestUsers;
let database: TestUsers['database'];
beforeAll(async () => {
  users = await createTestUsers();
  ({ database } = users);
});
afterAll(() => users.accounts.close());

test('[S2] who looks at an order is seen by the others until they leave or their page is silent', async () => {
  const [first, second] = [
    await insertCustomer(database, { isAdmin: true }),
    await insertCustomer(database, { isAdmin: true }),
  ];
  const orderId = newId<OrderId>();
  const told = async (since: Date) =>
    (await readChanges(database, since)).changes.filter(({ event }) => event === 'presence');
  const start = new Date(Date.now() - 1000);
  expect(await lookAt({ database }, { adminId: first.userId, orderId })).toEqual([]);
  expect(await viewLookers({ database }, second.userId)).toEqual([
    { orderId, adminId: first.userId, by: 'Sample Person', since: expect.any(String) },
  ]);
  // It belongs to no user, so that no customer's stream has it.
  const [change, ...others] = await told(start);
  expect(change).toMatchObject({ userId: null, id: first.userId });
  expect(others).toEqual([]);
  // Looking on is no change; looking at another is one.
  await lookAt({ database }, { adminId: first.userId, orderId });
  expect(await told(start)).toEqual([change]);
  const next = newId<OrderId>();
  await lookAt({ database }, { adminId: first.userId, orderId: next });
  expect((await told(start))[0]?.version).toBeGreaterThan(change?.version ?? Infinity);
  expect(await viewLookers({ database }, second.userId)).toMatchObject([{ orderId: next }]);

  await database.query(`update order_looker set seen_at = seen_at - interval '31 seconds'`);
  expect(await viewLookers({ database }, second.userId)).toEqual([]);
  await lookAt({ database }, { adminId: first.userId, orderId: next });
  expect(await viewLookers({ database }, second.userId)).toHaveLength(1);
  await lookAt({ database }, { adminId: first.userId, orderId: null });
  expect(await viewLookers({ database }, second.userId)).toEqual([]);
});
