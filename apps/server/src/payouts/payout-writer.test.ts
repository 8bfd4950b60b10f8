// Simultaneous steps of several payouts are written together and see each other; one that fails writes nothing and does
// not affect the others, and one whose rows are locked elsewhere does not delay them.
import type { OrderId, PayoutId, UserId } from '@kobogate/contract';
import { createTestGate, whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import {
  idleRail,
  makePayableOrder,
  makePayableOrders,
  testPayoutDependencies,
} from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/database.ts';
import { dependencyDown } from '../platform/errors.ts';
import { newId } from '../platform/identifiers.ts';
import { createPayoutCreation } from './create-payout.ts';
import { loadNewestPayout } from './db.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { LockedPayout } from './payout.ts';
import type { PayoutWork } from './payout-work.ts';
import { type Act, createPayoutWriter, type PayoutWriter } from './payout-writer.ts';
import { sendPayout } from './send-payout.ts';

/** No payout has it. */
const none = idFor<PayoutId>('');

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

/** One more check of a sent payout. */
const countCheck = (work: PayoutWork, locked: LockedPayout) =>
  work.move({ clock: createTestClock(), log: silentLog }, locked, { kind: 'checked', done: locked.payout.checks });

const bringUnderWay = (ids: readonly string[]) =>
  testDatabase.database.query(`update payout set status = 'sent' where id = any($1::uuid[])`, [ids]);

/** The same database, counting its transactions. */
function countTransactions(database: Database) {
  const counted = { transactions: 0 };
  const transaction: Database['transaction'] = (work) => {
    counted.transactions += 1;
    return database.transaction(work);
  };
  return { counted, database: { ...database, transaction } };
}

const loadPayout = (id: PayoutId) =>
  createPayoutWriter({ database: testDatabase.database, gate: createTestGate(testDatabase.database) }).load(id);

test('several steps are one transaction, two of one payout follow each other, and one that fails fails alone', async () => {
  const clock = createTestClock();
  const { counted, database } = countTransactions(testDatabase.database);
  const owner = await insertCustomer(database);
  const admin = await insertCustomer(database, { isAdmin: true });
  const orderIds = [];
  for (let count = 0; count < 3; count += 1)
    orderIds.push(await makePayableOrder({ database, clock }, { owner, admin }));
  await createAll(orderIds);
  const ids = [];
  for (const orderId of orderIds) ids.push((await loadNewestPayout(database, orderId))?.id ?? none);
  const [first = none, second = none, third = none] = ids;
  await bringUnderWay(ids);
  const writer = createPayoutWriter({ database, gate: createTestGate(database) });
  const count = (id: PayoutId) => writer.write(id, (work, locked) => countCheck(work, locked).checks);

  counted.transactions = 0;
  expect(await Promise.all([count(first), count(second), count(first)])).toEqual([1, 1, 2]);
  expect(counted.transactions).toBe(1);

  const outcomes = await Promise.allSettled([
    count(second),
    writer.write(third, (work, locked) => {
      countCheck(work, locked);
      throw new Error('broken');
    }),
    count(first),
  ]);
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected', reason: new Error('broken') },
    { status: 'fulfilled', value: 3 },
  ]);
  const checks = [];
  for (const id of ids) checks.push((await loadPayout(id))?.checks);
  expect(checks).toEqual([3, 2, 0]);
});

async function createAll(orderIds: readonly OrderId[]): Promise<void> {
  const { database } = testDatabase;
  const create = createPayoutCreation({
    database,
    rails: [idleRail],
    settings: createTestSettings(database),
  });
  await Promise.all(orderIds.map((orderId) => create({ orderId })));
}

async function queuePayouts(count: number): Promise<{ orderIds: OrderId[]; ids: PayoutId[]; adminId: UserId }> {
  const { database } = testDatabase;
  const people = {
    owner: await insertCustomer(database),
    admin: await insertCustomer(database, { isAdmin: true }),
  };
  const orderIds = await makePayableOrders({ database, clock: createTestClock() }, people, count);
  await createAll(orderIds);
  const ids = [];
  for (const orderId of orderIds) ids.push((await loadNewestPayout(database, orderId))?.id ?? none);
  return { orderIds, ids, adminId: people.admin.userId };
}

test('what is read at one moment is one statement of each kind, and what does not exist is null', async () => {
  const { database } = testDatabase;
  const { orderIds, ids } = await queuePayouts(3);
  const made = await Promise.all(orderIds.map((orderId) => loadNewestPayout(database, orderId)));
  const references = made.map((payout) => ({ rail: payout?.rail ?? '', reference: payout?.reference ?? '' }));
  let asked = 0;
  const counting: Database = Object.assign(Object.create(database), {
    query: (...statement: Parameters<Database['query']>) => {
      asked += 1;
      return database.query(...statement);
    },
  });
  const writer = createPayoutWriter({ database: counting, gate: createTestGate(database) });
  const [first = none] = ids;
  const [known = { rail: '', reference: '' }] = references;
  const found = await Promise.all([...ids, first, newId<PayoutId>()].map((id) => writer.load(id)));
  expect(found.map((payout) => payout?.id)).toEqual([...ids, first, undefined]);
  expect(asked).toBe(1);
  const elsewhere = { ...known, rail: 'another rail' };
  const told = await Promise.all([...references, elsewhere].map((reference) => writer.find(reference)));
  expect(told.map((payout) => payout?.id)).toEqual([...ids, undefined]);
  expect(asked).toBe(2);
});

test('an order that another connection holds does not delay the steps of nine others, and its own is written once it is free', async () => {
  const { database } = testDatabase;
  const { orderIds, ids } = await queuePayouts(10);
  await bringUnderWay(ids);
  const writer = createPayoutWriter({ database, gate: createTestGate(database) });
  const count = (id: PayoutId) => writer.write(id, (work, locked) => countCheck(work, locked).checks);
  let isWritten = false;
  const { own } = await database.transaction(async (tx) => {
    await tx.query(`select 1 from customer_order where id = $1 for update`, [orderIds[0]]);
    const [held, ...others] = ids.map(count);
    const waiting = held?.finally(() => (isWritten = true));
    expect(await Promise.all(others)).toEqual(Array.from({ length: 9 }, () => 1));
    expect(isWritten).toBe(false);
    return { own: waiting };
  });
  expect(await own).toBe(1);
});

test("a rail's answer is recorded although the database was down for a moment", async () => {
  const { database } = testDatabase;
  const clock = createTestClock();
  const { ids } = await queuePayouts(1);
  const [payoutId = none] = ids;
  const rail = { ...idleRail, send: async () => ({ kind: 'refused', reason: 'account closed' }) as const };
  const real = createPayoutWriter({ database, gate: createTestGate(database) });
  let writes = 0;
  const writer: PayoutWriter = {
    ...real,
    write: async (id, act) => {
      writes += 1;
      if (writes === 1) throw dependencyDown('database', 'away');
      return real.write(id, act);
    },
  };
  await sendPayout(testPayoutDependencies({ database, clock, rails: [rail] }), { payoutId }, writer);
  expect(await loadPayout(payoutId)).toMatchObject({ status: 'failed', failureReason: 'account closed' });
  expect(writes).toBe(2);
});

test('[I5] a fence that goes up after a payout was looked at stops only it at the commit, and not the rest of its batch', async () => {
  const { database } = testDatabase;
  const { ids, adminId } = await queuePayouts(2);
  const [leaving = none, other = none] = ids;
  await bringUnderWay(ids);
  const writer = createPayoutWriter({ database, gate: createTestGate(database) });
  const note: Act<void> = (work, locked) => void countCheck(work, locked);
  await whileFenced(database, adminId, async () => {
    const outcomes = await Promise.allSettled([writer.leave(leaving, note), writer.write(other, note)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
  expect((await loadPayout(leaving))?.checks).toBe(0);
  expect((await loadPayout(other))?.checks).toBe(1);
});
