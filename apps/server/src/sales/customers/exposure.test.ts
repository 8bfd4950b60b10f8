// The naira locked at rates for coins that have not arrived never exceeds the operator's limits, per customer and in
// all, however many orders come at the same moment; orders that ended or were paid make room again.
import { expectDeposit, fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createTestSettings, decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import {
  createTestRates,
  insertCustomer,
  insertDeposit,
  type TestCustomer,
  testQuoteSigner,
} from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CreateOrder, createOrderCreation } from '../orders/create-order.ts';
import { customer, held, post } from '../../ledger/index.ts';
import { newId } from '../../platform/identifiers.ts';
import { limitExposure } from './exposure.ts';
import { expireOrders } from '../funding/expire-orders.ts';
import * as fc from 'fast-check';

const NAIRA = 100n;
let db: TestDatabase;
let clock: TestClock;
let owner: TestCustomer;
let creators: CreateOrder[];

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const dependencies = () => ({
  database: db.database,
  clock,
  currentRates: createTestRates({ USDT: '1000' }).currentRates,
  products: createTestProducts(db.database),
  settings: createTestSettings(db.database),
  quoteSigner: testQuoteSigner,
  lockSeconds: 900,
});
const limit = async (user: bigint, total: bigint, newcomers = total): Promise<void> => {
  const admin = await insertCustomer(db.database, { isAdmin: true });
  const value = {
    userKobo: String(user * NAIRA),
    totalKobo: String(total * NAIRA),
    newcomersKobo: String(newcomers * NAIRA),
  };
  await decideSetting(db.database, admin.userId, 'exposure', value);
};
/** An order of so many USDT, each of ₦1,000, by the first or another process. */
const convert = (
  usdt: number,
  { by = owner, process = 0, key }: { by?: TestCustomer; process?: number; key?: string } = {},
) => {
  const input = { userId: by.userId, fromCurrency: 'USDT', fromAmount: String(usdt), network: 'ethereum' };
  const create = creators[process];
  if (create === undefined) throw new Error('no such process');
  return create({ ...input, quoteId: undefined, idempotencyKey: key });
};
const madeOf = async (asked: Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;

beforeEach(async () => {
  clock = createTestClock();
  owner = await insertCustomer(db.database);
  creators = [1, 2, 3].map(() => createOrderCreation(dependencies()));
  // Locks of the tests before have ended, and were not recounted since.
  await db.database.query(`update customer_order set lock_expires_at = 'epoch'`);
  await db.database.query(`update locked_exposure set counted_at = 'epoch'`);
});

test('[R2] of 50 orders at the same moment, through three processes, as many lock a rate as one customer may', async () => {
  await limit(100n * 1000n, 1_000_000n);
  const asked = Array.from({ length: 50 }, (_, index) => convert(10, { process: index % 3 }));
  expect(await madeOf(asked)).toBe(10);
  await expect(convert(10)).rejects.toMatchObject({
    status: 422,
    message: expect.stringMatching(/^With your other open conversions ₦110,000\.00 would be locked.*₦100,000\.00/),
  });
  expect(await madeOf([convert(10, { by: await insertCustomer(db.database) })])).toBe(1);
});

test('[R2] of 50 customers at the same moment, through three processes, as many lock a rate as all together may', async () => {
  await limit(50_000n, 200_000n);
  const people: TestCustomer[] = [];
  for (let made = 0; made < 50; made += 1) people.push(await insertCustomer(db.database));
  expect(await madeOf(people.map((by, index) => convert(10, { by, process: index % 3 })))).toBe(20);
  await expect(convert(10)).rejects.toMatchObject({ status: 422, message: expect.stringMatching(/Nothing was taken/) });
});

test('[R2] a lock that has ended makes room, and so do coins that are final', async () => {
  await limit(30_000n, 1_000_000n);
  await convert(30);
  await expect(convert(5)).rejects.toMatchObject({ status: 422 });
  clock.advance(901_000);
  await convert(30);
  await expect(convert(5)).rejects.toMatchObject({ status: 422 });
  const arrived = await insertDeposit(db.database, owner, { amount: 30_000_000n, seenAt: clock.now() });
  await fundDeposit(dependencies(), arrived);
  clock.advance(1_000);
  expect(await madeOf([convert(5)])).toBe(1);
});

test('[R2] all orders whose coins were seen in time stay locked while one of them shows that these are being confirmed', async () => {
  await limit(30_000n, 1_000_000n);
  await convert(10);
  await convert(20);
  const seen = { amount: 30_000_000n, status: 'seen', seenAt: clock.now() };
  const depositId = await insertDeposit(db.database, owner, seen);
  await expectDeposit(dependencies(), depositId);
  clock.advance(901_000);
  await expireOrders(dependencies());
  await expect(convert(5)).rejects.toMatchObject({ status: 422 });
  await db.database.query(`update deposit set status = 'dropped' where id = $1`, [depositId]);
  await expectDeposit(dependencies(), depositId);
  await expireOrders(dependencies());
  clock.advance(1_000);
  expect(await madeOf([convert(30)])).toBe(1);
});

test('[R2] an order that the balance covers adds no exposure, each coin of it once', async () => {
  await limit(15_000n, 1_000_000n);
  await insertDeposit(db.database, owner, { amount: 40_000_000n });
  const asked = Array.from({ length: 12 }, () => convert(10));
  // Four from the balance, and one more that waits for its coins.
  expect(await madeOf(asked)).toBe(5);
});

test('[R2] [L2] an order whose coins are spent while it is made locks no more than one without coins may', async () => {
  await limit(15_000n, 1_000_000n);
  await insertDeposit(db.database, owner, { amount: 40_000_000n });
  const spend = {
    source: 'order-funded',
    sourceId: newId(),
    description: 'Spent elsewhere',
    transfers: [
      {
        debit: customer(owner.userId, 'USDT@ethereum'),
        credit: held(owner.userId, 'USDT@ethereum'),
        amount: 40_000_000n,
      },
    ],
  };
  const asked = await db.database.transaction(async (tx) => {
    expect((await post(tx, [spend]))[0]?.ok).toBe(true);
    const order = convert(40).catch((error: unknown) => error);
    await expect.poll(() => listWaiting(db.database)).toHaveLength(1);
    return { order };
  });
  expect(await asked.order).toMatchObject({
    status: 422,
    message: expect.stringContaining('₦40,000.00 would be locked'),
  });
});

test('[R2] [I2] one intent counts once, and is answered with its order though there is no room for another', async () => {
  await limit(20_000n, 1_000_000n);
  const first = await convert(20, { key: 'once' });
  const again = await convert(20, { key: 'once' });
  expect(again.order.id).toBe(first.order.id);
  await expect(convert(20, { key: 'another' })).rejects.toMatchObject({ status: 422 });
});

test('[R4] 21 accounts made for it hold what newcomers may, and leave the rest to customers who have sent coins', async () => {
  await limit(50_000n, 1_000_000n, 250_000n);
  const known = await insertCustomer(db.database);
  await insertDeposit(db.database, known, { amount: 1_000_000n });
  const strangers: TestCustomer[] = [];
  for (let made = 0; made < 21; made += 1) strangers.push(await insertCustomer(db.database));
  const asked = strangers.map((by, index) => convert(50, { by, process: index % 3 }));
  expect(await madeOf(asked)).toBe(5);
  await expect(convert(50, { by: await insertCustomer(db.database) })).rejects.toMatchObject({ status: 422 });
  expect(await madeOf([convert(50, { by: known })])).toBe(1);
});

test('[R4] a customer whose first coin arrives is no longer a newcomer, and their locks make room for the next one', async () => {
  await limit(50_000n, 1_000_000n, 50_000n);
  await convert(50);
  const next = await insertCustomer(db.database);
  await expect(convert(50, { by: next })).rejects.toMatchObject({ status: 422 });
  // Dust does not end a customer's newcomer status.
  await insertDeposit(db.database, owner, { amount: 1n });
  const strayId = await insertDeposit(db.database, owner, { amount: 1n });
  await db.database.query(`update deposit set asset = 'POL@polygon', network = 'polygon' where id = $1`, [strayId]);
  clock.advance(1_000);
  await expect(convert(50, { by: next })).rejects.toMatchObject({ status: 422 });
  await insertDeposit(db.database, owner, { amount: 1_000_000n });
  clock.advance(1_000);
  expect(await madeOf([convert(50, { by: next })])).toBe(1);
});

test('[R4] by default newcomers may lock a quarter of what all may lock', async () => {
  const admin = await insertCustomer(db.database, { isAdmin: true });
  const value = { userKobo: String(50_000n * NAIRA), totalKobo: String(400_000n * NAIRA) };
  await decideSetting(db.database, admin.userId, 'exposure', value);
  const people: TestCustomer[] = [];
  for (let made = 0; made < 9; made += 1) people.push(await insertCustomer(db.database));
  expect(await madeOf(people.map((by, index) => convert(50, { by, process: index % 3 })))).toBe(2);
});

test('[R2] in any sequence of requests no sum passes its limit, and a refused request changes nothing', () => {
  const order = fc.record({
    userId: fc.constantFrom('a', 'b', 'c').map(idFor<UserId>),
    nairaKobo: fc.bigInt(1n, 1000n).map(toKobo),
    isCovered: fc.boolean(),
    isNewcomer: fc.boolean(),
  });
  const limits = { userKobo: '1500', totalKobo: '2500', newcomersKobo: '800' };
  fc.assert(
    fc.property(fc.array(fc.option(order)), (orders) => {
      const { after, refusals } = limitExposure(
        orders,
        { total: toKobo(0n), newcomers: toKobo(0n), byUser: new Map() },
        limits,
      );
      const open = orders.filter((each, index) => each !== null && !each.isCovered && refusals[index] === null);
      const sum = (of: typeof open): bigint => of.reduce((all, each) => all + (each?.nairaKobo ?? 0n), 0n);
      expect(after.total).toBe(sum(open));
      expect(after.total).toBeLessThanOrEqual(2500n);
      expect(after.newcomers).toBe(sum(open.filter((each) => each?.isNewcomer)));
      expect(after.newcomers).toBeLessThanOrEqual(800n);
      for (const [userId, kobo] of after.byUser) {
        expect(kobo).toBe(sum(open.filter((each) => each?.userId === userId)));
        expect(kobo).toBeLessThanOrEqual(1500n);
      }
    }),
  );
});
