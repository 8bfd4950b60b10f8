// Deposits that are final at the same moment are decided in one transaction, each against the state that the one before
// left, with the result that they have one by one: one that fails or is locked falls out, and the others are committed.
import type { DepositId, OrderId, UserId } from '@kobogate/contract';
import { decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival, insertLink } from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { verify } from '../../ledger/index.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { declineOrder } from '../orders/decline-order.ts';
import { createExpecting } from './expect-deposit.ts';
import { createFunding } from './fund-deposit.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});
afterEach(() => {
  vi.useRealTimers();
});

const WHOLE = 15_625_000n;
const openSome = (count: number): Promise<OrderId[]> =>
  Promise.all(
    Array.from({ length: count }, (_, index) => shop.open({ by: { visitor: `payer ${index}`, browser: 'sample' } })),
  );
const arrived = (id: OrderId, amount = WHOLE, more: { asset?: string; status?: 'seen' } = {}): Promise<DepositId> =>
  insertArrival(shop.database, id, { amount, seenAt: shop.clock.now(), ...more });
const arriveAll = (ids: readonly OrderId[]): Promise<DepositId[]> => Promise.all(ids.map((id) => arrived(id)));
const states = async (ids: readonly OrderId[]) => (await Promise.all(ids.map(shop.view))).map(({ state }) => state);
const paid = (count: number): string[] => Array.from({ length: count }, () => 'paid');

const insertAdmin = async () => (await insertCustomer(shop.database, { isAdmin: true })).userId;
const clearBelow = (adminId: UserId, paymentsBelowKobo: string | null) =>
  decideSetting(shop.database, adminId, 'clearing', {
    automaticBelowKobo: paymentsBelowKobo,
    paymentsBelowKobo,
    minimumAccountDays: 0,
    shortBasisPoints: 10,
    rateMoveBasisPoints: 200,
  });

/** The database, with a count of its committed transactions, and something that happens before the next commit. */
function watched() {
  const seen = { commits: 0, statements: 0, beforeCommit: async (): Promise<void> => undefined };
  const database: Database = {
    ...shop.database,
    transaction: async (work) => {
      const result = await shop.database.transaction(async (tx) => {
        const counted: Transaction = {
          ...tx,
          query: (...statement) => {
            seen.statements += 1;
            return tx.query(...statement);
          },
        };
        const made = await work(counted);
        await seen.beforeCommit();
        return made;
      });
      seen.commits += 1;
      return result;
    },
  };
  return { seen, fund: createFunding({ ...shop.dependencies, database }), expect: createExpecting({ database }) };
}

test('twenty deposits of as many payments share one commit, and the statements do not grow with their number', async () => {
  const [few, many] = [watched(), watched()];
  await Promise.all((await arriveAll(await openSome(2))).map(few.fund));
  const ids = await openSome(20);
  const seen = await Promise.all(ids.map((id) => arrived(id, WHOLE, { status: 'seen' })));
  await Promise.all(seen.map(many.expect));
  expect(new Set(await states(ids))).toEqual(new Set(['seen']));
  expect(many.seen.commits).toBe(1);
  many.seen.statements = 0;
  await shop.database.query(`update deposit set status = 'dropped' where id = any($1::uuid[])`, [seen]);
  await Promise.all((await arriveAll(ids)).map(many.fund));
  expect(await states(ids)).toEqual(paid(20));
  expect(many.seen).toMatchObject({ commits: 2, statements: few.seen.statements });
  expect(await verify(shop.database)).toMatchObject({ ok: true });
});

test('a deposit that can’t be decided falls out with its own error, and the others are committed together', async () => {
  const ids = await openSome(9);
  const late = await shop.open({ currency: 'ETH' });
  shop.clock.advance(901_000);
  shop.rates.set('ETH', null);
  const bad = await arrived(late, 5_000_000_000_000_000n);
  const good = await Promise.all(
    ids.map((id) => insertArrival(shop.database, id, { amount: WHOLE, seenAt: new Date(0) })),
  );
  const { seen, fund } = watched();
  const outcomes = await Promise.allSettled([...good.slice(0, 5), bad, ...good.slice(5)].map(fund));
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 5 }, () => 'fulfilled'),
    'rejected',
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ]);
  expect(outcomes[5]).toMatchObject({ reason: { status: 503, dependency: 'rates' } });
  expect(await states(ids)).toEqual(paid(9));
  expect((await shop.view(late)).state).not.toBe('paid');
  expect(seen.commits).toBe(1);
  shop.rates.set('ETH', '5000000');
  await fund(bad);
  expect((await shop.view(late)).state).toBe('paid');
});

test('two deposits of one payment in a batch complete it, and each of two more goes to the balance', async () => {
  const id = await shop.open();
  const { seen, fund } = watched();
  const parts = await Promise.all([arrived(id, 10_000_000n), arrived(id, 5_625_000n)]);
  await Promise.all(parts.map(fund));
  expect(await shop.view(id)).toMatchObject({ state: 'paid', received: '15.625', nairaKobo: '2500000' });
  expect(await shop.countEvents('payment.covered', id)).toBe(1);
  // Of the same amount: the postings differ only by the payment's version.
  const more = await Promise.all([arrived(id, 1_000_000n), arrived(id, 1_000_000n)]);
  await Promise.all(more.map(fund));
  expect(await shop.view(id)).toMatchObject({ received: '17.625', excess: '2' });
  expect([await shop.free(), await shop.aside()]).toEqual([2_000_000n, WHOLE]);
  expect(seen.commits).toBe(2);
  expect(await verify(shop.database)).toMatchObject({ ok: true });
});

test('[D6] of two payments by a once-only link in a batch one uses it', async () => {
  const linkId = await insertLink(shop.database, shop.merchantId, { isOnce: true });
  const ids = await Promise.all([shop.open({ linkId }), shop.open({ linkId })]);
  const { fund } = watched();
  await Promise.all((await arriveAll(ids)).map(fund));
  const views = await Promise.all(ids.map(shop.view));
  expect(views.filter(({ timeline }) => timeline.some(({ type }) => type === 'second'))).toHaveLength(1);
});

test('the payments of a batch count towards one day of their merchant’s tier', async () => {
  const adminId = await insertAdmin();
  const limits = Array.from({ length: 4 }, () => ({ maximumKobo: null, dayKobo: '5000000' }));
  await decideSetting(shop.database, adminId, 'tiers', { minimumForAutomatic: 0, limits });
  await clearBelow(adminId, '100000000');
  const ids = await openSome(3);
  const { seen, fund } = watched();
  await Promise.all((await arriveAll(ids)).map(fund));
  const rows = await shop.database.query<{ status: string }>(
    `select status from customer_order where id = any($1::uuid[]) order by status`,
    [ids],
  );
  expect(rows.map(({ status }) => status)).toEqual(['pending', 'processing', 'processing']);
  expect(seen.commits).toBe(1);
});

test('an event that is repeated, in the same batch and later, changes nothing', async () => {
  const ids = await openSome(2);
  const deposits = await arriveAll(ids);
  const { fund } = watched();
  await Promise.all([...deposits, ...deposits].map(fund));
  const after = await Promise.all(ids.map(shop.view));
  await Promise.all([...deposits, ...deposits].map(watched().fund));
  expect(await Promise.all(ids.map(shop.view))).toEqual(after);
  expect(await Promise.all(ids.map((id) => shop.countEvents('payment.covered', id)))).toEqual([1, 1]);
});

test('a process that dies before the commit leaves nothing, and the repeated events decide all of it once', async () => {
  const ids = await openSome(3);
  const deposits = await arriveAll(ids);
  const { seen, fund } = watched();
  seen.beforeCommit = () => Promise.reject(new Error('killed'));
  const outcomes = await Promise.allSettled(deposits.map(fund));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await states(ids)).toEqual(['waiting', 'waiting', 'waiting']);
  await Promise.all(deposits.map(watched().fund));
  expect(await states(ids)).toEqual(paid(3));
  expect(await shop.aside()).toBe(3n * WHOLE);
});

test('a deposit that comes alone is decided at once: it waits for no timer', async () => {
  const id = await shop.open();
  const depositId = await arrived(id);
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  await watched().fund(depositId);
  vi.useRealTimers();
  expect(await states([id])).toEqual(['paid']);
});

test('while another connection holds one of the orders, the others are decided', async () => {
  const ids = await openSome(5);
  const deposits = await arriveAll(ids);
  const { seen, fund } = watched();
  const [held, ...others] = ids;
  const waiting = await shop.database.transaction(async (tx) => {
    await tx.query(`select 1 from customer_order where id = $1 for update`, [held]);
    const all = deposits.map(fund);
    await Promise.all(all.slice(1));
    expect(await states(others)).toEqual(paid(4));
    expect(seen.commits).toBe(1);
    return { all };
  });
  await Promise.all(waiting.all);
  expect(await states(ids)).toEqual(paid(5));
});

test('batches of two processes, and declines of the same payments, wait for each other and do not deadlock', async () => {
  const adminId = await insertAdmin();
  await clearBelow(adminId, null);
  const deadlocks = async () => {
    const [row] = await shop.database.query<{ count: bigint }>(
      `select deadlocks as count from pg_stat_database where datname = current_database()`,
    );
    return row?.count;
  };
  const before = await deadlocks();
  for (let round = 0; round < 5; round += 1) {
    const ids = await openSome(12);
    const deposits = await arriveAll(ids);
    const backwards = deposits.toReversed();
    const [one, two] = [watched(), watched()];
    const declines = ids.map((orderId) => declineOrder(shop.dependencies, { orderId, adminId, reason: null }));
    const outcomes = await Promise.allSettled([...deposits.map(one.fund), ...backwards.map(two.fund), ...declines]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(new Set(await states(ids))).toEqual(new Set(['declined']));
  }
  expect(await deadlocks()).toBe(before);
  expect(await shop.aside()).toBe(0n);
  expect(await shop.free()).toBe(60n * WHOLE);
  expect(await verify(shop.database)).toMatchObject({ ok: true });
});
