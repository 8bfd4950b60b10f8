// Coins that raise the balance of an address of ours without a payment that we know stop that network and call a person,
// whether their address also got a known payment or not; nothing else does, and an explanation lets it go on.
import { tmpdir } from 'node:os';
import type { PlanId } from '@kobogate/contract';
import { formatFile, PLAN_FORMAT } from '@kobogate/plans';
import { createTestNetwork, type TestNetwork } from '@kobogate/testkit/chains/evm/network.ts';
import { planTransfer } from '@kobogate/testkit/custody/treasury.ts';
import { testMonthSealer } from '@kobogate/testkit/ledger/postings.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestRates, insertCustomer, testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createEvmTreasuryWallet } from './adapters/chains/evm/evm-treasury-wallet.ts';
import { reconcileDay } from './books/reconciliation/reconcile-day.ts';
import { compareBalances } from './custody/found/compare-balances.ts';
import { startWatchers } from './custody/watching/start-watchers.ts';
import { resumeNetwork } from './custody/found/resume-network.ts';
import { describeNetworks } from './custody/watching/describe-networks.ts';
import { insertPlan } from './custody/treasury/plans/db.ts';
import { balance, unclaimed, verify } from './ledger/index.ts';
import { systemClock } from './platform/clock.ts';
import { newId } from './platform/identifiers.ts';

const ETH = 10n ** 18n;
const { currentRates } = createTestRates({ ETH: '5000000' });
let network: TestNetwork;
let watchers: ReturnType<typeof startWatchers>;
let miner: NodeJS.Timeout;

beforeEach(async () => {
  network = await createTestNetwork('ethereum', 2);
  await insertCustomer(network.database, { isAdmin: true });
  const { database, addressSource, dependencies } = network;
  const needs = {
    database,
    clock: systemClock,
    log: silentLog,
    currentRates,
    addressSources: [addressSource],
    dataDir: tmpdir(),
    publicOrigin: 'https://kobogate.test',
  };
  watchers = startWatchers({ ...needs, pollMs: 20 }, [
    { providers: [{ chain: dependencies.chain, host: 'node' }], confirmations: 2, steps: [] },
  ]);
  await vi.waitUntil(async () => (await database.query(`select from block`)).length > 0, { timeout: 20_000 });
  // A new block is news for the watcher’s note.
  miner = setInterval(() => void network.mine(1).catch(() => undefined), 100);
});
afterEach(async () => {
  clearInterval(miner);
  await Promise.all(watchers.map((watcher) => watcher.stop()));
  await network.stop();
});

const parts = () => {
  const { database, addressSource, anvil } = network;
  const treasuryWallet = createEvmTreasuryWallet({ network: 'ethereum', rpcUrl: anvil.url });
  const given = { database, addressSources: [addressSource], log: silentLog, publicOrigin: 'https://kobogate.test' };
  return { treasuryWallet, given: { ...given, pauseMs: 20 } };
};
const compare = () => {
  const { treasuryWallet, given } = parts();
  return compareBalances(given, treasuryWallet);
};
const reconcileToday = () => {
  const { treasuryWallet, given } = parts();
  return reconcileDay(
    {
      ...given,
      clock: systemClock,
      rails: [],
      treasuryWallets: [{ treasuryWallet }],
      networks: ['ethereum'],
      quoteSigner: testQuoteSigner,
      monthSealer: testMonthSealer,
    },
    { day: new Date().toISOString().slice(0, 10), isScheduled: true, adminId: null },
  );
};
const checksLeft = async () => (await network.database.query(`select from balance_check`)).length;
const surpluses = () =>
  network.database.query<{ asset: string; amount: string }>(
    `select asset, amount::text from balance_surplus where explained_at is null`,
  );
const isCredited = async (userId: Parameters<TestNetwork['balanceOf']>[0], amount: bigint) =>
  (await network.balanceOf(userId, 'ETH@ethereum')) === amount;
const credited = (userId: Parameters<TestNetwork['balanceOf']>[0], amount: bigint) =>
  vi.waitUntil(() => isCredited(userId, amount), { timeout: 20_000 });
const pay = async (to: string, amount: bigint) => network.mineTransaction(await network.sign(to, amount));
/** Raises a balance as no transaction, log or trace shows it. */
async function raise(address: string, by: bigint): Promise<void> {
  const before = BigInt(String(await network.anvil.rpc('eth_getBalance', address, 'latest')));
  await network.fund(address, before + by);
}

test('[D14] known payments raise no alarm, however they are spread, and each credit is compared once', async () => {
  const [one, other] = [await network.createUser('ETH'), await network.createUser('ETH')];
  await pay(one.address, 2n * ETH);
  await pay(one.address, 3n * ETH);
  await pay(other.address, 1n);
  await credited(one.userId, 5n * ETH);
  await credited(other.userId, 1n);
  expect(await checksLeft()).toBe(2);
  await compare();
  expect([await checksLeft(), await surpluses()]).toEqual([0, []]);
});

test('[K1] [D14] a balance that rose without a known payment stops its network at the next credit there, and calls a person once', async () => {
  const { userId, address } = await network.createUser('ETH');
  await raise(address, 7n);
  await pay(address, 2n * ETH);
  await credited(userId, 2n * ETH);
  await compare();
  expect(await surpluses()).toEqual([{ asset: 'ETH@ethereum', amount: '7' }]);
  await compare();
  // Nothing is credited until an operator has explained it, and then everything is.
  const stalled = async () =>
    (await network.database.query<{ stalled: string | null }>(`select stalled from watcher`))[0];
  await vi.waitUntil(async () => (await stalled())?.stalled?.includes('more than their known payments'), {
    timeout: 20_000,
  });
  const mails = await network.database.query<{ payload: { subject: string; text: string } }>(
    `select payload from event where type = 'mail.send'`,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.payload.subject).toContain('Deposits on Ethereum are stopped');
  // The person who is called reads where to look.
  expect(mails[0]?.payload.text).toContain(`0.000000000000000007 ETH at ${address}`);
  await pay(address, ETH);
  await network.mine(5);
  expect(await isCredited(userId, 2n * ETH)).toBe(true);
  const [shown] = await describeNetworks(network.database, new Map());
  expect(shown?.surplusAt).toEqual([{ address, amount: '0.000000000000000007 ETH' }]);
  const { userId: adminId } = await insertCustomer(network.database, { isAdmin: true });
  const resume = (surplus: string | null) =>
    resumeNetwork(network, {
      network: 'ethereum',
      surplus: surplus ?? '',
      reason: 'A gift of the miner.',
      adminId,
    });
  await expect(resume('0.5 ETH')).rejects.toMatchObject({ status: 409 });
  expect(await surpluses()).toEqual([{ asset: 'ETH@ethereum', amount: '7' }]);
  await resume(shown?.surplus ?? null);
  await expect(resume(shown?.surplus ?? null)).rejects.toMatchObject({ status: 409 });
  await credited(userId, 3n * ETH);
  await compare();
  expect([await checksLeft(), await surpluses()]).toEqual([0, []]);
  // They are in the books from then on, in suspense: no day's comparison calls a person for them again.
  expect(await balance(network.database, unclaimed('ETH@ethereum'))).toBe(7n);
  expect((await reconcileToday())?.report.differences).toEqual([]);
  expect((await verify(network.database)).differences).toEqual([]);

  // What was explained stays so; more of it does not.
  await raise(address, 1n);
  await pay(address, ETH);
  await credited(userId, 4n * ETH);
  await compare();
  expect(await surpluses()).toEqual([{ asset: 'ETH@ethereum', amount: '1' }]);
});

test('[D14] coins that an earlier version has let pass without booking them are booked with those that are found beside them', async () => {
  const { userId, address } = await network.createUser('ETH');
  await network.database.query(
    `insert into balance_surplus (id, network, asset, amount, explained_at, reason)
     values (gen_random_uuid(), 'ethereum', 'ETH@ethereum', 5, clock_timestamp(), 'A gift')`,
  );
  await raise(address, 5n);
  await pay(address, ETH);
  await credited(userId, ETH);
  await compare();
  expect(await surpluses()).toEqual([]);
  await raise(address, 2n);
  await pay(address, ETH);
  await credited(userId, 2n * ETH);
  await compare();
  expect(await surpluses()).toEqual([{ asset: 'ETH@ethereum', amount: '7' }]);
  await vi.waitUntil(async () => (await describeNetworks(network.database, new Map()))[0]?.surplus !== null, {
    timeout: 20_000,
  });
  const { userId: adminId } = await insertCustomer(network.database, { isAdmin: true });
  const [shown] = await describeNetworks(network.database, new Map());
  await resumeNetwork(network, {
    network: 'ethereum',
    surplus: shown?.surplus ?? '',
    reason: 'Another gift.',
    adminId,
  });
  expect(await balance(network.database, unclaimed('ETH@ethereum'))).toBe(7n);
  expect((await reconcileToday())?.report.differences).toEqual([]);
});

test('[D14] coins at an address without any known payment are found by the comparison of the day', async () => {
  const { address } = await network.createUser('ETH');
  await raise(address, 9n);
  await compare();
  expect(await surpluses()).toEqual([]);
  const made = await reconcileToday();
  expect(made?.report.differences).toMatchObject([{ kind: 'chain', subject: 'ETH@ethereum' }]);
  expect(await surpluses()).toEqual([{ asset: 'ETH@ethereum', amount: '9' }]);
});

test('[D14] gas that the treasury sent for a sweep is no surplus, nor is a payment that is not read yet', async () => {
  const { userId, address } = await network.createUser('ETH');
  await pay(address, ETH);
  await credited(userId, ETH);
  await raise(address, 50n);
  const { database } = network;
  const gas = { ...planTransfer({ id: null, asset: 'ETH@ethereum', amount: 50n, address }), purpose: 'gas' as const };
  const id = newId<PlanId>();
  const madeAt = new Date().toISOString();
  const body = formatFile({ format: PLAN_FORMAT, id, network: 'ethereum', madeAt, transactions: [gas] });
  await database.transaction((tx) =>
    insertPlan(tx, { id, network: 'ethereum', body, hasRefunds: false, rootId: null }),
  );
  await compare();
  expect([await checksLeft(), await surpluses()]).toEqual([0, []]);

  // While a transaction of ours has only just ended, a node may still show what was before it.
  const ended = `insert into outgoing_transaction (id, plan_id, position, network, txid, raw, status, ended_at)
    values ($1, $2, 0, 'ethereum', '0x1', '', 'final', clock_timestamp())`;
  await database.query(ended, [newId(), id]);
  await raise(address, 9n);
  await pay(address, ETH);
  await credited(userId, 2n * ETH);
  await compare();
  expect([await checksLeft(), await surpluses()]).toEqual([1, []]);
  await raise(address, -9n);

  // While the watcher can’t say that it has read everything, nothing is concluded.
  await Promise.all(watchers.map((watcher) => watcher.stop()));
  await database.query(`update balance_check set asked_at = clock_timestamp() where network = $1`, ['ethereum']);
  await pay(address, ETH);
  await compare();
  expect([await checksLeft(), await surpluses()]).toEqual([1, []]);
});
