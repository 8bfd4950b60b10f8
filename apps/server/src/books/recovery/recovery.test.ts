// A database that was restored to an older state is recognised, pays no order twice, and pays again once two
// administrators have approved.
import { raiseFence } from '@kobogate/testkit/controls/fence.ts';
import { compared, statusOf, type TestRecovery, useTestRecovery } from '@kobogate/testkit/books/recovery.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { describe, expect, test } from 'vitest';
import { loadNewestPayout, type StatementAnswer } from '../../payouts/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { findFence } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { liftFence, liftOnMachine } from './lift-fence.ts';
import { startGate } from './look-at-banks.ts';
import { readFurther } from './read-further.ts';
import { viewRecovery } from './view-recovery.ts';

let recovery: TestRecovery;
useTestRecovery((made) => {
  recovery = made;
});

const endSessions = async (): Promise<void> => undefined;

describe('[I5] an older database', () => {
  test('is recognised by the file beside the server, lets nothing leave, and knows what the bank made', async () => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const server = await recovery.startServer(restored, file);
    await server.pay();
    expect(recovery.bank.made.size).toBe(2);
    expect(await statusOf(restored, kept)).toBe('none');
    await server.read();
    const { fence, transfers, checks, left } = await server.view();
    expect(fence?.reason).toContain('older');
    expect(checks).toMatchObject([{ title: 'BudPay', state: 'done' }]);
    expect(left).toEqual(['2 transfers are still to be decided.']);
    const ofKept = transfers.find(({ orders }) => orders.length > 0);
    expect(ofKept?.orders).toMatchObject([{ id: kept, isByReference: true, problem: null }]);
    // Its order is not in the books: the transfer is found by the account, and not matched to a similar order.
    const ofLost = transfers.find(({ orders }) => orders.length === 0);
    expect(ofLost?.customers.map(({ userId }) => userId)).toContain(recovery.owner.userId);
  });

  test('is recognised by the bank’s list where no file is left, before the first payout leaves', async () => {
    const { restored } = await recovery.payTwoAndRestore();
    const server = await recovery.startServer(restored, recovery.fileOf('new'));
    expect(await findFence(restored)).toBeNull();
    await server.pay();
    expect(recovery.bank.made.size).toBe(2);
    expect(recovery.bank.repeats).toEqual([]);
    expect(await findFence(restored)).toMatchObject({ cause: 'unknown-transfer' });
  });

  test('is recognised by the bank’s list where it has a payout as queued that the bank has made', async () => {
    const orderId = await recovery.makeOrder(recovery.original);
    const { rail } = recovery.bank;
    recovery.bank.rail = { ...rail, isUp: async () => false };
    await (await recovery.startServer(recovery.original, recovery.fileOf('old'))).pay();
    recovery.bank.rail = rail;
    const queued = await loadNewestPayout(recovery.original, orderId);
    expect(queued?.status).toBe('queued');
    if (queued !== null) recovery.bank.make(queued);
    const server = await recovery.startServer(recovery.original, recovery.fileOf('new'));
    await server.pay();
    expect(recovery.bank.repeats).toEqual([]);
    expect(await findFence(recovery.original)).toMatchObject({ cause: 'unknown-transfer' });
  });

  test('is looked for on the bank’s list by the database’s clock, however wrong the server’s own is', async () => {
    const { restored } = await recovery.payTwoAndRestore();
    const dayBehind = { now: () => new Date(Date.now() - 24 * 60 * 60_000) };
    const asked = { database: restored, clock: dayBehind, log: silentLog, rails: [recovery.bank.rail], endSessions };
    const gate = await startGate(asked, { epochFile: recovery.fileOf('new'), isRecovery: false });
    await expect(gate.requireOpen()).rejects.toMatchObject({ status: 503 });
    expect(await findFence(restored)).toMatchObject({ cause: 'unknown-transfer' });
  });

  test('is looked for again at a bank that gave no list, also where the server’s clock was set back since', async () => {
    const { restored } = await recovery.payTwoAndRestore();
    let now = Date.now();
    const asked = {
      database: restored,
      clock: { now: () => new Date(now) },
      log: silentLog,
      rails: [recovery.bank.rail],
      endSessions,
    };
    const gate = await startGate(asked, { epochFile: recovery.fileOf('new'), isRecovery: false });
    recovery.bank.script.isListed = false;
    await expect(gate.requireOpen()).rejects.toMatchObject({ code: 'dependency-down' });
    recovery.bank.script.isListed = true;
    now -= 24 * 60 * 60_000;
    await expect(gate.requireOpen()).rejects.toMatchObject({ status: 503 });
    expect(await findFence(restored)).toMatchObject({ cause: 'unknown-transfer' });
  });

  test('lets nothing leave from a server that is new here while the bank gives no list, nor once it was started again', async () => {
    const { restored } = await recovery.payTwoAndRestore();
    recovery.bank.script.isListed = false;
    const file = recovery.fileOf('new');
    await (await recovery.startServer(restored, file)).pay();
    const server = await recovery.startServer(restored, file);
    await server.pay();
    expect(recovery.bank.repeats).toEqual([]);
    expect(recovery.bank.made.size).toBe(2);
  });

  test('that was not recognised pays with the same reference, which the bank refuses as a repeat', async () => {
    const { kept, restored } = await recovery.payTwoAndRestore();
    const { statement: _, ...silent } = recovery.bank.rail;
    recovery.bank.rail = silent;
    const server = await recovery.startServer(restored, recovery.fileOf('new'));
    await server.pay();
    await server.pay();
    expect(recovery.bank.repeats).toHaveLength(1);
    expect(recovery.bank.made.size).toBe(2);
    expect(await statusOf(restored, kept)).toBe('paid');
  });
});

test('[I5] a bank that does not answer in normal operation stops no payout', async () => {
  const file = recovery.fileOf('epoch');
  await recovery.startServer(recovery.original, file);
  recovery.bank.script.isListed = false;
  const orderId = await recovery.makeOrder(recovery.original);
  const server = await recovery.startServer(recovery.original, file);
  await server.pay();
  await server.pay();
  expect(await statusOf(recovery.original, orderId)).toBe('paid');
});

test('[I5] a bank’s list that takes longer than half a minute is not begun anew beside itself', async () => {
  const file = recovery.fileOf('epoch');
  await recovery.startServer(recovery.original, file);
  let now = Date.now();
  let begun = 0;
  let letGo = (): void => undefined;
  const statement = () => {
    begun += 1;
    return new Promise<StatementAnswer>((resolve) => {
      letGo = () => resolve({ kind: 'statement', lines: [] });
    });
  };
  const asked = {
    database: recovery.original,
    clock: { now: () => new Date(now) },
    log: silentLog,
    rails: [{ name: 'budpay', statement }],
    patienceMs: 1,
    endSessions,
  };
  const gate = await startGate(asked, { epochFile: file, isRecovery: false });
  for (let looks = 0; looks < 3; looks += 1) {
    await gate.requireOpen();
    // Its patience is over before the books are read on a busy machine.
    await expect.poll(() => begun).toBe(1);
    now += 31_000;
  }
  letGo();
  await expect.poll(async () => gate.requireOpen().then(() => begun)).toBe(2);
  letGo();
});

test('[I5] with RECOVERY=1 nothing leaves, and a start without it stays fenced', async () => {
  await recovery.makeOrder(recovery.original);
  const file = recovery.fileOf('epoch');
  for (const isRecovery of [true, false]) {
    const server = await recovery.startServer(recovery.original, file, { isRecovery });
    await server.pay();
    expect(recovery.bank.made.size).toBe(0);
  }
});

describe('[I5] [A7] every session ends as the fence goes up: one that ended after the moment of the database would be valid again', () => {
  const signIn = (on: Database) =>
    on.query(`insert into session (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`, [
      Buffer.alloc(32, 1),
      recovery.owner.userId,
    ]);
  const countOpen = async (on: Database) => (await on.query(`select 1 from session where revoked_at is null`)).length;

  test('with RECOVERY=1, and without it none ends', async () => {
    const { original } = recovery;
    await signIn(original);
    await recovery.startServer(original, recovery.fileOf('epoch'));
    expect(await countOpen(original)).toBe(1);
    await recovery.startServer(original, recovery.fileOf('epoch'), { isRecovery: true });
    expect(await countOpen(original)).toBe(0);
  });

  test('where the server’s own file counts more than the database', async () => {
    const { restored, file } = await recovery.payTwoAndRestore();
    await signIn(restored);
    await recovery.startServer(restored, file);
    expect(await findFence(restored)).toMatchObject({ cause: 'older-than-file' });
    expect(await countOpen(restored)).toBe(0);
  });

  test('where a bank has made a transfer that the books don’t know', async () => {
    const { restored } = await recovery.payTwoAndRestore();
    const server = await recovery.startServer(restored, recovery.fileOf('new'));
    await signIn(restored);
    await server.pay();
    expect(await findFence(restored)).toMatchObject({ cause: 'unknown-transfer' });
    expect(await countOpen(restored)).toBe(0);
  });
});

describe('[I5] the fence', () => {
  test('is lifted by two administrators once all was compared; then payouts leave, and no file raises it again', async () => {
    const { kept, restored, file } = await recovery.payTwoAndRestore();
    const server = await recovery.startServer(restored, file);
    const [one, two] = recovery.admins;
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
    await server.lift(recovery.admins[2]);
    expect(await findFence(restored)).toBeNull();
    const orderId = await recovery.makeOrder(restored);
    const again = await recovery.startServer(restored, file);
    await again.pay();
    await again.pay();
    expect(await statusOf(restored, orderId)).toBe('paid');
    expect(await findFence(restored)).toBeNull();
    expect(recovery.bank.made.size).toBe(3);
    const acts = await restored.query(`select 1 from admin_action where action like 'fence-%'`);
    expect(acts).toHaveLength(2);
  });

  test('holds up payouts for as long as it takes, and they leave once it is lifted, not after the pause that they had reached', async () => {
    const server = await recovery.startServer(recovery.original, recovery.fileOf('epoch'));
    const queued = await recovery.makeOrder(recovery.original);
    await server.work(['order.payable']);
    await raiseFence(recovery.original, { cause: 'restored', reason: 'A backup was restored.' });
    const approved = await recovery.makeOrder(recovery.original);
    await server.work();
    const waiting = await recovery.original.query<{ attempts: number }>(
      `update event set run_at = now() + interval '10 minutes' where type in ('order.payable', 'payout.due')
       returning attempts - put_backs as attempts`,
    );
    expect(waiting).toEqual([{ attempts: 0 }, { attempts: 0 }]);
    await server.read();
    await server.lift(recovery.admins[0]);
    await server.work();
    expect(recovery.bank.made.size).toBe(0);
    await server.lift(recovery.admins[2]);
    await server.work();
    for (const orderId of [queued, approved]) expect(await statusOf(recovery.original, orderId)).toBe('sent');
    expect(recovery.bank.made.size).toBe(2);
  });

  test.each([
    ['ahead', 24],
    ['behind', -24],
  ])('is lifted by the database’s clock where a server’s own is a day %s', async (_name, hours) => {
    await raiseFence(recovery.original, { cause: 'restored', reason: 'A backup was restored.' });
    await (await recovery.startServer(recovery.original, recovery.fileOf('epoch'))).read();
    const wrong = { now: () => new Date(Date.now() + hours * 60 * 60_000) };
    const lift = { database: recovery.original, clock: wrong, log: silentLog, compared };
    const [adminId] = recovery.admins;
    const readAgo = (minutes: number) =>
      recovery.original.query(`update recovery_check set read_to = now() - $1 * interval '1 minute'`, [minutes]);
    await readAgo(11);
    expect((await viewRecovery(lift, { adminId })).left).toEqual([expect.stringMatching(/read up to now again/)]);
    await expect(liftFence(lift, { adminId })).rejects.toMatchObject({ status: 409 });
    await readAgo(9);
    expect((await viewRecovery(lift, { adminId })).left).toEqual([]);
    await liftFence(lift, { adminId });
  });

  test('takes the operator on the machine where there is one administrator', async () => {
    await raiseFence(recovery.original, { cause: 'restored', reason: 'A backup was restored.' });
    const server = await recovery.startServer(recovery.original, recovery.fileOf('epoch'));
    await server.read();
    const lift = { database: recovery.original, clock: systemClock, log: silentLog, compared };
    await expect(liftOnMachine(lift, 'Compared by hand.')).rejects.toMatchObject({ status: 409 });
    await server.lift(recovery.admins[0]);
    await expect(liftOnMachine(lift, ' ')).rejects.toMatchObject({ status: 422 });
    await liftOnMachine(lift, 'Compared by hand.');
    expect(await findFence(recovery.original)).toBeNull();
  });

  test('stays while a bank’s list or a chain was not compared, and lists read from an earlier moment are read again', async () => {
    await raiseFence(recovery.original, { cause: 'restored', reason: 'A backup was restored.' });
    recovery.bank.script.isListed = false;
    const server = await recovery.startServer(recovery.original, recovery.fileOf('epoch'));
    await server.read();
    expect((await server.view()).checks).toMatchObject([{ state: 'failed' }]);
    await expect(server.lift(recovery.admins[0])).rejects.toMatchObject({ status: 409 });
    recovery.bank.script.isListed = true;
    await server.read();
    const chains = {
      database: recovery.original,
      clock: systemClock,
      log: silentLog,
      compared: { ...compared, networks: ['bitcoin'] },
    };
    await expect(liftFence(chains, { adminId: recovery.admins[0] })).rejects.toMatchObject({ status: 409 });
    await server.lift(recovery.admins[0]);
    const from = new Date(Date.now() - 30 * 24 * 60 * 60_000).toISOString();
    await readFurther({ database: recovery.original, clock: systemClock }, { adminId: recovery.admins[1], from });
    const { fence, checks } = await server.view();
    expect(fence).toMatchObject({ readFrom: from, firstLiftedBy: null });
    expect(checks).toMatchObject([{ state: 'waiting' }]);
  });
});
