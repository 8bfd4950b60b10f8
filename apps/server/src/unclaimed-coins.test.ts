// Coins that arrive at an address that may have been given out before a restore are kept, shown, swept and counted, and
// credited once to the customer whom an administrator finds.
import type { UserId } from '@kobogate/contract';
import { createTestChain, type TestChain } from '@kobogate/testkit/custody/chain.ts';
import { createTestTreasuryWallet } from '@kobogate/testkit/custody/treasury.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { balance, custody, customer, post, receivable, unclaimed, verify } from './ledger/index.ts';
import { systemClock } from './platform/clock.ts';
import { newId } from './platform/identifiers.ts';
import { watchNetwork } from './custody/deposits/watch-network.ts';
import { listOwnAddresses } from './custody/treasury/coins/db.ts';
import { reconcile } from './custody/index.ts';
import { creditUnclaimed } from './custody/suspense/settle-unclaimed.ts';
import { listUnclaimed } from './custody/suspense/list-suspense.ts';
import { createWatchList } from './custody/watch-list/watch-list.ts';
import { reserveAddresses } from './custody/wallets/reserve-addresses.ts';

const USDT = 'USDT@ethereum';
const AMOUNT = 13_030_000n;
let sample: TestDatabase;
let adminId: UserId;
let key: string;
let chain: TestChain;
const { currentRates } = createTestRates({ USDT: '1500' });

beforeAll(async () => {
  sample = await createTestDatabase();
  adminId = (await insertCustomer(sample.database, { isAdmin: true })).userId;
});
afterAll(() => sample.drop());
beforeEach(async () => {
  const { database } = sample;
  for (const table of ['block', 'watcher']) await database.query(`delete from ${table}`);
  // No block that this test's chain replaces has remains of earlier tests.
  await database.query(`update deposit set block_height = 0`);
  key = newId();
  chain = createTestChain();
  await watchAll();
  await reserveAddresses({ database, log: silentLog, gap: 5, addressSources: [sourceOf()] }, newId());
});

const addressOf = (index: number): string => `0x${key}${index}`;
const sourceOf = () => ({
  family: 'evm' as const,
  keyFingerprint: key,
  size: 1_000_000,
  derive: (index: number) => ({ address: addressOf(index), addressKey: addressOf(index) }),
});
async function watchAll(): Promise<void> {
  const { database } = sample;
  const watchList = createWatchList(database, 'evm');
  const watching = { database, chain, watchList, confirmations: 3, clock: systemClock, log: silentLog };
  while ((await watchNetwork(watching)).hasMore);
}
/** A payment of 13.03 USDT to the third of the reserved addresses, final by default. */
async function arrive(blocksAfter = 2): Promise<void> {
  const identity = `${key} paid`;
  chain.extend([{ identity, transaction: `0x${key}`, asset: USDT, addressKey: addressOf(2), amount: AMOUNT }]);
  for (let count = 0; count < blocksAfter; count += 1) chain.extend([]);
  await watchAll();
}
const mine = async () =>
  (await listUnclaimed({ ...sample, currentRates })).filter(({ address }) => address.includes(key));
async function only() {
  const [found, ...more] = await mine();
  if (found === undefined || more.length > 0) throw new Error('there is not one arrival');
  return found;
}
/** As after a deposit that was spent and that the chain took back. */
const owe = (userId: UserId, amount: bigint) =>
  sample.database.transaction((tx) =>
    post(tx, [
      {
        source: 'deposit-reverted',
        sourceId: newId(),
        description: 'Deposit taken back by the chain',
        transfers: [{ debit: receivable(userId, USDT), credit: custody(USDT), amount }],
      },
    ]),
  );
const emailOf = (userId: UserId): string => `${userId}@kobogate.test`;
const credit = async (userId: UserId, by = adminId) =>
  creditUnclaimed(
    { ...sample, currentRates },
    { id: (await only()).id, adminId: by, email: emailOf(userId), reason: 'Their wallet of that day.' },
  );
const eventsOf = (id: string) =>
  sample.database.query<{ type: string }>(`select type from event where payload ->> 'depositId' = $1 order by id`, [
    id,
  ]);

test('[I5] a payment to a forgotten address is in suspense with all that its keys need, and no customer is notified', async () => {
  const before = await balance(sample.database, unclaimed(USDT));
  await arrive(0);
  expect(await only()).toMatchObject({ isFinal: false });
  chain.extend([]);
  chain.extend([]);
  await watchAll();
  const found = await only();
  expect(found).toMatchObject({
    currency: 'USDT',
    networkName: 'Ethereum',
    amount: '13.03',
    nairaKobo: '1954500',
    address: addressOf(2),
    derivationIndex: 2,
    transaction: `0x${key}`,
    isFinal: true,
  });
  await watchAll();
  expect((await balance(sample.database, unclaimed(USDT))) - before).toBe(AMOUNT);
  expect(await eventsOf(found.id)).toEqual([]);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] its address is swept like any other, unused ones are not asked about, and the comparison counts all', async () => {
  await arrive();
  const known = await listOwnAddresses(sample.database, { family: 'evm', keyFingerprint: key, isKnown: true });
  expect(known.map(({ index }) => index)).toEqual([2]);
  const asked: number[] = [];
  const holdings = createTestTreasuryWallet({
    holdings: (addresses) => {
      asked.push(...addresses.map(({ index }) => index));
      // The last of them has coins that no watcher has seen.
      const last = addresses.at(-1);
      return Promise.resolve(last === undefined ? [] : [{ address: last, asset: USDT, amount: 1n }]);
    },
  });
  const { comparisons } = await reconcile({ ...sample, addressSources: [sourceOf()] }, holdings);
  expect(asked).toEqual([0, 1, 2, 3, 4]);
  const there = comparisons.find(({ place, asset }) => place === 'custody' && asset === USDT);
  expect(there).toMatchObject({ chain: 1n, ledger: await balance(sample.database, custody(USDT)) });
});

test('[I5] it is credited once to the customer whom an administrator finds, however often it is submitted, and continues as their deposit', async () => {
  await arrive();
  const { userId } = await insertCustomer(sample.database);
  const { id } = await only();
  const presses = await Promise.allSettled([credit(userId), credit(userId), credit(userId)]);
  expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(AMOUNT);
  expect(await mine()).toEqual([]);
  expect(await eventsOf(id)).toEqual([{ type: 'deposit.confirmed' }]);
  const acts = await sample.database.query(`select action, reason from admin_action where user_id = $1`, [userId]);
  expect(acts).toEqual([{ action: 'deposit-credited', reason: 'Their wallet of that day.' }]);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] [D6] a deposit that the chain takes back leaves suspense; once it was credited, its customer owes it', async () => {
  const before = await balance(sample.database, unclaimed(USDT));
  await arrive();
  chain.cut(3);
  for (let count = 0; count < 3; count += 1) chain.extend([]);
  await watchAll();
  expect(await balance(sample.database, unclaimed(USDT))).toBe(before);
  expect(await mine()).toEqual([]);
  await arrive();
  const { userId } = await insertCustomer(sample.database);
  await credit(userId);
  chain.cut(3);
  for (let count = 0; count < 3; count += 1) chain.extend([]);
  await watchAll();
  expect(await balance(sample.database, customer(userId, USDT))).toBe(0n);
  expect(await balance(sample.database, receivable(userId, USDT))).toBe(0n);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] [D6] its customer’s debt of the same coin is paid from it at once', async () => {
  await arrive();
  const { userId } = await insertCustomer(sample.database);
  await owe(userId, 10_000_000n);
  await credit(userId);
  expect(await balance(sample.database, receivable(userId, USDT))).toBe(0n);
  expect(await balance(sample.database, customer(userId, USDT))).toBe(AMOUNT - 10_000_000n);
  expect((await verify(sample.database)).differences).toEqual([]);
});

test('[I5] [C3] not to the administrator, not before it is final, and not to an unknown customer', async () => {
  await arrive(0);
  const { userId } = await insertCustomer(sample.database);
  await expect(credit(userId)).rejects.toMatchObject({ status: 409 });
  chain.extend([]);
  chain.extend([]);
  await watchAll();
  await expect(credit(adminId)).rejects.toMatchObject({ status: 403 });
  await expect(credit(newId())).rejects.toMatchObject({ status: 404 });
  expect(await mine()).toHaveLength(1);
});

test('[I5] above the operator’s threshold it needs two administrators who name the same customer, both still in their role', async () => {
  await sample.database.query(
    `insert into setting_change (subject, version, before, after, changed_by)
     values ('approvals', 1, '{"secondAboveKobo":null}', '{"secondAboveKobo":"100"}', $1)`,
    [adminId],
  );
  await arrive();
  const [second, owner, other] = [
    (await insertCustomer(sample.database, { isAdmin: true })).userId,
    (await insertCustomer(sample.database)).userId,
    (await insertCustomer(sample.database)).userId,
  ];
  expect(await credit(owner)).toBe('waits');
  expect(await only()).toMatchObject({ firstApproval: { adminId, customerEmail: emailOf(owner) } });
  await expect(credit(owner)).rejects.toMatchObject({ status: 409 });
  await expect(credit(other, second)).rejects.toMatchObject({ status: 409 });
  // The first was mistaken: what they name now counts, and what they named before does not.
  expect(await credit(other)).toBe('waits');
  expect(await only()).toMatchObject({ firstApproval: { adminId, customerEmail: emailOf(other) } });
  await expect(credit(owner, second)).rejects.toMatchObject({ status: 409 });
  expect(await credit(owner)).toBe('waits');
  expect(await balance(sample.database, customer(owner, USDT))).toBe(0n);
  const disable = (isDisabled: boolean) =>
    sample.database.query(`update app_user set disabled_at = case when $2 then now() end where id = $1`, [
      adminId,
      isDisabled,
    ]);
  await disable(true);
  expect(await only()).toMatchObject({ firstApproval: null });
  expect(await credit(owner, second)).toBe('waits');
  await disable(false);
  expect(await credit(owner)).toBe('settled');
  expect(await balance(sample.database, customer(owner, USDT))).toBe(AMOUNT);
});
