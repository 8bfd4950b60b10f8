// A payout above an account's usual amounts waits for an administrator, however many payouts come at the same moment;
// one that an administrator approved goes on.
import { type Kobo, toKobo } from '@kobogate/money';
import { DEFAULT_SETTINGS, type Holds, type OrderId } from '@kobogate/contract';
import { createTestSettings, decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { idleRail, makePayableOrder, NAIRA_KOBO } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer, silentBank, type TestCustomer } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { approveOrder } from '../sales/orders/approve-order.ts';
import { getConversion } from '../sales/order-views/view-orders.ts';
import { createPayoutCreation } from './create-payout.ts';
import { decideHold, type HoldFacts, withPayoutOf } from './decide-hold.ts';

const NONE = { count: 0, kobo: toKobo(0n) };
const PLENTY = { most: 1000, mostKobo: '1000000000000' };
const LOOSE: Holds = {
  hour: PLENTY,
  day: PLENTY,
  newHour: PLENTY,
  newDay: PLENTY,
  newAccountHours: 24,
  coolingOffKobo: String(10n ** 13n),
};

describe('[P7] the decision', () => {
  const facts = (change: Partial<HoldFacts> = {}): HoldFacts => ({
    hour: NONE,
    day: NONE,
    payoutAccount: 'settled',
    isReset: false,
    ...change,
  });
  test.each([
    ['hour', 'settled', 'hour'],
    ['day', 'settled', 'day'],
    ['newHour', 'new', 'hour'],
    ['newDay', 'changed', 'day'],
  ] as const)('%s: the last one within the limit leaves, and the next one waits', (name, payoutAccount, time) => {
    const limits = { ...LOOSE, [name]: { most: 3, mostKobo: '100' } };
    const decide = (count: number, kobo: Kobo, amount: Kobo) =>
      decideHold(amount, facts({ payoutAccount, [time]: { count, kobo } }), limits);
    expect(decide(2, toKobo(60n), toKobo(40n))).toBeNull();
    expect(decide(3, toKobo(0n), toKobo(1n))).toContain(time);
    expect(decide(0, toKobo(60n), toKobo(41n))).toContain(time);
  });

  test('[A8] a large payout waits in the day after the payout account changed, and a small one or a first account’s does not', () => {
    const limits = { ...LOOSE, coolingOffKobo: '500' };
    expect(decideHold(toKobo(500n), facts({ payoutAccount: 'changed' }), limits)).toContain('changed');
    expect(decideHold(toKobo(499n), facts({ payoutAccount: 'changed' }), limits)).toBeNull();
    expect(decideHold(toKobo(500n), facts({ payoutAccount: 'new' }), limits)).toBeNull();
  });

  test('after a lost second factor was removed a large payout waits too, to any payout account, and the limits are those of a new one', () => {
    const limits = { ...LOOSE, coolingOffKobo: '500', newHour: { most: 1, mostKobo: '1000' } };
    for (const payoutAccount of ['settled', 'new', 'changed'] as const) {
      const reset = facts({ payoutAccount, isReset: true });
      expect(decideHold(toKobo(500n), reset, limits)).toContain('second step');
      expect(decideHold(toKobo(499n), reset, limits)).toBeNull();
      expect(decideHold(toKobo(1n), withPayoutOf(reset, toKobo(499n)), limits)).toContain('hour');
    }
  });

  test('lets new payout accounts less than settled ones, by default', () => {
    const { hour, day, newHour, newDay } = DEFAULT_SETTINGS.holds;
    expect([newHour.most < hour.most, BigInt(newHour.mostKobo) < BigInt(hour.mostKobo)]).toEqual([true, true]);
    expect([newDay.most < day.most, BigInt(newDay.mostKobo) < BigInt(day.mostKobo)]).toEqual([true, true]);
  });
});

describe('on the database', () => {
  let testDatabase: TestDatabase;
  let owner: TestCustomer;
  let admin: TestCustomer;
  beforeAll(async () => {
    testDatabase = await createTestDatabase({ maxConnections: 16 });
  });
  afterAll(() => testDatabase.drop());
  beforeEach(async () => {
    owner = await insertCustomer(testDatabase.database);
    admin = await insertCustomer(testDatabase.database, { isAdmin: true });
  });

  /** How payouts are made under these limits; those that are asked for at one moment share a transaction. */
  async function under(limits: Partial<Holds>): Promise<(orderId: OrderId) => Promise<void>> {
    const { database } = testDatabase;
    await decideSetting(database, admin.userId, 'holds', { ...LOOSE, ...limits });
    const make = createPayoutCreation({
      database,
      rails: [idleRail],
      settings: createTestSettings(database),
    });
    return (orderId) => make({ orderId });
  }
  const create = async (orderId: OrderId, limits: Partial<Holds>): Promise<void> => (await under(limits))(orderId);
  /** A covered order that the policy cleared, without an administrator. */
  async function makeCleared(): Promise<OrderId> {
    const { database } = testDatabase;
    const orderId = await makePayableOrder({ database, clock: systemClock }, { owner, admin });
    await database.query(`update customer_order set status = 'processing' where id = $1`, [orderId]);
    return orderId;
  }
  const read = (orderId: OrderId) => getConversion(testDatabase, { orderId, userId: owner.userId });
  const states = async (orderIds: readonly OrderId[]) =>
    (await Promise.all(orderIds.map(read))).map(({ status, payout }) => `${status} ${payout}`).toSorted();

  test.each([
    ['count', { most: 3, mostKobo: PLENTY.mostKobo }],
    ['sum', { most: 1000, mostKobo: String(4n * NAIRA_KOBO - 1n) }],
  ])('[P7] payouts that come at the same moment do not pass the limit of their %s together', async (_name, newHour) => {
    const orderIds = [];
    for (let index = 0; index < 6; index += 1) orderIds.push(await makeCleared());
    await create(orderIds[0] ?? idFor<OrderId>(''), { newHour });
    // One in a transaction of its own, and four by one maker: its first is alone too, the others share theirs.
    const [alone, shared] = [await under({ newHour }), await under({ newHour })];
    await Promise.all(orderIds.slice(1).map((orderId, index) => (index === 0 ? alone(orderId) : shared(orderId))));
    expect(await states(orderIds)).toEqual([
      ...Array.from({ length: 3 }, () => 'pending none'),
      ...Array.from({ length: 3 }, () => 'processing queued'),
    ]);
  });

  test('a large payout waits for a time after the owner’s lost second factor was removed, and not after one that was refused', async () => {
    const { database } = testDatabase;
    const limits = { coolingOffKobo: '1', newAccountHours: 24 };
    const reset = async (outcome: string, hoursAgo: number): Promise<void> => {
      await database.query(
        `insert into factor_reset (id, user_id, asked_at, due_at, statement, user_agent, address, granted_at, ended_at, outcome)
         select gen_random_uuid(), $1, at, at, '', '', '', at, at, $2
         from (select clock_timestamp() - make_interval(hours => $3) as at) t`,
        [owner.userId, outcome, hoursAgo],
      );
    };
    await database.query(`update bank_account set updated_at = now() - interval '9 days' where user_id = $1`, [
      owner.userId,
    ]);
    await reset('refused', 1);
    await reset('done', 25);
    const before = await makeCleared();
    await create(before, limits);
    expect(await states([before])).toEqual(['processing queued']);
    await reset('done', 23);
    const after = await makeCleared();
    await create(after, limits);
    expect(await states([after])).toEqual(['pending none']);
  });

  test('[P7] one that waits says why, loses nothing, and leaves once an administrator approves it', async () => {
    const newDay = { most: 0, mostKobo: '0' };
    const orderId = await makeCleared();
    await create(orderId, { newDay });
    const held = await read(orderId);
    expect(held).toMatchObject({ status: 'pending', payout: 'none', funding: 'funded' });
    expect(held.timeline.at(-1)?.text).toContain('we check this payout first');
    // Its owner is told, once.
    const told = await testDatabase.database.query(
      `select payload from event where type = 'order.held' and payload->>'orderId' = $1`,
      [orderId],
    );
    expect(told).toEqual([{ payload: { orderId } }]);
    await approveOrder({ ...testDatabase, askName: silentBank }, { orderId, adminId: admin.userId });
    await create(orderId, { newDay });
    expect(await read(orderId)).toMatchObject({ status: 'approved', payout: 'queued' });
  });

  test('[P7] payouts of yesterday, or for another user, are not counted', async () => {
    const one = { most: 1, mostKobo: PLENTY.mostKobo };
    const limits = { hour: one, day: one, newHour: one, newDay: one };
    const orderIds = [await makeCleared(), await makeCleared()];
    await create(orderIds[0] ?? idFor<OrderId>(''), limits);
    await testDatabase.database.query(
      `update payout set created_at = created_at - interval '25 hours' where order_id = $1`,
      [orderIds[0]],
    );
    await create(orderIds[1] ?? idFor<OrderId>(''), limits);
    owner = await insertCustomer(testDatabase.database);
    const theirs = await makeCleared();
    await create(theirs, limits);
    expect(await read(theirs)).toMatchObject({ payout: 'queued' });
  });

  test('[A8] [P6] a changed payout account cools off for a day', async () => {
    const change = (ago: string) =>
      testDatabase.database.query(
        `update bank_account set version = 2, updated_at = clock_timestamp() - $2::interval where user_id = $1`,
        [owner.userId, ago],
      );
    await change('23 hours');
    const waiting = await makeCleared();
    await create(waiting, { coolingOffKobo: String(NAIRA_KOBO) });
    expect(await read(waiting)).toMatchObject({ status: 'pending', payout: 'none' });
    await change('25 hours');
    const leaving = await makeCleared();
    await create(leaving, { coolingOffKobo: String(NAIRA_KOBO) });
    expect(await read(leaving)).toMatchObject({ payout: 'queued' });
  });
});
