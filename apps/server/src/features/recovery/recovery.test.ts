// A database that was put back to an older state recognises it, pays nobody twice, and is brought up to the bank's own list.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balance } from '../../ledger/balances.ts';
import { customer, payable, payoutInTransit, receivable } from '../../ledger/chart.ts';
import { verify } from '../../ledger/verify.ts';
import { systemClock } from '../../platform/clock.ts';
import { type Database, openDatabase } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { silentLog } from '../../platform/log.ts';
import { createWorker } from '../../platform/queue.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../platform/temporary-folder.ts';
import { createTestDatabase, onServer, type TestDatabase, withDatabase } from '../../platform/test-database.ts';
import { findFence } from '../fence/db.ts';
import { raiseFence } from '../fence/raise-fence.ts';
import { insertCustomer, insertDeposit, silentBank, type TestCustomer } from '../orders/order-fixtures.ts';
import { loadNewestPayout } from '../payouts/db.ts';
import { payoutHandlers } from '../payouts/handlers.ts';
import { createTestRouter, makePayableOrder, NAIRA_KOBO } from '../payouts/payout-fixtures.ts';
import { referenceOf } from '../payouts/payout.ts';
import { createPayoutWriter } from '../payouts/payout-writer.ts';
import { saveApprovals } from '../settings/save-approvals.ts';
import { createTestSettings } from '../settings/settings-fixtures.ts';
import { decideTransfer, type Verdict } from './decide-transfer.ts';
import { liftFence, liftOnMachine } from './lift-fence.ts';
import { readFurther } from './read-further.ts';
import { readLists } from './read-lists.ts';
import { createTestBank } from './recovery-fixtures.ts';
import { settleTransfer } from './settle-transfer.ts';
import { startGate } from './start-gate.ts';
import { viewRecovery } from './view-recovery.ts';

const clock = systemClock;
const log = silentLog;
const compared = { rails: ['budpay'], networks: [] };

let folder: TemporaryFolder;
let original: TestDatabase;
let opened: Database[];
let copies: string[];
let bank: ReturnType<typeof createTestBank>;
let owner: TestCustomer;
let admins: string[];

beforeAll(async () => {
  folder = await createTemporaryFolder('recovery');
});
afterAll(() => folder.remove());
beforeEach(async () => {
  original = await createTestDatabase();
  opened = [];
  copies = [];
  bank = createTestBank();
  owner = await insertCustomer(original.database);
  admins = [];
  for (let made = 0; made < 3; made += 1) admins.push(await insertAdmin(original.database));
});
afterEach(async () => {
  for (const database of opened) await database.close();
  if (opened.length === 0) return original.drop();
  const names = [...copies, new URL(original.url).pathname.slice(1)];
  const drop = (name: string) => (server: Database) => server.query(`drop database ${name} with (force)`);
  for (const name of names) await onServer(withDatabase(original.url, 'postgres'), drop(name));
});

async function insertAdmin(database: Database): Promise<string> {
  const { userId } = await insertCustomer(database, { isAdmin: true });
  await database.query(`update bank_account set account_number = '9999999999' where user_id = $1`, [userId]);
  return userId;
}

const fileOf = (name: string): string => join(folder.path, `${name}-${newId()}.json`);

/** A server on a database, as it starts: `pay` works off whatever is due. */
async function startServer(database: Database, epochFile: string, settings: { isRecovery?: boolean } = {}) {
  const rails = [bank.rail];
  const gate = await startGate(
    { database, clock, log, rails },
    { epochFile, isRecovery: settings.isRecovery ?? false },
  );
  const dependencies = {
    database,
    clock,
    log,
    rails,
    gate,
    router: createTestRouter(rails, clock),
    settings: createTestSettings(database),
    askName: silentBank,
  };
  const writer = createPayoutWriter(dependencies);
  return {
    database,
    pay: async (): Promise<void> => {
      await database.query(`update event set run_at = null where type like 'payout.%' or type = 'order.payable'`);
      await createWorker({ database, clock, log, handlers: payoutHandlers(dependencies) }).drain();
    },
    read: () => readLists({ database, clock, log, rails, writer }),
    view: () => viewRecovery({ database, clock, compared }, { adminId: admins[0] ?? '' }),
    decide: (id: string, verdict: Verdict, adminId = admins[0] ?? '') =>
      decideTransfer({ database, clock }, { id, adminId, verdict }),
    lift: (adminId: string) => liftFence({ database, clock, log, compared }, { adminId }),
  };
}

/** The database as it is now, under another address: what a restore of it gives. */
async function copy(): Promise<() => Promise<Database>> {
  const name = `kobogate_copy_${newId().replaceAll('-', '')}`;
  const source = new URL(original.url).pathname.slice(1);
  await original.database.close();
  await onServer(withDatabase(original.url, 'postgres'), (server) =>
    server.query(`create database ${name} template ${source}`),
  );
  copies.push(name);
  const again = await openDatabase({ url: original.url, maxConnections: 8, log });
  opened.push(again);
  original = { ...original, database: again };
  return async () => {
    const restored = await openDatabase({ url: withDatabase(original.url, name), maxConnections: 8, log });
    opened.push(restored);
    return restored;
  };
}

const makeOrder = (database: Database): Promise<string> =>
  makePayableOrder({ database, clock }, { owner, admin: { userId: admins[0] ?? '', addressId: '', walletId: '' } });

/** An order in the backup, and one after it; both were paid before the restore. */
async function payTwoAndRestore(file = fileOf('epoch')) {
  const kept = await makeOrder(original.database);
  const restore = await copy();
  const before = await startServer(original.database, file);
  await before.pay();
  const lost = await makeOrder(original.database);
  await before.pay();
  await before.pay();
  expect((await loadNewestPayout(original.database, lost))?.status).toBe('paid');
  expect(bank.made.size).toBe(2);
  return { kept, lost, restored: await restore(), file };
}

const statusOf = async (database: Database, orderId: string) =>
  (await loadNewestPayout(database, orderId))?.status ?? 'none';

describe('[I5] an older database', () => {
  test('recognises itself by the file beside the server, lets nothing leave, and knows what the bank made', async () => {
    const { kept, restored, file } = await payTwoAndRestore();
    const server = await startServer(restored, file);
    await server.pay();
    expect(bank.made.size).toBe(2);
    expect(await statusOf(restored, kept)).toBe('none');
    await server.read();
    const { fence, transfers, checks, left } = await server.view();
    expect(fence?.reason).toContain('older');
    expect(checks).toMatchObject([{ title: 'BudPay', state: 'done' }]);
    expect(left).toEqual(['2 transfers are still to be decided.']);
    const ofKept = transfers.find(({ orders }) => orders.length > 0);
    expect(ofKept?.orders).toMatchObject([{ id: kept, isByReference: true, problem: null }]);
    // Whose order is not in the books: found by the account, and by no other order that looks like it.
    const ofLost = transfers.find(({ orders }) => orders.length === 0);
    expect(ofLost?.customers.map(({ userId }) => userId)).toContain(owner.userId);
  });

  test('is recognised by the bank’s list where no file is left, before the first payout leaves', async () => {
    const { restored } = await payTwoAndRestore();
    const server = await startServer(restored, fileOf('new'));
    expect(await findFence(restored)).toBeNull();
    await server.pay();
    expect(bank.made.size).toBe(2);
    expect(bank.repeats).toEqual([]);
    expect(await findFence(restored)).toMatchObject({ cause: 'unknown-transfer' });
  });

  test('lets nothing leave from a server that is new here while the bank gives no list', async () => {
    const { restored } = await payTwoAndRestore();
    bank.script.isListed = false;
    const server = await startServer(restored, fileOf('new'));
    await server.pay();
    expect(bank.repeats).toEqual([]);
    expect(bank.made.size).toBe(2);
  });

  test('that nothing recognised pays with the same reference, which the bank refuses as a repeat', async () => {
    const { kept, restored } = await payTwoAndRestore();
    const { statement: _, ...silent } = bank.rail;
    bank.rail = silent;
    const server = await startServer(restored, fileOf('new'));
    await server.pay();
    await server.pay();
    expect(bank.repeats).toHaveLength(1);
    expect(bank.made.size).toBe(2);
    expect(await statusOf(restored, kept)).toBe('paid');
  });
});

test('[I5] a bank that is silent in normal running stops no payout', async () => {
  const file = fileOf('epoch');
  await startServer(original.database, file);
  bank.script.isListed = false;
  const orderId = await makeOrder(original.database);
  const server = await startServer(original.database, file);
  await server.pay();
  await server.pay();
  expect(await statusOf(original.database, orderId)).toBe('paid');
});

test('[I5] with RECOVERY=1 nothing leaves, and a start without it stays fenced', async () => {
  await makeOrder(original.database);
  const file = fileOf('epoch');
  for (const isRecovery of [true, false]) {
    const server = await startServer(original.database, file, { isRecovery });
    await server.pay();
    expect(bank.made.size).toBe(0);
  }
});

describe('[I5] what the bank made', () => {
  test('is booked as the order’s payout with one press, to the kobo, and by many at once only once', async () => {
    const { kept, restored, file } = await payTwoAndRestore();
    const server = await startServer(restored, file);
    await server.read();
    const transfer = (await server.view()).transfers.find(({ orders }) => orders[0]?.id === kept);
    const id = transfer?.id ?? '';
    const presses = await Promise.allSettled(
      admins.map((adminId) => server.decide(id, { as: 'payout', orderId: kept }, adminId)),
    );
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await loadNewestPayout(restored, kept)).toMatchObject({ status: 'paid', reference: transfer?.reference });
    expect(await balance(restored, payable(owner.userId))).toBe(0n);
    expect(await balance(restored, payoutInTransit('budpay'))).toBe(0n);
    expect((await verify(restored)).ok).toBe(true);
    await server.pay();
    expect(bank.made.size).toBe(2);
  });

  test('without an order is owed by its receiver, whose orders wait until a person has settled it', async () => {
    const { kept, restored, file } = await payTwoAndRestore();
    const server = await startServer(restored, file);
    await server.read();
    const { transfers } = await server.view();
    for (const { id, orders } of transfers) {
      const isKept = orders[0]?.isByReference === true;
      await server.decide(id, isKept ? { as: 'payout', orderId: kept } : { as: 'owed', userId: owner.userId });
    }
    expect(await balance(restored, receivable(owner.userId, 'NGN'))).toBe(NAIRA_KOBO);
    // What the chain gives back to the balance is ordered once more.
    await expect(makeOrder(restored)).rejects.toMatchObject({ status: 409 });
    expect((await server.view()).transfers.find(({ status }) => status === 'owed')?.free).toEqual([]);
    await insertDeposit(restored, owner, { amount: 10_000_000n });
    const owed = (await server.view()).transfers.find(({ status }) => status === 'owed');
    expect(owed?.free).toMatchObject([{ asset: 'USDT@ethereum', amount: '10' }]);
    const settle = () =>
      settleTransfer(
        { database: restored },
        {
          id: owed?.id ?? '',
          adminId: admins[1] ?? '',
          coins: { asset: 'USDT@ethereum', amount: '10' },
          reason: 'Paid.',
        },
      );
    await Promise.allSettled([settle(), settle()]);
    expect(await balance(restored, receivable(owner.userId, 'NGN'))).toBe(0n);
    expect(await balance(restored, customer(owner.userId, 'USDT@ethereum'))).toBe(0n);
    expect((await verify(restored)).ok).toBe(true);
  });

  test('as a second attempt keeps its number, so that a later attempt has a reference of its own', async () => {
    const orderId = await makeOrder(original.database);
    await raiseFence(original.database, { cause: 'restored', reason: 'A backup was restored.' });
    const reference = referenceOf({ orderId, attempt: 2 });
    bank.make({ reference, amountKobo: NAIRA_KOBO, accountNumber: '0123456785' });
    const server = await startServer(original.database, fileOf('epoch'));
    await server.read();
    const [transfer] = (await server.view()).transfers;
    await server.decide(transfer?.id ?? '', { as: 'payout', orderId });
    expect(await loadNewestPayout(original.database, orderId)).toMatchObject({ attempt: 2, reference, status: 'paid' });
  });

  test('of a payout that the books have as queued is paid by reference, without anybody', async () => {
    const orderId = await makeOrder(original.database);
    const file = fileOf('epoch');
    bank.script.state = 'pending';
    const down = { ...bank.rail, isUp: async () => false };
    const real = bank.rail;
    bank.rail = down;
    const server = await startServer(original.database, file);
    await server.pay();
    bank.rail = real;
    const payout = await loadNewestPayout(original.database, orderId);
    expect(payout?.status).toBe('queued');
    if (payout === null) return;
    bank.script.state = 'paid';
    bank.make(payout);
    await raiseFence(original.database, { cause: 'restored', reason: 'A backup was restored.' });
    const fenced = await startServer(original.database, file);
    await fenced.read();
    await fenced.pay();
    expect(await statusOf(original.database, orderId)).toBe('paid');
    expect(bank.repeats).toEqual([]);
    expect((await verify(original.database)).ok).toBe(true);
  });

  test('above the second threshold takes two administrators who say the same', async () => {
    const { kept, restored, file } = await payTwoAndRestore();
    const [one = '', two = '', three = ''] = admins;
    await saveApprovals({ database: restored }, { version: 0, value: { secondAboveKobo: '100' }, adminId: one });
    const server = await startServer(restored, file);
    await server.read();
    const id = (await server.view()).transfers.find(({ orders }) => orders[0]?.id === kept)?.id ?? '';
    await server.decide(id, { as: 'noted', reason: 'A test of ours.' }, one);
    await server.decide(id, { as: 'payout', orderId: kept }, two);
    expect(await statusOf(restored, kept)).toBe('none');
    await expect(server.decide(id, { as: 'payout', orderId: kept }, two)).rejects.toMatchObject({ status: 409 });
    await server.decide(id, { as: 'payout', orderId: kept }, three);
    expect(await statusOf(restored, kept)).toBe('paid');
  });

  test('to nobody that is known takes a reason; nobody decides on a transfer to their own account', async () => {
    await raiseFence(original.database, { cause: 'restored', reason: 'A backup was restored.' });
    bank.make({ reference: `kg-${'a'.repeat(32)}`, amountKobo: 500n, accountNumber: '9999999999' });
    bank.make({ reference: `kg-${'b'.repeat(32)}-1`, amountKobo: 700n, accountNumber: '1111111111' });
    bank.make({ reference: 'by hand', amountKobo: 900n, accountNumber: '1111111111' });
    const server = await startServer(original.database, fileOf('epoch'));
    await server.read();
    const { transfers } = await server.view();
    expect(transfers).toHaveLength(2);
    const own = transfers.find(({ amountKobo }) => amountKobo === '500')?.id ?? '';
    const other = transfers.find(({ amountKobo }) => amountKobo === '700')?.id ?? '';
    await expect(server.decide(own, { as: 'noted', reason: 'Mine.' })).rejects.toMatchObject({ status: 403 });
    await expect(server.decide(other, { as: 'noted', reason: ' ' })).rejects.toMatchObject({ status: 422 });
    await server.decide(other, { as: 'noted', reason: 'A supplier, by the bank’s own word.' });
    expect((await verify(original.database)).ok).toBe(true);
  });
});

describe('[I5] the fence', () => {
  test('is lifted by two administrators once all was compared; then payouts leave, and no file raises it again', async () => {
    const { kept, restored, file } = await payTwoAndRestore();
    const server = await startServer(restored, file);
    const [one = '', two = ''] = admins;
    await expect(server.lift(one)).rejects.toMatchObject({ status: 409 });
    await server.read();
    await expect(server.lift(one)).rejects.toMatchObject({ status: 409 });
    for (const { id, orders } of (await server.view()).transfers) {
      const isKept = orders[0]?.isByReference === true;
      await server.decide(id, isKept ? { as: 'payout', orderId: kept } : { as: 'noted', reason: 'Looked at.' });
    }
    await server.read();
    await server.lift(one);
    await expect(server.lift(one)).rejects.toMatchObject({ status: 409 });
    await restored.query(`update app_user set admin_since = now() where id = $1`, [two]);
    await expect(server.lift(two)).rejects.toMatchObject({ status: 403 });
    expect(await findFence(restored)).not.toBeNull();
    await server.lift(admins[2] ?? '');
    expect(await findFence(restored)).toBeNull();
    const orderId = await makeOrder(restored);
    const again = await startServer(restored, file);
    await again.pay();
    await again.pay();
    expect(await statusOf(restored, orderId)).toBe('paid');
    expect(await findFence(restored)).toBeNull();
    expect(bank.made.size).toBe(3);
    const acts = await restored.query(`select 1 from admin_action where action like 'fence-%'`);
    expect(acts).toHaveLength(2);
  });

  test('takes the operator on the machine where there is one administrator', async () => {
    await raiseFence(original.database, { cause: 'restored', reason: 'A backup was restored.' });
    const server = await startServer(original.database, fileOf('epoch'));
    await server.read();
    const lift = { database: original.database, clock, log, compared };
    await expect(liftOnMachine(lift, 'Compared by hand.')).rejects.toMatchObject({ status: 409 });
    await server.lift(admins[0] ?? '');
    await expect(liftOnMachine(lift, ' ')).rejects.toMatchObject({ status: 422 });
    await liftOnMachine(lift, 'Compared by hand.');
    expect(await findFence(original.database)).toBeNull();
  });

  test('stays while a bank’s list or a chain was not compared, and lists read from an earlier moment are read again', async () => {
    await raiseFence(original.database, { cause: 'restored', reason: 'A backup was restored.' });
    bank.script.isListed = false;
    const server = await startServer(original.database, fileOf('epoch'));
    await server.read();
    expect((await server.view()).checks).toMatchObject([{ state: 'failed' }]);
    await expect(server.lift(admins[0] ?? '')).rejects.toMatchObject({ status: 409 });
    bank.script.isListed = true;
    await server.read();
    const chains = { database: original.database, clock, log, compared: { ...compared, networks: ['bitcoin'] } };
    await expect(liftFence(chains, { adminId: admins[0] ?? '' })).rejects.toMatchObject({ status: 409 });
    await server.lift(admins[0] ?? '');
    const from = new Date(Date.now() - 30 * 24 * 60 * 60_000).toISOString();
    await readFurther({ database: original.database, clock }, { adminId: admins[1] ?? '', from });
    const { fence, checks } = await server.view();
    expect(fence).toMatchObject({ readFrom: from, firstLiftedBy: null });
    expect(checks).toMatchObject([{ state: 'waiting' }]);
  });
});
