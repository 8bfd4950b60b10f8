// In a long outage of all rails payouts wait with growing pauses that survive a restart, and the rails are hardly
// asked; when one is back all of them leave by it, once, and a payout that an administrator sends during the outage
// does not wait for others.
import {
  idleRail,
  makePayableOrder,
  makePayableOrders,
  testPayoutDependencies,
} from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inOrder } from '../events.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { createBankDirectory } from './bank-directory.ts';
import { bringPayoutsForward } from './resume-payouts.ts';
import { loadNewestPayout } from './db.ts';
import { payoutHandlers } from './handlers.ts';
import { createRailRouter } from './rail-router.ts';
import { retryPayout } from './retry-payout.ts';
import { createWorker } from '../platform/worker.ts';

const PAYOUTS = 30;
const BANKS = [
  { bankName: 'GTBANK', bankCode: '000013' },
  { bankName: 'Guaranty Trust Bank', bankCode: '058' },
];
const KNOWN = [{ name: 'Guaranty Trust Bank', nip: '000013', cbn: '058', other: null }];

let db: TestDatabase;
let clock: TestClock;
let people: { owner: TestCustomer; admin: TestCustomer };
const WELL = { isUp: true, namesBanks: true, send: { kind: 'accepted' } as SendAnswer };
const script = { ...WELL };
const seen = { asked: 0, listed: 0, sent: [] as string[] };
const createScriptedRail = (name: string): BankRail => ({
  ...idleRail,
  name,
  listBanks: async () => {
    seen.listed += 1;
    if (!script.namesBanks) throw new Error('down');
    return BANKS;
  },
  isUp: async () => {
    seen.asked += 1;
    return script.isUp;
  },
  send: async ({ reference }) => {
    seen.sent.push(reference);
    return script.send;
  },
  find: async () => (script.send.kind === 'refused' ? { kind: 'not-found' } : { kind: 'pending' }),
});
const rails = [createScriptedRail('budpay'), createScriptedRail('paystack')];

beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 16 });
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.database.query('delete from event');
  clock = createTestClock();
  Object.assign(script, WELL);
  Object.assign(seen, { asked: 0, listed: 0, sent: [] });
  people = { owner: await insertCustomer(db.database), admin: await insertCustomer(db.database, { isAdmin: true }) };
});

/** A program that has just started: it knows nothing about the rails. */
function startProgram() {
  const { database } = db;
  const brought: Promise<void>[] = [];
  const directory = createBankDirectory({ rails, known: KNOWN, clock });
  const router = createRailRouter({
    rails,
    directory,
    clock,
    log: silentLog,
    atOnce: 16,
    onBack: () => void brought.push(bringPayoutsForward({ database, clock, log: silentLog })),
  });
  const dependencies = testPayoutDependencies({ database, clock, rails, router });
  const worker = createWorker({ database, clock, log: silentLog, handlers: inOrder([payoutHandlers(dependencies)]) });
  return {
    dependencies,
    work: async () => {
      await worker.drain();
      await Promise.all(brought.splice(0));
      await worker.drain();
    },
  };
}
type Program = ReturnType<typeof startProgram>;

async function pass({ work }: Program, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 5) {
    clock.advance(5_000);
    await work();
  }
}

const putBacks = async (): Promise<number[]> => {
  const rows = await db.database.query<{ count: number }>(
    `select put_backs as count from event where type = 'payout.due' order by put_backs`,
  );
  return rows.map(({ count }) => count);
};

test('[P9] payouts wait with growing pauses over restarts, the rails are probed twice a minute at most, and all leave at once after', async () => {
  script.isUp = false;
  const orderIds = await makePayableOrders({ database: db.database, clock }, people, PAYOUTS);
  let program = startProgram();
  await program.work();
  for (let restart = 0; restart < 3; restart += 1) {
    await pass(program, 1200);
    program = startProgram();
  }
  const waited = await putBacks();
  expect(waited).toHaveLength(PAYOUTS);
  // An hour of one second each would be 3,600 times; doubled up to five minutes, at random within them, it is some 30.
  expect(waited.at(-1)).toBeLessThan(60);
  expect(waited[0]).toBeGreaterThan(8);
  // Five failures of each rail after each start, and a probe in half a minute.
  expect(seen.asked).toBeLessThan(2 * (3 * 5 + 120));
  expect(seen.sent).toEqual([]);
  script.isUp = true;
  // The first payout that comes, within five minutes, finds it out for all.
  for (let round = 0; round < 60 && seen.sent.length === 0; round += 1) await pass(program, 5);
  expect(new Set(seen.sent).size).toBe(PAYOUTS);
  expect(seen.sent).toHaveLength(PAYOUTS);
  expect(await Promise.all(orderIds.map(async (id) => (await loadNewestPayout(db.database, id))?.status))).toEqual(
    orderIds.map(() => 'sent'),
  );
});

test('[P9] what an administrator sends again leaves at once, though others wait for minutes, and brings them forward', async () => {
  const program = startProgram();
  script.send = { kind: 'refused', reason: 'no' };
  const failed = await makePayableOrder({ database: db.database, clock }, people);
  await program.work();
  expect(await loadNewestPayout(db.database, failed)).toMatchObject({ status: 'failed' });
  script.isUp = false;
  await makePayableOrders({ database: db.database, clock }, people, 3);
  await program.work();
  await pass(program, 1800);
  script.isUp = true;
  seen.sent.length = 0;
  await retryPayout(program.dependencies, { orderId: failed, adminId: people.admin.userId, reason: 'Mended' });
  script.send = WELL.send;
  // A probe may have opened the circuit a moment ago.
  clock.advance(30_000);
  await program.work();
  expect(await loadNewestPayout(db.database, failed)).toMatchObject({ status: 'sent', attempt: 2 });
  await program.work();
  expect(seen.sent).toHaveLength(4);
  expect(await putBacks()).toEqual([]);
});

test('[P9] a payout that waits for minutes is tried at once on an administrator’s request, by the same rails or another', async () => {
  for (const rail of [undefined, 'paystack']) {
    script.isUp = false;
    const program = startProgram();
    const orderId = await makePayableOrder({ database: db.database, clock }, people);
    await program.work();
    const waitMs = async (): Promise<number> => {
      const [row] = await db.database.query<{ at: Date }>(`select run_at as at from event where type = 'payout.due'`);
      return (row?.at.getTime() ?? 0) - clock.now().getTime();
    };
    for (let round = 0; round < 500 && (await waitMs()) <= 60_000; round += 1) await pass(program, 5);
    expect(await waitMs()).toBeGreaterThan(60_000);
    script.isUp = true;
    // Not before a circuit that may be open admits a probe.
    clock.advance(30_000);
    await program.work();
    expect(await loadNewestPayout(db.database, orderId)).toMatchObject({ status: 'queued' });
    await retryPayout(program.dependencies, { orderId, adminId: people.admin.userId, reason: 'They are back', rail });
    await program.work();
    expect(await loadNewestPayout(db.database, orderId)).toMatchObject({ status: 'sent', rail: rail ?? 'budpay' });
    // Two events ask for it now: the second one comes a moment later, and finds nothing left to do.
    await pass(program, 10);
    expect(await putBacks()).toEqual([]);
    await db.database.query('delete from event');
  }
  expect(new Set(seen.sent).size).toBe(2);
  expect(seen.sent).toHaveLength(2);
});

test('[P9] a program that starts in an outage, before any rail has named its banks, waits the same way and gives nothing up', async () => {
  Object.assign(script, { isUp: false, namesBanks: false });
  const program = startProgram();
  await makePayableOrder({ database: db.database, clock }, people);
  await program.work();
  await pass(program, 3 * 3600);
  expect(await db.database.query(`select 1 from event where dead_at is not null`)).toEqual([]);
  expect((await putBacks())[0]).toBeGreaterThan(20);
  Object.assign(script, WELL);
  await pass(program, 5 * 60);
  expect(seen.sent).toHaveLength(1);
});
