// Many payouts at once against two banks that each lose a fifth of their answers, deny one in twenty at first, are down
// for a part of the time and call back more than once: in the end each order was paid once, none is stuck, and the
// books are verified. `npm run soak -- payouts --count 20000` does the same with more of them, and reports the result.
import type { OrderId } from '@kobogate/contract';
import { idleRail, makePayableOrders, NAIRA_KOBO, testPayoutDependencies } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balance, payoutInTransit, railFloat, verify } from '../ledger/index.ts';
import { emitMany, inOrder } from '../events.ts';
import type { BankRail, FindAnswer, SendAnswer } from './bank-rail.ts';
import { declareNotMade } from './declare-not-made.ts';
import { payoutHandlers } from './handlers.ts';
import { resumePayouts } from './resume-payouts.ts';
import { retryPayout } from './retry-payout.ts';
import { createWorker } from '../platform/worker.ts';

const PAYOUTS = Number(process.env['SOAK_PAYOUTS'] ?? 500);
const IS_SOAK = process.env['SOAK_PAYOUTS'] !== undefined;
const ORDERS_PER_CUSTOMER = 25;
const CUSTOMERS_AT_ONCE = 4;
const ADMINS_AT_ONCE = 16;
const MOST_ROUNDS = 400;

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 16 });
});
afterAll(() => testDatabase.drop());

/**
 * The same random numbers in every run: a linear congruential generator (Numerical Recipes' constants), from 0 to below
 * 1.
 */
function createChances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs work on each item, at most so many at a time. */
async function forEach<Item>(items: readonly Item[], atOnce: number, act: (item: Item) => Promise<unknown>) {
  const left = [...items];
  const actor = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: atOnce }, actor));
}

function createMisbehavingBank(name: string, chance: () => number, callBack: (reference: string) => void) {
  const transfers = new Map<string, { paid: boolean; asked: number }>();
  /** How often each reference was sent, lost ones too. */
  const instructions = new Map<string, number>();
  const send = (reference: string): SendAnswer => {
    instructions.set(reference, (instructions.get(reference) ?? 0) + 1);
    const isLost = chance() < 0.2;
    // Every second lost answer is to an instruction that never arrived.
    if (isLost && chance() < 0.5) return { kind: 'unknown', reason: 'time-out' };
    transfers.set(reference, { paid: false, asked: 0 });
    callBack(reference);
    if (chance() < 0.1) callBack(reference);
    return isLost ? { kind: 'unknown', reason: 'time-out' } : { kind: 'accepted' };
  };
  const find = (reference: string): FindAnswer => {
    const transfer = transfers.get(reference);
    if (chance() < 0.05) return { kind: 'unanswered', reason: 'time-out' };
    if (transfer === undefined) return { kind: 'not-found' };
    transfer.asked += 1;
    if (transfer.asked === 1 && chance() < 0.05) return { kind: 'not-found' };
    if (chance() < 0.3) return { kind: 'pending' };
    transfer.paid = true;
    return { kind: 'paid', sessionId: null };
  };
  const rail: BankRail = {
    ...idleRail,
    name,
    isUp: async () => chance() > 0.05,
    send: async ({ reference }) => send(reference),
    find: async (reference) => find(reference),
  };
  return { rail, transfers, instructions };
}

test(
  `[P1] [P2] [P9] of ${PAYOUTS} payouts against banks that misbehave none is sent twice and none is stuck`,
  async () => {
    const { database } = testDatabase;
    const clock = createTestClock();
    const chance = createChances(7);
    const calls: { rail: string; reference: string }[] = [];
    const banks = ['budpay', 'paystack'].map((name) =>
      createMisbehavingBank(name, chance, (reference) => calls.push({ rail: name, reference })),
    );
    const rails = banks.map(({ rail }) => rail);
    const dependencies = testPayoutDependencies({ database, clock, rails });
    const handlers = payoutHandlers(dependencies);
    const admin = await insertCustomer(database, { isAdmin: true });
    const customers = Array.from({ length: Math.ceil(PAYOUTS / ORDERS_PER_CUSTOMER) }, (_, index) => index);
    await forEach(customers, CUSTOMERS_AT_ONCE, async (index) => {
      const owner = await insertCustomer(database);
      const count = Math.min(ORDERS_PER_CUSTOMER, PAYOUTS - index * ORDERS_PER_CUSTOMER);
      await makePayableOrders({ database, clock }, { owner, admin }, count);
    });
    const start = performance.now();

    const countUnpaid = async (): Promise<number> => {
      const [row] = await database.query<{ count: number }>(
        `select count(*)::int as count from customer_order where payout <> 'paid'`,
      );
      return row?.count ?? 0;
    };
    const actAsAdmin = async (): Promise<void> => {
      const rows = await database.query<{ order_id: OrderId; status: string }>(
        `select distinct on (p.order_id) p.order_id, p.status from payout p
         where exists (select 1 from payout e where e.order_id = p.order_id and (e.needs_person or e.status = 'failed'))
           and not exists (select 1 from payout l where l.order_id = p.order_id and l.status in ('queued', 'sent', 'paid'))
         order by p.order_id, p.attempt desc`,
      );
      await forEach(rows, ADMINS_AT_ONCE, async ({ order_id: orderId, status }) => {
        const order = { orderId, adminId: admin.userId };
        // If the bank does not answer, or answers later, so that it is refused for now, it comes again in the next
        // round.
        if (status === 'unknown') {
          await declareNotMade(dependencies, { ...order, reason: 'The bank knows nothing' }).catch(() => undefined);
        }
        if (status === 'failed') await retryPayout(dependencies, { ...order, reason: 'Mended' }).catch(() => undefined);
      });
    };

    let rounds = 0;
    for (; rounds < MOST_ROUNDS && (await countUnpaid()) > 0; rounds += 1) {
      clock.advance(rounds < 20 ? 5_000 : 120_000);
      const called = calls.splice(0);
      await database.transaction(async (tx) => {
        await emitMany(
          tx,
          called.map((payload) => ({ type: 'payout.callback', payload })),
        );
      });
      const workers = [1, 2, 3].map(() =>
        createWorker({ database, clock, log: silentLog, handlers: inOrder([handlers]), concurrency: 50 }),
      );
      await Promise.all(workers.map((worker) => worker.drain()));
      await actAsAdmin();
      await resumePayouts(dependencies);
    }

    const seconds = (performance.now() - start) / 1000;
    const stuck = await countUnpaid();
    const rows = await database.query<{ order_id: OrderId; reference: string; rail: string }>(
      `select order_id, reference, rail from payout`,
    );
    const paidAt = new Map<string, number>();
    for (const { order_id: orderId, reference } of rows) {
      const paid = banks.filter(({ transfers }) => transfers.get(reference)?.paid === true).length;
      paidAt.set(orderId, (paidAt.get(orderId) ?? 0) + paid);
    }
    const notOnce = [...paidAt.values()].filter((times) => times !== 1).length;
    const handedOver = banks.flatMap(({ instructions }) => [...instructions.values()]);
    const sentTwice = handedOver.filter((times) => times > 1).length;
    const proof = await verify(database);
    if (IS_SOAK) {
      const shares = banks.map(({ rail, instructions }) => `${rail.name} ${instructions.size}`).join(', ');
      process.stdout.write(
        `${PAYOUTS} payouts in ${seconds.toFixed(0)} s (${(PAYOUTS / seconds).toFixed(0)}/s), ${rows.length} instructions ` +
          `(${shares}), in ${rounds} rounds of the clock: sent twice ${sentTwice}, stuck ${stuck}, ` +
          `orders not paid exactly once ${notOnce}.\n` +
          `The ledger, recomputed from its ${proof.entries} entries of ${proof.transactions} transactions: ` +
          `${proof.differences.length} differences, fingerprint ${proof.fingerprint.slice(0, 16)}.\n`,
      );
    }
    expect({ stuck, sentTwice, notOnce }).toEqual({ stuck: 0, sentTwice: 0, notOnce: 0 });
    expect(paidAt.size).toBe(PAYOUTS);
    // Both rails did a part, and some had to be sent again, or the test proved nothing.
    for (const { transfers } of banks) expect(transfers.size).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(PAYOUTS);
    expect(handedOver).toHaveLength(rows.length);
    const floats = await Promise.all(rails.map(({ name }) => balance(database, railFloat(name))));
    expect(-floats.reduce((sum, float) => sum + float, 0n)).toBe(BigInt(PAYOUTS) * NAIRA_KOBO);
    for (const { name } of rails) expect(await balance(database, payoutInTransit(name))).toBe(0n);
    expect(proof).toMatchObject({ ok: true, differences: [] });
  },
  Math.max(600_000, PAYOUTS * 500),
);
