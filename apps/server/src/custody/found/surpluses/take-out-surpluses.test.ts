// Where the chain replaces the block at which coins without a known payment were found, or that of such a payment (“one” below) which was
// read late, the coins leave the books once; the payment brings its own where it is read then, but those that a later surplus counts.
import { keyOf, type TestSurpluses, USDT, useTestSurpluses } from '@kobogate/testkit/custody/surpluses.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { balance, customer, receivable } from '../../../ledger/index.ts';
import { newId } from '../../../platform/identifiers.ts';
import { removeBlocks } from '../../deposits/remove-blocks.ts';
import { insertSuspected, listOpen } from './db.ts';

let sample: TestSurpluses;
useTestSurpluses((its) => {
  sample = its;
});

test('[D14] [D6] [D1] one whose block is replaced before it is final brings its coins wherever it is read then: what was booked of them left the books', async () => {
  const { owner, chain, watchAll, confirm, book, leftOf, moved, depositsOf, readLate } = sample;
  chain.extend([]);
  await watchAll();
  const id = await book(10_000_000n);
  const [late] = await readLate([{ to: owner, amount: 4_000_000n }]);
  if (late === undefined) throw new Error('it was read');
  const payment = { ...late, asset: USDT, addressKey: keyOf(owner) } as const;
  expect(
    await moved(async () => {
      // Twice: the second time nothing is left to leave.
      for (let replaced = 0; replaced < 2; replaced += 1) {
        chain.cut(1);
        chain.extend([]);
        chain.extend([payment]);
        await watchAll();
      }
      await confirm();
    }),
  ).toEqual({ custody: -6_000_000, unclaimed: -10_000_000, owner: 4_000_000 });
  expect((await depositsOf(owner.userId)).map(({ status }) => status)).toEqual(['dropped', 'dropped', 'confirmed']);
  expect(await leftOf(id)).toBe('0');
});

test('[D14] [D6] [D1] one that the chain took back after it was final is out of the books: read late once more it brings its coins, but those of a later surplus', async () => {
  const { owner, chain, lastFound, watchAll, confirm, tip, book, leftOf, moved, readLate } = sample;
  chain.extend([]);
  await watchAll();
  const id = await book(10_000_000n);
  const [late] = await readLate([{ to: owner, amount: 4_000_000n }]);
  if (late === undefined) throw new Error('it was read');
  const again = { to: owner, amount: 4_000_000n, identity: late.identity };
  await confirm();
  /** Its block and those above are replaced by as many without it. */
  const takeBack = async () => {
    const deep = Number((await tip()).height - lastFound.height) + 1;
    chain.cut(deep);
    for (let count = 0; count <= deep; count += 1) chain.extend([]);
    await watchAll();
  };
  expect(await moved(takeBack)).toEqual({ custody: -10_000_000, unclaimed: -6_000_000, owner: -4_000_000 });
  expect(
    await moved(async () => {
      await readLate([again]);
      await confirm();
    }),
  ).toEqual({ custody: 4_000_000, owner: 4_000_000 });
  await takeBack();
  const [first, height] = [lastFound.height, (await tip()).height];
  await book(4_000_000n);
  expect(lastFound.height).toBe(height);
  lastFound.height = first;
  expect(
    await moved(async () => {
      await readLate([again]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(await leftOf(id)).toBe('0');
});

test('[D14] [D6] [D1] where the chain replaces the block at which they were found, coins that no payment explains are out of the books, and a payment of them brings its own', async () => {
  const {
    database,
    owner,
    chain,
    alarms,
    lastFound,
    watchAll,
    confirm,
    tip,
    book,
    surpluses,
    takenCoins,
    leftOf,
    give,
    take,
    moved,
    setThreshold,
    readLate,
  } = sample;
  const other = await insertCustomer(database);
  chain.extend([]);
  await watchAll();
  const id = await book(10_000_000n);
  await take(id, { amount: '3', left: '10' });
  await give(id, { amount: '2', left: '7', to: other });
  await setThreshold('100');
  await give(id, { amount: '1', left: '5', to: other });
  await setThreshold(null);
  // Later blocks say nothing of them.
  chain.extend([]);
  await watchAll();
  expect(
    await moved(async () => {
      chain.cut(1);
      chain.extend([]);
      await confirm();
    }),
  ).toEqual({});
  expect(await leftOf(id)).toBe('5');
  await database.query(`delete from balance_check`);
  const deep = Number((await tip()).height - lastFound.height) + 1;
  expect(
    await moved(async () => {
      chain.cut(deep);
      for (let count = 0; count < deep; count += 1) chain.extend([]);
      chain.extend([
        { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: keyOf(owner), amount: 4_000_000n },
      ]);
      await confirm();
    }),
  ).toEqual({ custody: -6_000_000, unclaimed: -5_000_000, operator: -3_000_000, owner: 4_000_000 });
  expect(await balance(database, customer(other.userId, USDT))).toBe(0n);
  expect(alarms).toContainEqual({ network: 'ethereum', asset: USDT, amount: '8000000' });
  expect([await surpluses(), await takenCoins()]).toEqual([[], []]);
  await expect(give(id, { amount: '1', left: '0' })).rejects.toMatchObject({ status: 409 });
  // What is there still is found by the comparison, and its payments that are read late are of that.
  const checks = await database.query(`select address_id as "addressId" from balance_check`);
  expect(checks).toEqual([{ addressId: owner.addressId }]);
  const first = lastFound.height;
  const again = await book(6_000_000n);
  lastFound.height = first;
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 1_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -1_000_000, owner: 1_000_000 });
  expect(await leftOf(again)).toBe('5');
});

test('[D14] [D6] coins whose payment is still looked for are compared anew where the chain replaces the block at which they were found', async () => {
  const { database, owner, chain, watchAll, confirm, tip } = sample;
  chain.extend([]);
  await watchAll();
  const { height } = await tip();
  const found = { asset: USDT, amount: 4_000_000n, addressKeys: [keyOf(owner)], places: [], seenHeight: height };
  await insertSuspected(database, 'ethereum', [found]);
  chain.extend([]);
  await watchAll();
  chain.cut(1);
  chain.extend([]);
  await confirm();
  expect(await listOpen(database, 'ethereum')).toHaveLength(1);
  chain.cut(Number((await tip()).height - height) + 1);
  for (let count = 0; count < 6; count += 1) chain.extend([]);
  await watchAll();
  expect(await listOpen(database, 'ethereum')).toEqual([]);
});

test('[D14] [D6] [D1] what a later surplus counts of a payment that the chain took back is counted once, whatever is noted of that payment since', async () => {
  const { database, owner, chain, lastFound, watchAll, confirm, tip, book, moved, depositsOf, readLate } = sample;
  chain.extend([]);
  await watchAll();
  const { height } = await tip();
  chain.extend([
    { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: keyOf(owner), amount: 4_000_000n },
  ]);
  await confirm();
  const [paid] = await depositsOf(owner.userId);
  const deep = Number((await tip()).height - height);
  chain.cut(deep);
  for (let count = 0; count <= deep; count += 1) chain.extend([]);
  await watchAll();
  await book(4_000_000n);
  lastFound.height = height + 1n;
  await database.query(`update deposit set updated_at = clock_timestamp() where id = $1 and status = 'reverted'`, [
    paid?.id,
  ]);
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n, identity: paid?.identity ?? '' }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
});

test('[D14] [D6] a deposit of a surplus that the chain took back owes its coins once, also where a payment of them is read later', async () => {
  const { database, owner, chain, watchAll, confirm, tip, book, give, moved, readLate } = sample;
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  const common = await tip();
  for (let count = 0; count < 3; count += 1) chain.extend([]);
  await watchAll();
  await database.query(`update deposit set block_height = $2 where user_id = $1`, [
    owner.userId,
    String(common.height + 1n),
  ]);
  const back = { network: 'ethereum', tip: await tip(), common };
  expect(await moved(() => removeBlocks({ database, log: silentLog }, back))).toEqual({
    custody: -4_000_000,
    owner: -4_000_000,
  });
  await watchAll();
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -2_000_000, custody: 2_000_000, owner: 4_000_000 });
});

test('[D14] [D6] where the chain takes back a payment and the gift of the same coins, they leave the books once', async () => {
  const { database, owner, chain, lastFound, watchAll, confirm, tip, book, give, moved, readLate } = sample;
  const other = await insertCustomer(database);
  const takeBack = async () => {
    const deep = Number((await tip()).height - lastFound.height) + 1;
    chain.cut(deep);
    for (let count = 0; count <= deep; count += 1) chain.extend([]);
    await watchAll();
  };
  for (const paid of [4_000_000n, 3_000_000n]) {
    chain.extend([]);
    await watchAll();
    const id = await book(4_000_000n);
    await give(id, { amount: '4', left: '4', to: other });
    await readLate([{ to: owner, amount: paid }]);
    expect(await moved(confirm)).toEqual({ owner: Number(paid) });
    // What the payment had of the gift was owed before; the rest of it is owed now.
    expect(await moved(takeBack)).toEqual({ custody: -4_000_000, owner: -Number(paid) });
    expect(await balance(database, receivable(other.userId, USDT))).toBe(0n);
    expect(await balance(database, customer(other.userId, USDT))).toBe(0n);
  }
});
