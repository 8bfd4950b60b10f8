// A rail that answers late, or not at all, delays neither payouts by another rail nor callbacks.
import {
  createTestRouter,
  idleRail,
  makePayableOrders,
  testPayoutDependencies,
} from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock, type TestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BankRail } from './payouts/index.ts';
import { payoutHandlers } from './payouts/handlers.ts';
import { IN_HAND_PER_TURN } from './payouts/rail-router.ts';
import { inOrder } from './events.ts';
import { splitByPace } from './work.ts';
import { emit } from './events.ts';
import { createWorker, type Worker } from './platform/worker.ts';

const RAILS = 2;
const PLACES = IN_HAND_PER_TURN * RAILS;

let db: TestDatabase;
let clock: TestClock;
let people: { owner: TestCustomer; admin: TestCustomer };
let workers: Worker[];
let letGo: () => void;
let isHung: Promise<void>;
let slow: ReturnType<typeof createScriptedRail>;
let sound: ReturnType<typeof createScriptedRail>;

beforeEach(async () => {
  db = await createTestDatabase({ maxConnections: 16 });
  clock = createTestClock();
  isHung = new Promise((resolve) => (letGo = resolve));
  slow = createScriptedRail('budpay');
  sound = createScriptedRail('paystack');
  people = { owner: await insertCustomer(db.database), admin: await insertCustomer(db.database, { isAdmin: true }) };
  const { database } = db;
  const rails = [slow.rail, sound.rail];
  const router = createTestRouter(rails, clock, 1);
  const log = silentLog;
  const handlers = inOrder([payoutHandlers(testPayoutDependencies({ database, clock, rails, router }))]);
  const { banks, others } = splitByPace(handlers);
  workers = [others, ...banks].map((some) =>
    createWorker({ database, clock, log, handlers: some, concurrency: PLACES, pollMs: 20 }),
  );
});
afterEach(async () => {
  letGo();
  await Promise.all(workers.map((worker) => worker.stop()));
  await db.drop();
});

function createScriptedRail(name: string) {
  const script = { isUp: true, sendHangs: false, findHangs: false };
  const seen = { sent: [] as string[], asked: [] as string[] };
  const rail: BankRail = {
    ...idleRail,
    name,
    isUp: async () => script.isUp,
    send: async ({ reference }) => {
      seen.sent.push(reference);
      if (script.sendHangs) await isHung;
      return { kind: 'accepted' };
    },
    find: async (reference) => {
      seen.asked.push(reference);
      if (script.findHangs) await isHung;
      return { kind: 'pending' };
    },
  };
  return { rail, script, seen };
}

async function sendBySlow(count: number): Promise<void> {
  sound.script.isUp = false;
  await makePayableOrders({ database: db.database, clock }, people, count);
  for (let second = 0; second < 60 && slow.seen.sent.length < count; second += 1) {
    for (const worker of workers) await worker.drain();
    clock.advance(1000);
  }
  expect(slow.seen.sent).toHaveLength(count);
  sound.script.isUp = true;
}

test('[P9] while a rail doesn’t report the state of its many payouts a new one leaves by another and is asked about', async () => {
  await sendBySlow(PLACES + 4);
  Object.assign(slow.script, { isUp: false, findHangs: true });
  clock.advance(3_600_000);
  slow.seen.asked.length = 0;
  for (const worker of workers) worker.start();
  await expect.poll(() => slow.seen.asked).toHaveLength(1);
  await makePayableOrders({ database: db.database, clock }, people, 1);
  await expect.poll(() => sound.seen.sent).toHaveLength(1);
  const payload = { rail: 'paystack', reference: sound.seen.sent[0] ?? '' };
  await db.database.transaction((tx) => emit(tx, { type: 'payout.callback', payload }));
  await expect.poll(() => sound.seen.asked).toEqual([payload.reference]);
  clock.advance(60_000);
  await expect.poll(() => sound.seen.asked.length).toBe(2);
  expect(slow.seen.asked).toHaveLength(1);
});

test('[P9] a rail that takes long over each payout has some of them wait, and the others leave by the next one', async () => {
  slow.script.sendHangs = true;
  await makePayableOrders({ database: db.database, clock }, people, PLACES + 4);
  for (const worker of workers) worker.start();
  await expect.poll(() => sound.seen.sent).toHaveLength(PLACES + 4 - IN_HAND_PER_TURN);
  expect(slow.seen.sent).toHaveLength(1);
});
