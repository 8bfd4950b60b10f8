// Whatever forks a chain takes, leaves and returns to, and however often and by how many watchers it is read: in the
// end each payment on it is credited once, and no other.
import type { UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createTestGate } from '@kobogate/testkit/controls/fence.ts';
import { createTestChain, type TestChain } from '@kobogate/testkit/custody/chain.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { createTestRates } from '@kobogate/testkit/sales/orders.ts';
import { array, assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, custody, customer, receivable } from '../../ledger/index.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { createWallet } from '../wallets/create-wallet.ts';
import { createWatchList } from '../watch-list/watch-list.ts';
import type { Transfer } from './chain.ts';
import { NodeFault } from './chain.ts';
import type { Outgoing } from './outgoing.ts';
import { watchNetwork } from './watch-network.ts';

const NEEDED = 3;
const ASSET = 'ETH@ethereum';
let sample: TestDatabase;

beforeAll(async () => {
  sample = await createTestDatabase();
});
afterAll(() => sample.drop());

async function createScene() {
  const { database } = sample;
  // Each run starts the network afresh; what earlier runs left belongs to other users.
  await database.query(`delete from block`);
  await database.query(`delete from watcher`);
  const userId = newId<UserId>();
  await database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
     values ($1, $2, $2, 'Sample', 'Person', '0', '0', '')`,
    [userId, `${userId}@sample.test`],
  );
  const derive = () => ({ address: userId, addressKey: userId });
  const addressSources = [{ family: 'evm' as const, keyFingerprint: userId, size: 1, derive }];
  const products = createTestProducts(database);
  await createWallet(
    { database, addressSources, gate: createTestGate(database), networks: ['ethereum'], products },
    { userId, currency: 'ETH', network: 'ethereum' },
  );
  const chain = createTestChain();
  const watchList = createWatchList(database, 'evm');
  const dependencies = { database, chain, watchList, confirmations: NEEDED, clock: systemClock, log: silentLog };
  const payment = (name: number, amount: bigint): Transfer => ({
    identity: `${userId} ${name}`,
    transaction: `${userId} ${name}`,
    asset: ASSET,
    addressKey: userId,
    amount,
  });
  const watchAll = async (): Promise<void> => {
    while ((await watchNetwork(dependencies)).hasMore);
  };
  const credited = async (): Promise<bigint> => {
    const [free, owed] = [customer(userId, ASSET), receivable(userId, ASSET)];
    const amounts = await balances(database, [free, owed]);
    return (amounts.get(free.code) ?? 0n) - (amounts.get(owed.code) ?? 0n);
  };
  await watchAll();
  return { userId, chain, dependencies, payment, watchAll, credited };
}

function passOnUnlessNodeFault(error: unknown): void {
  if (!(error instanceof NodeFault)) throw error;
}

function finalOn(chain: TestChain): bigint {
  const blocks = chain.snapshot();
  const final = blocks.slice(0, blocks.length - NEEDED + 1);
  return final.flatMap(({ transfers }) => transfers).reduce((sum, { amount }) => sum + amount, 0n);
}

test('[D6] [D5] any sequence of blocks, forks, returns and looks: exactly what is final on the chain is credited', async () => {
  const step = record({
    kind: constantFrom('block', 'block', 'fork', 'keep', 'return', 'look'),
    depth: integer({ min: 1, max: 6 }),
    payments: array(nat(5), { maxLength: 2 }),
    amount: integer({ min: 1, max: 1000 }),
  });
  await assert(
    asyncProperty(array(step, { maxLength: 25 }), async (steps) => {
      const { chain, payment, watchAll, credited } = await createScene();
      let kept = chain.snapshot();
      for (const { kind, depth, payments, amount } of steps) {
        if (kind === 'keep') kept = chain.snapshot();
        if (kind === 'fork') chain.cut(depth);
        if (kind === 'return' && kept.length >= chain.snapshot().length) chain.restore(kept);
        if (kind === 'block') {
          // A payment is on one chain once, as a real chain has it.
          const there = new Set(chain.snapshot().flatMap(({ transfers }) => transfers.map(({ identity }) => identity)));
          const fresh = [...new Set(payments)].map((name) => payment(name, BigInt(amount)));
          chain.extend(fresh.filter(({ identity }) => !there.has(identity)));
        }
        // A node whose chain has just become shorter makes the watcher wait.
        if (kind === 'look') await watchAll().catch(passOnUnlessNodeFault);
      }
      for (let count = 0; count < 12; count += 1) chain.extend([]);
      await watchAll();
      expect(await credited()).toBe(finalOn(chain));
    }),
    { numRuns: 40 },
  );
});

test('[I1] blocks read before a crash are counted and credited at the next poll, although no block has come since', async () => {
  const { chain, dependencies, payment, watchAll, credited } = await createScene();
  const { database } = dependencies;
  chain.extend([payment(1, 50n)]);
  for (let block = 1; block < NEEDED; block += 1) chain.extend([]);
  let begun = 0;
  const dying: Database = Object.assign(Object.create(database), {
    transaction: (...work: Parameters<Database['transaction']>) => {
      begun += 1;
      if (begun > 1) throw new Error('the process ends here');
      return database.transaction(...work);
    },
  });
  await expect(watchNetwork({ ...dependencies, database: dying })).rejects.toThrow('ends here');
  expect(await credited()).toBe(0n);
  await watchAll();
  expect(await credited()).toBe(50n);
});

test('coins are known from when they were read, and from an hour after their block’s own time at most: that may be wrong', async () => {
  const { chain, dependencies, payment, watchAll } = await createScene();
  const times = async () => {
    const [row] = await dependencies.database.query<{ seen: Date; known: Date }>(
      `select seen_at as seen, known_at as known from deposit order by id desc limit 1`,
    );
    return [row?.seen.getTime(), row?.known.getTime()];
  };
  const now = Date.now();
  for (const [minutes, late] of [
    [10, 10],
    [300, 60],
  ] as const) {
    const madeAt = now - minutes * 60_000;
    chain.extend([payment(minutes, 1n)], new Date(madeAt));
    await watchNetwork({ ...dependencies, clock: { now: () => new Date(now) } });
    expect(await times()).toEqual([madeAt, madeAt + late * 60_000]);
  }
  await watchAll();
});

test('more payments than one transaction credits are all credited in one look', async () => {
  const { chain, dependencies, payment, credited } = await createScene();
  chain.extend(Array.from({ length: 450 }, (_, name) => payment(name, 1n)));
  for (let block = 1; block < NEEDED; block += 1) chain.extend([]);
  await watchNetwork(dependencies);
  expect(await credited()).toBe(450n);
});

test('[D6] a chain that returns to a block that it had left credits the payment once', async () => {
  const { chain, payment, watchAll, credited } = await createScene();
  const extend = (count: number): void => {
    for (let block = 0; block < count; block += 1) chain.extend([]);
  };
  chain.extend([payment(1, 50n)]);
  extend(NEEDED);
  const first = chain.snapshot();
  await watchAll();
  expect(await credited()).toBe(50n);
  chain.cut(NEEDED + 1);
  extend(NEEDED + 1);
  await watchAll();
  expect(await credited()).toBe(0n);
  chain.restore(first);
  await watchAll();
  expect(await credited()).toBe(50n);
});

test('[D5] many watchers of one network at once record and credit each payment once', async () => {
  const { chain, dependencies, payment, watchAll, credited, userId } = await createScene();
  for (let block = 0; block < 60; block += 1) chain.extend([payment(block, 1n)]);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let look = 0; look < 12; look += 1) await watchNetwork(dependencies);
    }),
  );
  await watchAll();
  expect(await credited()).toBe(BigInt(60 - NEEDED + 1));
  const rows = await sample.database.query(`select 1 from deposit where user_id = $1`, [userId]);
  expect(rows).toHaveLength(60);
});

test('a program that dies before or after any of its writes makes up for it at the next poll', async () => {
  const { chain, dependencies, payment, watchAll, credited } = await createScene();
  const { database } = dependencies;
  for (let dies = 1; dies <= 6; dies += 1) {
    for (const isCommitted of [false, true]) {
      chain.extend([payment(dies * 2 + Number(isCommitted), 1n)]);
      let writes = 0;
      const dying = {
        ...database,
        transaction: async <T>(work: Parameters<typeof database.transaction<T>>[0]): Promise<T> => {
          writes += 1;
          if (writes === dies && !isCommitted) throw new Error('died before the write');
          const result = await database.transaction(work);
          if (writes === dies) throw new Error('died after the write');
          return result;
        },
      };
      await watchNetwork({ ...dependencies, database: dying }).catch(() => undefined);
    }
  }
  for (let block = 1; block < NEEDED; block += 1) chain.extend([]);
  await watchAll();
  expect(await credited()).toBe(12n);
});

test('[D9] the same payment in two living blocks is refused: nothing of the step is written', async () => {
  const { chain, payment, watchAll, credited } = await createScene();
  chain.extend([payment(1, 5n)]);
  chain.extend([payment(1, 5n)]);
  await expect(watchAll()).rejects.toThrow(/two blocks at once/);
  expect(await credited()).toBe(0n);
  const [tip] = await sample.database.query<{ height: bigint }>(`select max(height) as height from block`);
  expect(tip?.height).toBe(0n);
});

test('[L1] custody holds what the customers are owed, after forks too', async () => {
  const { database } = sample;
  const rows = await database.query<{ kind: string; total: string }>(
    `select kind, sum(balance)::text as total from ledger_account where asset = $1 group by kind`,
    [ASSET],
  );
  const total = new Map(rows.map(({ kind, total: text }) => [kind, BigInt(text)]));
  const held = (await balances(database, [custody(ASSET)])).get(custody(ASSET).code) ?? 0n;
  expect(held).toBeGreaterThan(0n);
  expect(held).toBe((total.get('customer') ?? 0n) - (total.get('receivable') ?? 0n));
});

test("what the operator's treasury sends is no deposit, whichever program sent it", async () => {
  const { chain, dependencies, payment, credited } = await createScene();
  const outgoing = {
    treasury: () => '0xtreasury',
    ours: () => Promise.resolve(new Set<string>()),
    waits: () => Promise.resolve(false),
    noteSeen: () => Promise.resolve(),
    forgetAbove: () => Promise.resolve(),
  };
  chain.extend([
    { ...payment(1, 5n), sender: '0xtreasury' },
    { ...payment(2, 7n), sender: '0xcustomer' },
  ]);
  for (let blocks = 0; blocks < NEEDED; blocks += 1) chain.extend([]);
  while ((await watchNetwork({ ...dependencies, outgoing })).hasMore);
  expect(await credited()).toBe(7n);
});

test('while a transaction of ours waits each block is read, also where the sums are as before: a stranger may have sent what it took', async () => {
  const { chain, dependencies } = await createScene();
  let isWaiting = false;
  let seen: string[] = [];
  const outgoing: Outgoing = {
    treasury: () => null,
    ours: () => Promise.resolve(new Set<string>()),
    waits: () => Promise.resolve(isWaiting),
    noteSeen: (_tx, _network, blocks) => Promise.resolve(void seen.push(...blocks.map(({ hash }) => hash))),
    forgetAbove: () => Promise.resolve(),
  };
  const stillness = { compare: () => Promise.resolve('still' as const) };
  const look = async (): Promise<number> => {
    seen = [];
    for (let block = 0; block < 5; block += 1) chain.extend([]);
    while ((await watchNetwork({ ...dependencies, outgoing, stillness })).hasMore);
    return seen.length;
  };
  expect(await look()).toBe(1);
  isWaiting = true;
  expect(await look()).toBe(5);
});

test('[D6] all of a customer’s unconfirmed deposits together decide how long they wait: one payment cut up waits as long', async () => {
  const { chain, dependencies, payment, userId } = await createScene();
  const currentRates = () =>
    Promise.resolve(
      new Map([
        [
          ASSET,
          {
            marketRate: { digits: 100n, scale: 0 },
            rate: { digits: 99n, scale: 0 },
            evidence: 'sample',
            at: new Date(0),
            change24h: null,
          },
        ],
      ]),
    );
  // One wei each is worth nothing: a coin has 10^18 of them, and is worth ₦100.
  const steps = [{ upToKobo: toKobo(10_000n), confirmations: 1 }];
  const watching = { ...dependencies, smallDeposits: { steps, currentRates } };
  const needed = async (): Promise<number[]> => {
    const rows = await sample.database.query<{ needed: number }>(
      `select confirmations_needed as needed from deposit where user_id = $1 order by block_height, identity`,
      [userId],
    );
    return rows.map((row) => row.needed);
  };
  const half = 5n * 10n ** 17n;
  chain.extend([payment(1, half)]);
  while ((await watchNetwork(watching)).hasMore);
  expect(await needed()).toEqual([1]);
  // Credited already, but a reorganisation could still take it back: it counts.
  chain.extend([payment(2, half), payment(3, 10n ** 16n)]);
  while ((await watchNetwork(watching)).hasMore);
  expect(await needed()).toEqual([1, NEEDED, NEEDED]);
  for (let blocks = 0; blocks < NEEDED; blocks += 1) chain.extend([]);
  chain.extend([payment(4, half)]);
  while ((await watchNetwork(watching)).hasMore);
  expect(await needed()).toEqual([1, NEEDED, NEEDED, 1]);
});

test('[D4] a coin that has no rate waits the longest itself, and makes no other coins of its customer wait', async () => {
  const { chain, dependencies, payment, userId } = await createScene();
  const { currentRates } = createTestRates({ ETH: '100' });
  const smallDeposits = { steps: [{ upToKobo: toKobo(10_000n), confirmations: 1 }], currentRates };
  const dust = (name: number): Transfer => ({ ...payment(name, 1n), asset: 'DAI@ethereum' });
  chain.extend([dust(1), payment(2, 5n)]);
  chain.extend([payment(3, 5n)]);
  while ((await watchNetwork({ ...dependencies, smallDeposits })).hasMore);
  const needed = await sample.database.query(
    `select asset, confirmations_needed as needed from deposit where user_id = $1 order by block_height, identity`,
    [userId],
  );
  expect(needed).toEqual([
    { asset: 'DAI@ethereum', needed: NEEDED },
    { asset: ASSET, needed: 1 },
    { asset: ASSET, needed: 1 },
  ]);
});
