// A deposit that waits for a word is credited once an administrator vouches for it: who may, once, and on the record.
import type { DepositId, UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createTestChain, type TestChain } from '@kobogate/testkit/custody/chain.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balance, customer, verify } from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { NodeFault, type Transfer } from '../deposits/chain.ts';
import { createWatchList } from '../watch-list/watch-list.ts';
import { describeNetworks } from './describe-networks.ts';
import { createProviders, type Provider } from './providers.ts';
import { createReread } from './reread.ts';
import { createVouching } from './vouch.ts';
import { vouchInPerson } from './vouch-in-person.ts';
import { watchAtProviders } from './watch-at-providers.ts';

const USDT = 'USDT@ethereum';
/** ₦1,500 each. */
const { currentRates } = createTestRates({ USDT: '1500', USDC: '1500' });
const LIMIT = toKobo(1_000_000n);
/** ₦15,000, where the limit is ₦10,000. */
const LARGE = 10_000_000n;
let sample: TestDatabase;
let adminId: UserId;
let chain: TestChain;

beforeAll(async () => {
  sample = await createTestDatabase();
  adminId = (await insertCustomer(sample.database, { isAdmin: true })).userId;
});
afterAll(() => sample.drop());
beforeEach(async () => {
  // No block that this test's chain replaces has remains of earlier tests.
  await sample.database.query(`delete from block; delete from watcher; update deposit set block_height = 0`);
  chain = createTestChain();
  await lookAt([one()]);
});

const one = (): Provider => ({ chain, host: 'one' });
const two = (): Provider => ({ chain, host: 'two' });
/** Every look is far later than the one before: what waits is asked about again. */
let time = 0;
async function lookAt(
  all: readonly Provider[],
  finalAbove: typeof LIMIT | null = null,
  database: Database = sample.database,
): Promise<void> {
  const providers = createProviders(all, 10);
  const policy = { aloneUpTo: LIMIT, finalAbove };
  const watchList = createWatchList(database, 'evm');
  const reread = createReread({ database, watchList, clock: systemClock, log: silentLog }, { confirmations: 2 });
  const vouching = createVouching({ database, providers, currentRates, reread, now: () => (time += 100_000) }, policy);
  const needs = { database, providers, vouching, watchList, confirmations: 2, clock: systemClock, log: silentLog };
  while ((await watchAtProviders(needs)).hasMore);
}

/** Payments that are deep enough once they have come. */
function mine(payments: readonly Transfer[]): void {
  chain.extend(payments);
  chain.extend([]);
}

/** A payment that is deep enough, and how it is now. */
async function arrive(...terms: Parameters<typeof draw>) {
  const drawn = await draw(...terms);
  mine([drawn.paid]);
  return drawn;
}

/** A payment that is on no chain yet. */
async function draw(asset: Transfer['asset'] = USDT, amount = LARGE, isAdmin = false) {
  const { database } = sample;
  const { userId } = await insertCustomer(database, { isAdmin });
  const [row] = await database.query<{ key: string }>(
    `select address_key as key from deposit_address where user_id = $1`,
    [userId],
  );
  const identity = newId();
  const paid = { identity, transaction: `0x${identity}`, asset, addressKey: row?.key ?? '', amount };
  const find = async () => {
    const [deposit] = await database.query<{ id: DepositId; status: string; waits: string | null; by: string | null }>(
      `select id, status, waits_for as waits, vouched_by as by from deposit where user_id = $1`,
      [userId],
    );
    if (deposit === undefined) throw new Error('it was not seen');
    return deposit;
  };
  return { userId, paid, find };
}
const vouch = (id: DepositId, by = adminId) =>
  vouchInPerson({ ...sample, currentRates }, { id, adminId: by, reason: 'Two explorers show it.' });
const actsOn = (userId: UserId) =>
  sample.database.query<{ action: string; reason: string; admin: string }>(
    `select action, reason, admin_id as admin from admin_action where user_id = $1 order by at`,
    [userId],
  );

test('[D12] what one provider alone reports above the limit is credited once a person vouches for it, on the record', async () => {
  const { userId, paid, find } = await arrive();
  await lookAt([one()]);
  const { id, waits } = await find();
  expect(waits).toBe('person');
  const [shown] = await describeNetworks(sample.database, await currentRates());
  expect(shown?.waiting).toMatchObject([{ id, amount: '10', nairaKobo: '1500000', waitsFor: 'person', readBy: 'one' }]);
  expect(await vouch(id)).toBe('credited');
  expect(await balance(sample.database, customer(userId, USDT))).toBe(0n);
  await lookAt([one()]);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(LARGE);
  expect(await find()).toMatchObject({ status: 'confirmed', waits: null, by: 'administrator' });
  expect(await actsOn(userId)).toEqual([
    {
      action: 'deposit-vouched',
      reason: `10 USDT in transaction ${paid.transaction}: Two explorers show it.`,
      admin: adminId,
    },
  ]);
  await expect(vouch(id)).rejects.toMatchObject({ status: 409 });
  expect((await describeNetworks(sample.database, await currentRates()))[0]?.waiting).toEqual([]);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[D12] what one provider reports of a customer in one look counts together: up to the limit it is credited, the rest waits', async () => {
  const { database } = sample;
  const { userId, paid } = await arrive(USDT, 4_000_000n);
  const more = [newId(), newId()].map((identity) =>
    Object.assign({}, paid, { identity, transaction: `0x${identity}` }),
  );
  mine(more);
  await lookAt([one()]);
  // ₦6,000 each, where the limit is ₦10,000.
  expect(await balance(database, customer(userId, USDT))).toBe(4_000_000n);
  expect(
    await database.query(
      `select status, waits_for as waits, count(*)::int as deposits from deposit where user_id = $1 group by 1, 2 order by 1`,
      [userId],
    ),
  ).toEqual([
    { status: 'confirmed', waits: null, deposits: 1 },
    { status: 'confirming', waits: 'person', deposits: 2 },
  ]);
});

test('a look asks the database as often for many payments as for few, with one provider and with two', async () => {
  const askedFor = async (providers: readonly Provider[], payments: number): Promise<number> => {
    let asked = 0;
    const counting: Database = Object.assign(Object.create(sample.database), {
      query: (...statement: Parameters<Database['query']>) => {
        asked += 1;
        return sample.database.query(...statement);
      },
    });
    const arrived = await Promise.all(Array.from({ length: payments }, () => draw(USDT, 1n)));
    mine(arrived.map(({ paid }) => paid));
    await lookAt(providers, LIMIT, counting);
    for (const { find } of arrived) expect(await find()).toMatchObject({ status: 'confirmed' });
    return asked;
  };
  for (const providers of [[one()], [one(), two()]]) {
    expect(await askedFor(providers, 12)).toBe(await askedFor(providers, 2));
  }
});

test('[D12] of two administrators who vouch at once one is recorded, and it is credited once', async () => {
  const { userId, find } = await arrive();
  await lookAt([one()]);
  const { id } = await find();
  const other = (await insertCustomer(sample.database, { isAdmin: true })).userId;
  const words = await Promise.allSettled([vouch(id), vouch(id, other), vouch(id)]);
  expect(words.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await actsOn(userId)).toHaveLength(1);
  await Promise.all([lookAt([one()]), lookAt([one()])]);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(LARGE);
});

test('[D12] no person vouches for their own coins, for what is unknown, credited, taken back or waits for nobody', async () => {
  await expect(vouch(newId())).rejects.toMatchObject({ status: 404 });
  const [own, small, early, gone] = [
    await arrive(USDT, LARGE, true),
    await arrive(USDT, 1n),
    await arrive(),
    await arrive(),
  ];
  const idOf = async (payment: typeof own) => (await payment.find()).id;
  await lookAt([one()]);
  await expect(vouch(await idOf(own), own.userId)).rejects.toMatchObject({ status: 403 });
  await expect(vouch(await idOf(small))).rejects.toMatchObject({ status: 409, message: /credited already/ });
  await sample.database.query(`update deposit set waits_for = 'finality' where id = $1`, [await idOf(early)]);
  await expect(vouch(await idOf(early))).rejects.toMatchObject({ status: 409, message: /does not wait/ });
  chain.cut(2);
  for (let block = 0; block < 3; block += 1) chain.extend([]);
  await lookAt([one()]);
  await expect(vouch(await idOf(gone))).rejects.toMatchObject({ status: 409, message: /taken this deposit back/ });
  expect(await actsOn(gone.userId)).toEqual([]);
});

test('[C3] [D12] above the operator’s threshold it takes two administrators', async () => {
  const { userId, find } = await arrive();
  await lookAt([one()]);
  const { id } = await find();
  await sample.database.query(
    `insert into setting_change (subject, version, before, after, changed_by)
     values ('approvals', 1, '{"secondAboveKobo":null}', '{"secondAboveKobo":"100"}', $1)`,
    [adminId],
  );
  expect(await vouch(id)).toBe('waits');
  await expect(vouch(id)).rejects.toMatchObject({ status: 409 });
  await lookAt([one()]);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(0n);
  const other = (await insertCustomer(sample.database, { isAdmin: true })).userId;
  expect(await vouch(id, other)).toBe('credited');
  await lookAt([one()]);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(LARGE);
  expect((await actsOn(userId)).map(({ action }) => action)).toEqual(['deposit-first-vouched', 'deposit-vouched']);
  await sample.database.query(
    `insert into setting_change (subject, version, before, after, changed_by)
     values ('approvals', 2, '{"secondAboveKobo":"100"}', '{"secondAboveKobo":null}', $1)`,
    [adminId],
  );
});

test('[D12] [D15] a second provider’s word counts for a twin, which is credited as another asset', async () => {
  const { userId, find } = await arrive('USDT0@optimism');
  await lookAt([one(), two()]);
  expect(await find()).toMatchObject({ status: 'confirmed', by: 'two' });
  expect(await balance(sample.database, customer(userId, 'USDT@optimism'))).toBe(LARGE);
});

test('[D12] two providers at one host are one provider’s word', async () => {
  const { find } = await arrive();
  await lookAt([one(), one()]);
  expect(await find()).toMatchObject({ status: 'confirming', waits: 'person' });
});

test('[D12] where it is not known who reported a deposit, two others have to have it', async () => {
  const { find } = await arrive();
  await lookAt([one()]);
  await sample.database.query(`update deposit set read_by = null where id = $1`, [(await find()).id]);
  const blind: Provider = { chain: { ...chain, scan: () => Promise.reject(new NodeFault('Not now.')) }, host: 'two' };
  await lookAt([one(), blind]);
  expect(await find()).toMatchObject({ status: 'confirming', waits: 'provider' });
  await lookAt([one(), two()]);
  expect(await find()).toMatchObject({ status: 'confirmed', by: 'one, two' });
});

test('[K7] where no provider passes on which block is final, a person decides; where none answers, it waits', async () => {
  const silent = (host: string): Provider => ({ chain: { ...chain, finalHeight: () => Promise.resolve(null) }, host });
  const failing = (host: string): Provider => ({
    chain: { ...chain, finalHeight: () => Promise.reject(new NodeFault('Not now.')) },
    host,
  });
  const { userId, find } = await arrive();
  await lookAt([failing('one'), silent('two')], LIMIT);
  expect(await find()).toMatchObject({ status: 'confirming', waits: 'finality' });
  await expect(vouch((await find()).id)).rejects.toMatchObject({ status: 409 });
  await lookAt([silent('one'), silent('two')], LIMIT);
  expect(await find()).toMatchObject({ status: 'confirming', waits: 'person' });
  await vouch((await find()).id);
  await lookAt([silent('one'), silent('two')], LIMIT);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(LARGE);
});

test('[K7] a block that the provider of the final word does not have is not final', async () => {
  const { find } = await arrive();
  const headers: TestChain['headers'] = async (heights) =>
    heights.map((height) => ({ height, hash: 'another', parentHash: 'nothing' }));
  const forked: Provider = { chain: { ...chain, headers, finalHeight: () => Promise.resolve(8n) }, host: 'two' };
  await lookAt([one(), forked], LIMIT);
  expect(await find()).toMatchObject({ status: 'confirming', waits: 'finality' });
});

test('[D4] [D12] coins that have no rate, which a stranger may send, make no other coins of their customer wait', async () => {
  const silent = (host: string): Provider => ({ chain: { ...chain, finalHeight: () => Promise.resolve(null) }, host });
  const small = 1_000_000n;
  const { userId, paid } = await draw(USDT, small);
  const dust = Object.assign({}, paid, { identity: newId(), transaction: `0x${newId()}`, asset: 'DAI@ethereum' });
  const stray = { ...dust, identity: newId(), amount: 5n * 10n ** 18n };
  mine([{ ...dust, amount: 1n }, stray, paid]);
  await lookAt([silent('one'), silent('two')], LIMIT);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(small);
  const waiting = () =>
    sample.database.query<{ asset: string; waits: string | null }>(
      `select asset, waits_for as waits from deposit where user_id = $1 and status = 'confirming' order by asset`,
      [userId],
    );
  // What they are worth is not known, so they wait themselves, but for dust; with one provider too.
  expect(await waiting()).toEqual([{ asset: 'DAI@ethereum', waits: 'person' }]);
  const more = [newId(), newId()].map((identity) =>
    Object.assign({}, paid, { identity, transaction: `0x${identity}` }),
  );
  mine([{ ...dust, identity: newId(), amount: 1n }, { ...stray, identity: newId() }, ...more]);
  await lookAt([one()]);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(3n * small);
  expect(await waiting()).toHaveLength(2);
});

test('[D12] [D15] a bridged dollar waits by what the real one is worth', async () => {
  const [small, large] = [await arrive('USDC.e@polygon', 1_000_000n), await arrive('USDC.e@polygon')];
  await lookAt([one()]);
  expect(await small.find()).toMatchObject({ status: 'confirmed' });
  expect(await large.find()).toMatchObject({ status: 'confirming', waits: 'person' });
});
