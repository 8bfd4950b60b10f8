// Steps of payouts that are written together do not wait: while another connection locks what one of them needs (an
// order, a payout account, an account of the ledger) all others are written, and that one once the lock is free.
import type { OrderId, PayoutId } from '@kobogate/contract';
import { createTestGate } from '@kobogate/testkit/controls/fence.ts';
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { idleRail, makePayableOrders, testPayoutDependencies } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verify } from '../ledger/index.ts';
import type { Transaction } from '../platform/database.ts';
import { createPayoutCreation } from './create-payout.ts';
import { loadNewestPayout } from './db.ts';
import { createPayoutWriter } from './payout-writer.ts';
import { sendPayout } from './send-payout.ts';
import { newId } from '../platform/identifiers.ts';

let db: TestDatabase;
let admin: TestCustomer;
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 16 });
  admin = await insertCustomer(db.database, { isAdmin: true });
});
afterAll(() => db.drop());

const OTHERS = 4;

/** An order of one user, and four of others: all share the ledger's hot accounts. */
async function makeOrders(): Promise<{ owner: TestCustomer; own: OrderId; others: OrderId[] }> {
  const { database } = db;
  const make = async (count: number) => {
    const owner = await insertCustomer(database);
    return { owner, ids: await makePayableOrders({ database, clock: createTestClock() }, { owner, admin }, count) };
  };
  const [first, second] = [await make(1), await make(OTHERS)];
  return { owner: first.owner, own: first.ids[0] ?? idFor<OrderId>(''), others: second.ids };
}

const creation = () =>
  createPayoutCreation({
    database: db.database,
    rails: [idleRail],
    settings: createTestSettings(db.database),
  });
const states = async (orderIds: readonly OrderId[]) =>
  Promise.all(orderIds.map(async (id) => (await loadNewestPayout(db.database, id))?.status ?? null));

/**
 * The results of one and of the others, whose steps began together, while `hold` had a lock on another connection; and
 * afterwards.
 */
async function whileHeld(
  hold: (tx: Transaction) => Promise<unknown>,
  begin: (orderId: OrderId) => Promise<unknown>,
  { own, others }: { own: OrderId; others: readonly OrderId[] },
) {
  const { during, waiting } = await db.database.transaction(async (tx) => {
    await hold(tx);
    const step = begin(own);
    await Promise.all(others.map(begin));
    return { during: await states([own, ...others]), waiting: step };
  });
  await waiting;
  const { ok } = await verify(db.database);
  return { during, after: await states([own, ...others]), isSound: ok };
}

const all = (status: string) => Array.from({ length: 1 + OTHERS }, () => status);
const MADE = { during: [null, ...all('queued').slice(1)], after: all('queued'), isSound: true };
const SENT = { during: ['queued', ...all('sent').slice(1)], after: all('sent'), isSound: true };

const lockAccount = (code: string) => async (tx: Transaction) => {
  const rows = await tx.query(`select 1 from ledger_account where code like $1 for update`, [code]);
  if (rows.length !== 1) throw new Error(`${rows.length} accounts like ${code}`);
};

test('payouts are made while another connection holds one of the orders', async () => {
  const orders = await makeOrders();
  const create = creation();
  const hold = (tx: Transaction) => tx.query(`select 1 from customer_order where id = $1 for update`, [orders.own]);
  expect(await whileHeld(hold, (orderId) => create({ orderId }), orders)).toEqual(MADE);
});

test('payouts are made while another connection holds the held coins of one customer', async () => {
  const orders = await makeOrders();
  const create = creation();
  const hold = lockAccount(`held:%:${orders.owner.userId}`);
  expect(await whileHeld(hold, (orderId) => create({ orderId }), orders)).toEqual(MADE);
});

test('payouts are made while another connection holds the payout account by which one is measured', async () => {
  const orders = await makeOrders();
  await db.database.query(`update customer_order set status = 'processing' where id = $1`, [orders.own]);
  const create = creation();
  const hold = (tx: Transaction) =>
    tx.query(`select 1 from bank_account where user_id = $1 for update`, [orders.owner.userId]);
  expect(await whileHeld(hold, (orderId) => create({ orderId }), orders)).toEqual(MADE);
});

test('payouts leave while another connection holds the naira that is owed to one customer', async () => {
  const orders = await makeOrders();
  const create = creation();
  await Promise.all([orders.own, ...orders.others].map((orderId) => create({ orderId })));
  const { database } = db;
  const clock = createTestClock();
  const writer = createPayoutWriter({ database, gate: createTestGate(database) });
  const dependencies = testPayoutDependencies({ database, clock, rails: [idleRail] });
  const send = async (orderId: OrderId): Promise<void> => {
    const payout = await loadNewestPayout(database, orderId);
    await sendPayout(dependencies, { payoutId: payout?.id ?? idFor<PayoutId>('') }, writer);
  };
  expect(await whileHeld(lockAccount(`payable:NGN:${orders.owner.userId}`), send, orders)).toEqual(SENT);
});

test('an order that does not exist is not waited for', async () => {
  await expect(creation()({ orderId: newId() })).resolves.toBeUndefined();
});
