// After a restore no address is given out that could have been given out before it, by any caller at any time; the
// reserved ones are watched, and belong to no customer.
import type { FenceId, UserId } from '@kobogate/contract';
import type { AddressSource } from '@kobogate/addresses';
import { createTestGate, raiseFence, whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findFence } from '../../controls/index.ts';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import type { StartStep } from '../../platform/start-stage.ts';
import { findReserve, giveAddresses, listReserved, takeIndexes } from './db.ts';
import { decideReserve, reserveAddresses, reserveMore } from './reserve-addresses.ts';
import { takeAddresses } from './take-addresses.ts';
import { createWatchList } from '../watch-list/watch-list.ts';

let sample: TestDatabase;
let source: AddressSource;
let userId: UserId;
const fenceId = newId<FenceId>();

beforeAll(async () => {
  sample = await createTestDatabase();
  ({ userId } = await insertCustomer(sample.database));
});
afterAll(() => sample.drop());
beforeEach(() => {
  const key = newId();
  source = {
    family: 'evm',
    keyFingerprint: key,
    size: 1_000_000,
    derive: (index) => ({ address: `0x${key}${index}`, addressKey: `0x${key}${index}` }),
  };
});

const reserve = (changes: Partial<AddressSource> = {}, gap: number | null = 30, step?: StartStep) =>
  reserveAddresses(
    { database: sample.database, log: silentLog, gap, addressSources: [{ ...source, ...changes }] },
    fenceId,
    step,
  );
/** Takes an address and gives it to a customer, and answers its index. */
const give = async () => {
  const gate = createTestGate(sample.database);
  const take = { use: 'wallet', count: 1 } as const;
  const [id] = await takeAddresses({ addressSources: [source], gate }, 'ethereum', take);
  if (id === undefined) throw new Error('no address was left');
  await sample.database.transaction((tx) => giveAddresses(tx, [{ id, userId }]));
  const [row] = await sample.database.query<{ index: number }>(
    `select derivation_index as index from deposit_address where id = $1`,
    [id],
  );
  return row?.index;
};
const keptOf = async () =>
  (await listReserved(sample.database, source, { from: 0, to: 10_000 })).map(({ index }) => index);

test('[I5] the next address after a restore lies past all reserved ones, each of which is watched and belongs to no customer', async () => {
  expect([await give(), await give()]).toEqual([0, 1]);
  await reserve();
  expect(await give()).toBe(32);
  const kept = await listReserved(sample.database, source, { from: 0, to: 1_000 });
  expect(kept.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, at) => at + 2));
  const found = await createWatchList(sample.database, 'evm').find(kept.map(({ addressKey }) => addressKey));
  expect(found.size).toBe(30);
  expect(new Set([...found.values()].map((owner) => owner.userId))).toEqual(new Set([null]));
});

test('[I5] servers that start at once, and customers who ask at that time, never share an address; a second start reserves no more', async () => {
  const work = await Promise.all([
    ...Array.from({ length: 4 }, () => reserve().then(() => null)),
    ...Array.from({ length: 20 }, () => give()),
  ]);
  await reserve();
  const given = work.filter((index) => index !== null);
  const kept = await keptOf();
  expect(kept).toHaveLength(50 - given.length);
  expect(new Set([...given, ...kept]).size).toBe(50);
});

test('[I5] an index that was taken when the backup was made, and whose address a version before wrote after it, is reserved too', async () => {
  expect(await give()).toBe(0);
  // The backup has the commit that took 1 and 2, and not the one that wrote them.
  await sample.database.transaction((tx) => takeIndexes(tx, source, 2));
  expect(await give()).toBe(3);
  await reserve();
  expect(await keptOf()).toEqual([1, 2, ...Array.from({ length: 30 }, (_, at) => at + 4)]);
  expect(await findReserve(sample.database, fenceId, source)).toMatchObject({ firstIndex: 4, endIndex: 34 });
});

test('[I5] what was taken and not given to anyone counts for how many are reserved, and what a fence reserved does not', async () => {
  await sample.database.query(`update deposit_address set created_at = created_at - interval '1 year'`);
  const take = { use: 'wallet', count: 7 } as const;
  const gate = createTestGate(sample.database);
  await takeAddresses({ addressSources: [source], gate }, 'ethereum', take);
  await reserve({}, 100);
  await reserveAddresses({ ...sample, log: silentLog, gap: null, addressSources: [source] }, newId<FenceId>());
  expect(await keptOf()).toHaveLength(7 + 100 + 1_000 + 5 * 7);
});

test('[I5] a server waits for another one that sets many aside, says so, ends when it is told to, and goes on after it', async () => {
  const said: string[] = [];
  const waiting = new AbortController();
  const held = sample.database.transaction(async (tx) => {
    await takeIndexes(tx, source, 5);
    const stopped = reserve({}, 30, { tell: (what) => said.push(what), signal: waiting.signal });
    await expect.poll(() => said).toContainEqual(expect.stringMatching(/^another server sets addresses aside/));
    waiting.abort();
    await expect(stopped).rejects.toThrow(/abort/i);
    const going = reserve({}, 30, { tell: (what) => said.push(what), signal: new AbortController().signal });
    const before = said.length;
    await expect.poll(() => said.slice(before)).toContainEqual(expect.stringMatching(/^another server/));
    return { going };
  });
  const { going } = await held;
  await going;
  expect(await findReserve(sample.database, fenceId, source)).toMatchObject({ firstIndex: 5, endIndex: 35 });
});

/** Reserves for the fence that is up, as the timer does. */
const reserveNow = async () => {
  const fence = await findFence(sample.database);
  if (fence === null) throw new Error('no fence');
  await reserveAddresses({ ...sample, log: silentLog, gap: 30, addressSources: [source] }, fence.id);
};
const fenced = async (work: () => Promise<void>) =>
  whileFenced(sample.database, (await insertCustomer(sample.database, { isAdmin: true })).userId, work);

test('[I5] from the moment a fence is up until addresses are set aside none is given out, and none is used up', async () => {
  expect(await give()).toBe(0);
  await fenced(async () => {
    await expect(give()).rejects.toMatchObject({ status: 503 });
    await reserveNow();
    expect(await give()).toBe(31);
  });
});

test('[I5] a backup that was made while a fence was up has addresses set aside again, and all compared again', async () => {
  await fenced(async () => {
    await reserveNow();
    // Of what follows, the backup of this moment knows nothing.
    await raiseFence(sample.database, { cause: 'restored', reason: 'A backup was restored.' });
    await expect(give()).rejects.toMatchObject({ status: 503 });
    await reserveNow();
    expect(await give()).toBe(60);
  });
});

test('[I5] where addresses are given out meanwhile, only as many are derived again', async () => {
  const derived: number[] = [];
  const derive = (index: number) => {
    derived.push(index);
    return source.derive(index);
  };
  let given = 0;
  const busy: Database = {
    ...sample.database,
    transaction: async (work) => {
      if (given < 5) await give();
      given += 1;
      return sample.database.transaction(work);
    },
  };
  await reserveAddresses({ database: busy, log: silentLog, gap: 30, addressSources: [{ ...source, derive }] }, fenceId);
  expect(await findReserve(sample.database, fenceId, source)).toMatchObject({ firstIndex: 5, endIndex: 35 });
  expect(derived).toEqual(Array.from({ length: 35 }, (_, index) => index));
});

test('[I5] a pool reserves the rest of it, and is then used up rather than given out twice', async () => {
  const pool = { size: 10 };
  await sample.database.transaction((tx) => takeIndexes(tx, { ...source, ...pool }, 1));
  await reserve(pool);
  const left = await sample.database.transaction((tx) => takeIndexes(tx, { ...source, ...pool }, 1));
  expect(left).toEqual([]);
  // With the one that was taken and not written.
  expect(await keptOf()).toHaveLength(10);
});

test('[I5] a server that dies between its derivation and its commit has moved nothing', async () => {
  let isDying = true;
  const derive = (index: number) => {
    if (isDying && index === 20) throw new Error('the process ends here');
    return source.derive(index);
  };
  await expect(reserve({ derive })).rejects.toThrow('ends here');
  expect(await findReserve(sample.database, fenceId, source)).toBeNull();
  isDying = false;
  await reserve({ derive });
  expect(await give()).toBe(30);
});

test('[I5] more are reserved after any given out since, and only once for several callers', async () => {
  await reserve();
  await give();
  const kept = await findReserve(sample.database, fenceId, source);
  if (kept === null) throw new Error('nothing was kept');
  const more = () => reserveMore(sample, source, { fenceId, reserve: kept });
  expect((await Promise.all([more(), more()])).filter((isMade) => isMade)).toHaveLength(1);
  expect(await findReserve(sample.database, fenceId, source)).toMatchObject({ firstIndex: 0, endIndex: 61 });
  expect(await give()).toBe(61);
});

test('[I5] as many are reserved as the operator says, else several times what was given out in as long a time', () => {
  const facts = { gap: null, size: 2 ** 31 - 1, next: 10, given: 0 };
  expect(decideReserve(facts)).toBe(1_000);
  expect(decideReserve({ ...facts, given: 400 })).toBe(3_000);
  expect(decideReserve({ ...facts, given: 1_000_000 })).toBe(20_000);
  expect(decideReserve({ ...facts, gap: 7, given: 400 })).toBe(7);
  expect(decideReserve({ ...facts, size: 1_000 })).toBe(50);
  expect(decideReserve({ ...facts, size: 30 })).toBe(20);
  expect(decideReserve({ ...facts, size: 10 })).toBe(0);
});
