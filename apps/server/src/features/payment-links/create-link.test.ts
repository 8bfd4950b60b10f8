// A link is made exactly as asked or refused in words, and only where the operator offers links.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClock } from '../../platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/test-database.ts';
import { insertCustomer } from '../orders/order-fixtures.ts';
import { createTestSettings } from '../settings/settings-fixtures.ts';
import { createLink, type NewLink } from './create-link.ts';
import { findActiveLink, listLinks } from './db.ts';

let testDatabase: TestDatabase;
let userId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ userId } = await insertCustomer(testDatabase.database));
});
afterAll(() => testDatabase.drop());

const LINK: NewLink = { name: '<b>Ada’s</b> 🥖', purpose: 'Bread', amount: '25000.50', coins: ['USDT', 'BTC', 'USDT'] };
const make = (link: Partial<NewLink> = {}, isAdmin = true) => {
  const { database } = testDatabase;
  const settings = createTestSettings(database);
  return createLink(
    { database, clock: createTestClock(), settings },
    { caller: { userId, isAdmin }, link: { ...LINK, ...link } },
  );
};

test('a link is kept as it was written, each coin once, and is seen by payers and in the owner’s list', async () => {
  const made = await make();
  expect(made).toMatchObject({ name: '<b>Ada’s</b> 🥖', amount: '25000.5', coins: ['USDT', 'BTC'], active: true });
  expect(await findActiveLink(testDatabase.database, made.id)).toMatchObject({ name: made.name, amount: '25000.5' });
  expect(await listLinks(testDatabase.database, userId)).toEqual([made]);
});

test('[C2] while links are switched off, nobody but an administrator makes one', async () => {
  await expect(make({}, false)).rejects.toMatchObject({ status: 403 });
});

test.each(['0', '0.00', '-1', '1e3', '0.001', '1000000000.01', '１', 'abc', ''])(
  '[M1] the amount %j is refused in words',
  async (amount) => {
    await expect(make({ amount })).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/amount/) });
  },
);
