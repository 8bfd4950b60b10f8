import type { FenceId } from '@kobogate/contract';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { raiseFence, whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { findFence, listChecks, loadDepartures, noteCheck, saveFirstLift, saveLift } from './db.ts';
import { requireNoFence } from './fence.ts';
import { createDepartureGate, type DepartureGate } from './departure-gate.ts';
import { fenceHandlers } from './handlers.ts';
import { raiseFenceWithin } from './raise-fence.ts';

let testDatabase: TestDatabase;
let database: Database;
let folder: TemporaryFolder;
let path: string;
/** How often every session was ended. */
let ended = 0;

beforeAll(async () => {
  folder = await createTemporaryFolder('fence');
});
afterAll(() => folder.remove());
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  path = join(folder.path, `${Date.now()}-${Math.random()}.json`);
});
afterEach(() => testDatabase.drop());

const openGate = (file = path): DepartureGate =>
  createDepartureGate({ database, log: silentLog, path: file, endSessions: async () => void (ended += 1) });

/** As when a payout leaves. */
async function depart(gate: DepartureGate): Promise<void> {
  await gate.requireOpen();
  await gate.note(await database.transaction((tx) => gate.count(tx)));
}

const readMark = async (): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

/** The database in its state some departures ago, as after a restore. */
const goBack = (departures: number) => database.query(`update departure set epoch = epoch - $1`, [departures]);

test('[I5] each departure is on disk before the bank can be called', async () => {
  const gate = openGate();
  await depart(gate);
  await depart(gate);
  const { installation } = await loadDepartures(database);
  expect(await readMark()).toEqual({ installation, epoch: '2', addresses: '0' });
});

test('[I5] a server that starts on an older database raises the fence automatically, and stays fenced when started again', async () => {
  const gate = openGate();
  await depart(gate);
  await depart(gate);
  await goBack(1);
  ended = 0;
  const started = openGate();
  await started.compare();
  expect(await findFence(database)).toMatchObject({ cause: 'older-than-file' });
  // Those that ended since the database's moment would be valid again.
  expect(ended).toBe(1);
  await expect(started.requireOpen()).rejects.toMatchObject({ status: 503 });
  const again = openGate();
  await again.compare();
  expect(ended).toBe(1);
  await expect(again.requireOpen()).rejects.toMatchObject({ status: 503 });
  await expect(database.transaction((tx) => again.count(tx))).rejects.toMatchObject({ status: 503 });
});

test('[I5] an older database under a running server lets nothing leave, and the next payout raises the fence', async () => {
  const gate = openGate();
  await depart(gate);
  await depart(gate);
  await goBack(1);
  // One that had asked before the restore.
  await expect(database.transaction((tx) => gate.count(tx))).rejects.toMatchObject({ status: 503 });
  await expect(gate.requireOpen()).rejects.toMatchObject({ status: 503 });
  expect(await findFence(database)).toMatchObject({ cause: 'older-than-file' });
});

test('[I5] a server without a file joins, and notes what others had leave', async () => {
  const other = openGate(join(folder.path, `${Math.random()}.json`));
  await depart(other);
  const gate = openGate();
  await gate.compare();
  expect(await findFence(database)).toBeNull();
  expect(await readMark()).toMatchObject({ epoch: '1' });
  await depart(other);
  await gate.compare();
  expect(await readMark()).toMatchObject({ epoch: '2' });
});

test('[I5] of two servers the one that saw more has the fence raised, and then both use the same count', async () => {
  const [one, two] = [openGate(), openGate(join(folder.path, `${Math.random()}.json`))];
  await depart(one);
  await two.compare();
  await depart(one);
  await goBack(1);
  await two.compare();
  expect(await findFence(database)).toBeNull();
  await one.compare();
  expect(await findFence(database)).not.toBeNull();
  expect(await loadDepartures(database)).toMatchObject({ epoch: 2n });
});

/** A first order, with an address of another key. */
const insertOrder = async (): Promise<void> => {
  const { userId } = await insertCustomer(database);
  await insertOpenedPayment(database, userId);
};

/** Addresses are taken up to this index, as in the product. */
const give = (gate: DepartureGate, next: number): Promise<void> =>
  gate.takeAddresses(async (tx) => {
    await tx.query(
      `insert into derivation_counter (family, key_fingerprint, next_index) values ('evm', 'sample', $1)
       on conflict (family, key_fingerprint) do update set next_index = $1`,
      [next],
    );
  });
const loseAddresses = (next: number) =>
  database.query(`update derivation_counter set next_index = $1 where key_fingerprint = 'sample'`, [next]);

test('[I5] a database that was put back to before an address was given out is noticed, although nothing was paid since', async () => {
  const gate = openGate();
  await gate.compare();
  await insertOrder();
  await give(gate, 3);
  expect(await readMark()).toMatchObject({ epoch: '0', addresses: '4' });
  await loseAddresses(1);
  // Under a running server: the first that would be given twice is not given, and not used up either.
  await expect(give(gate, 2)).rejects.toMatchObject({ status: 503 });
  expect(await findFence(database)).toMatchObject({
    cause: 'older-than-file',
    reason: expect.stringContaining('addresses given out from here: it counts 2, and this server’s own file 4'),
  });
  expect(await loadDepartures(database)).toMatchObject({ addresses: 2n });
  // What was raised is not raised again, by this server or another that had seen as many.
  const other = join(folder.path, `${Math.random()}.json`);
  await writeFile(other, JSON.stringify({ ...Object(await loadDepartures(database)), epoch: '0', addresses: '4' }));
  await database.query(`update fence set first_lifted_at = now()`);
  for (const again of [openGate(), openGate(other)]) {
    await again.compare();
    await give(again, 2);
  }
  expect(await database.query(`select first_lifted_at is null as "isReset" from fence`)).toEqual([{ isReset: false }]);
});

test('[I5] a database that lost exactly as many addresses as are taken next gives none of them a second time', async () => {
  const gate = openGate();
  await gate.compare();
  await insertOrder();
  await give(gate, 3);
  await loseAddresses(2);
  await expect(give(gate, 3)).rejects.toMatchObject({ status: 503 });
  expect(await findFence(database)).toMatchObject({ cause: 'older-than-file' });
});

test('[I5] a payout that another server sends first hides no lost addresses', async () => {
  const [gate, other] = [openGate(), openGate(join(folder.path, `${Math.random()}.json`))];
  await depart(other);
  await gate.compare();
  await insertOrder();
  await give(gate, 3);
  await loseAddresses(1);
  await depart(other);
  await expect(give(gate, 2)).rejects.toMatchObject({ status: 503 });
  expect(await findFence(database)).toMatchObject({ cause: 'older-than-file' });
});

test('[I5] a server without a file, which sends nothing, notices lost addresses while it runs, and its file claims nothing', async () => {
  await insertOrder();
  const gate = openGate();
  await give(gate, 3);
  await loseAddresses(1);
  await expect(give(gate, 2)).rejects.toMatchObject({ status: 503 });
  expect(await findFence(database)).toMatchObject({ cause: 'older-than-file' });
  await expect(readMark()).rejects.toThrow('ENOENT');
});

test('[I5] once a fence was lifted, addresses that the restored database never counted raise no other one', async () => {
  const { userId } = await insertCustomer(database, { isAdmin: true });
  const gate = openGate();
  await gate.compare();
  await insertOrder();
  await give(gate, 9);
  await loseAddresses(1);
  await whileFenced(database, userId, () => gate.compare());
  for (const server of [gate, openGate()]) {
    await give(server, 2);
    await depart(server);
    await server.compare();
  }
  expect(await findFence(database)).toBeNull();
});

test('[I5] a server that starts on a database from before an address was given out raises the fence', async () => {
  const gate = openGate();
  await gate.compare();
  await insertOrder();
  await give(gate, 3);
  await database.query(`delete from derivation_counter`);
  await openGate().compare();
  expect(await findFence(database)).toMatchObject({ cause: 'older-than-file' });
});

test('[I5] a file of the version before, which counts no addresses, is read as one that has seen none', async () => {
  const { installation } = await loadDepartures(database);
  await insertOrder();
  await writeFile(path, JSON.stringify({ installation, epoch: '0' }));
  const gate = openGate();
  await gate.compare();
  await give(gate, 5);
  expect(await findFence(database)).toBeNull();
  expect(await readMark()).toEqual({ installation, epoch: '0', addresses: '6' });
});

test('[I5] payouts that leave while addresses are given out raise no fence, and lose no count', async () => {
  const gate = openGate();
  await depart(gate);
  await give(gate, 4);
  await Promise.all([...Array.from({ length: 5 }, () => depart(gate)), give(gate, 9), gate.compare()]);
  expect(await findFence(database)).toBeNull();
  expect(await readMark()).toMatchObject({ epoch: '6', addresses: '9' });
});

test('[I5] a file that can’t be read raises the fence, and does not count as empty', async () => {
  await writeFile(path, '{"installation":');
  await insertOrder();
  const gate = openGate();
  await gate.compare();
  expect(await findFence(database)).toMatchObject({ cause: 'older-than-file' });
  expect(await readMark()).toMatchObject({ epoch: '0' });
});

test('[I5] a new database beside the file of another in which nothing was ever ordered counts as new', async () => {
  await writeFile(path, JSON.stringify({ installation: 'of another', epoch: '7' }));
  const gate = openGate();
  await gate.compare();
  expect(await findFence(database)).toBeNull();
  const { installation } = await loadDepartures(database);
  expect(await readMark()).toEqual({ installation, epoch: '0', addresses: '0' });
});

test('[I5] a departure that can’t be recorded on disk stops the next one until it can', async () => {
  const missing = join(folder.path, 'missing');
  const gate = openGate(join(missing, 'epoch.json'));
  await depart(gate);
  await expect(gate.requireOpen()).rejects.toMatchObject({ status: 503, dependency: 'epoch-file' });
  await mkdir(missing);
  await depart(gate);
});

test('[I5] a fence that is being raised stops every commit after it', async () => {
  const gate = openGate();
  let leave: Promise<unknown> = Promise.resolve();
  await database.transaction(async (tx) => {
    await raiseFenceWithin(tx, { cause: 'restored', reason: 'A backup was restored.' });
    leave = database.transaction((other) => gate.count(other)).catch((error: unknown) => error);
    await expect.poll(() => listWaiting(database)).toHaveLength(1);
  });
  expect(await leave).toMatchObject({ status: 503 });
  expect(await loadDepartures(database)).toMatchObject({ epoch: 0n, isFenced: true });
});

test('[I5] one fence at a time; a second cause resets the first approval to lift it', async () => {
  expect(await raiseFence(database, { cause: 'restored', reason: 'A backup was restored.' })).toBe(true);
  expect(await raiseFence(database, { cause: 'operator', reason: 'Asked for.' })).toBe(false);
  expect(await findFence(database)).toMatchObject({ cause: 'restored', reason: 'A backup was restored.' });
  await expect(database.transaction(requireNoFence)).rejects.toMatchObject({ status: 503 });
});

test('[I5] a fence that was up in a backup is replaced: nothing of it is compared, nobody has approved, and its lists are read again', async () => {
  const { userId } = await insertCustomer(database, { isAdmin: true });
  await raiseFence(database, { cause: 'unknown-transfer', reason: 'First.', readFrom: new Date('2026-01-02') });
  const first = await findFence(database);
  if (first === null) throw new Error('no fence');
  await noteCheck(database, first.id, { part: 'chain', name: 'bitcoin', state: 'done', detail: '', readTo: null });
  await database.transaction((tx) => saveFirstLift(tx, first.id, userId));
  const readFrom = new Date('2026-03-04');
  expect(await raiseFence(database, { cause: 'restored', reason: 'A backup was restored.', readFrom })).toBe(true);
  const second = await findFence(database);
  if (second === null) throw new Error('no fence');
  expect(second).toMatchObject({ cause: 'restored', firstLiftedBy: null, readFrom: first.readFrom });
  expect(await listChecks(database, second.id)).toEqual([]);
  await expect(database.transaction(requireNoFence)).rejects.toMatchObject({ status: 503 });
  await database.transaction((tx) => saveLift(tx, { fenceId: second.id, adminId: userId, onMachine: 'A test.' }));
  await database.transaction(requireNoFence);
});

test('[I5] addresses that are lost while the books are compared have the fence replaced, and before that none', async () => {
  const gate = openGate();
  await gate.compare();
  await insertOrder();
  await give(gate, 3);
  await raiseFence(database, { cause: 'restored', reason: 'A backup was restored.' });
  const causes = () => database.query(`select cause, is_replaced as "isReplaced" from fence order by raised_at`);
  await loseAddresses(2);
  await gate.compare();
  expect(await causes()).toEqual([{ cause: 'restored', isReplaced: false }]);
  const fence = await findFence(database);
  if (fence === null) throw new Error('no fence');
  await noteCheck(database, fence.id, { part: 'chain', name: 'bitcoin', state: 'done', detail: '', readTo: null });
  await loseAddresses(1);
  await gate.compare();
  expect(await causes()).toEqual([
    { cause: 'restored', isReplaced: true },
    { cause: 'older-than-file', isReplaced: false },
  ]);
});

test('[I5] administrators get one mail of a fence', async () => {
  await insertCustomer(database, { isAdmin: true });
  await raiseFence(database, { cause: 'restored', reason: 'A backup was restored.' });
  const [event] = await database.query<{ payload: { fenceId: FenceId } }>(
    `select payload from event where type = 'fence.raised'`,
  );
  if (event === undefined) throw new Error('no fence was raised');
  await fenceHandlers({ database, publicOrigin: 'https://pay.example' })['fence.raised'](event.payload);
  const mails = await database.query(`select 1 from event where type = 'mail.send'`);
  expect(mails).toHaveLength(1);
});

test('the progress of a comparison belongs to the fence that is up', async () => {
  await raiseFence(database, { cause: 'restored', reason: 'A backup was restored.' });
  const fence = await findFence(database);
  if (fence === null) throw new Error('no fence');
  const check = { part: 'chain', name: 'bitcoin', state: 'done', detail: 'Read to block 7.', readTo: null } as const;
  await noteCheck(database, fence.id, check);
  await noteCheck(database, idFor<FenceId>('00000000-0000-4000-8000-000000000000'), { ...check, name: 'tron' });
  expect(await listChecks(database, fence.id)).toEqual([check]);
});
