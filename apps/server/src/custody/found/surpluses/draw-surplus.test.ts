// A payment that is read after its coins were booked (“one” below) is credited, and no coin is counted twice: it takes them from suspense, else
// from whom a person gave them to.
import type { DepositId } from '@kobogate/contract';
import { keyOf, SENDER, type TestSurpluses, USDT, useTestSurpluses } from '@kobogate/testkit/custody/surpluses.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { balance, customer, exchange, held, post, receivable, unclaimed, verify } from '../../../ledger/index.ts';
import { newId } from '../../../platform/identifiers.ts';
import { insertDeposits } from '../../deposits/db.ts';
import { listUnconfirmed } from '../../treasury/db.ts';
import { sumDeposits } from '../db.ts';
import { resumeNetwork } from '../resume-network.ts';
import { describeSurpluses } from '../surplus.ts';
import { insertSuspected, linkToSurplus, listOpen, stopSuspected } from './db.ts';
import { drawFromSurplus } from './draw-surplus.ts';

const TWIN = 'USDT0@optimism';
let sample: TestSurpluses;
useTestSurpluses((its) => {
  sample = its;
});

test('[D14] [D15] a twin of a coin on offer is credited as that, leaves suspense as itself, and its payment too where it is read after all', async () => {
  const { database, admin, owner, surpluses, give } = sample;
  const twin = [await balance(database, unclaimed(TWIN)), await balance(database, exchange(TWIN))] as const;
  const suspected = { asset: TWIN, amount: 9_000_000n, addressKeys: [], places: [], seenHeight: 5n };
  await insertSuspected(database, 'optimism', [suspected]);
  await database.transaction((tx) => stopSuspected(tx, 'optimism'));
  const [open] = await listOpen(database, 'optimism');
  await resumeNetwork(
    { database },
    {
      network: 'optimism',
      surplus: describeSurpluses(open === undefined ? [] : [open]),
      reason: 'An upgrade.',
      adminId: admin.userId,
    },
  );
  const [item] = await surpluses();
  expect(item).toMatchObject({ amount: '9', nairaKobo: '1350000' });
  await give(item?.id ?? newId(), { amount: '4', left: '9' });
  const offered = customer(owner.userId, 'USDT@optimism');
  expect(await balance(database, offered)).toBe(4_000_000n);
  const [deposit] = await database.query(`select asset, came_as as "cameAs" from deposit where user_id = $1`, [
    owner.userId,
  ]);
  expect(deposit).toEqual({ asset: 'USDT@optimism', cameAs: TWIN });
  const drawn = await database.transaction(async (tx) => {
    const paid = { userId: owner.userId, asset: 'USDT@optimism', cameAs: TWIN, amount: 7_000_000n };
    const id = newId<DepositId>();
    const named = {
      id,
      network: 'optimism',
      identity: id,
      transaction: '0x1',
      blockHash: '',
      blockHeight: 5n,
      addressId: owner.addressId,
    };
    const when = {
      confirmationsNeeded: 1,
      seenAt: new Date(),
      knownAt: new Date(),
      senders: [],
      readBy: undefined,
      contradiction: undefined,
    };
    await insertDeposits(tx, [{ ...paid, ...named, ...when }]);
    await linkToSurplus(tx, [id]);
    const found = await drawFromSurplus(tx, { ...paid, id }, offered);
    await post(tx, [
      { source: 'deposit', sourceId: id, description: 'Deposit confirmed', transfers: found?.transfers ?? [] },
    ]);
    return found;
  });
  expect(drawn?.owing).toMatchObject([{ userId: owner.userId, asset: 'USDT@optimism', amount: 4_000_000n }]);
  expect(await balance(database, offered)).toBe(11_000_000n);
  expect((await balance(database, unclaimed(TWIN))) - twin[0]).toBe(2_000_000n);
  expect((await balance(database, exchange(TWIN))) - twin[1]).toBe(7_000_000n);
  expect((await verify(database)).differences).toEqual([]);
});

test('[D14] [D1] a payment that is read after its coins were booked takes them out of suspense, and custody stays as it was', async () => {
  const { owner, chain, confirm, book, leftOf, moved, readLate } = sample;
  const id = await book(10_000_000n);
  expect(
    await moved(async () => {
      expect(await readLate([{ to: owner, amount: 4_000_000n }])).toHaveLength(1);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(await leftOf(id)).toBe('6');
  // A payment of a later block brings its own coins.
  chain.extend([
    { identity: newId(), transaction: `0x${newId()}`, asset: USDT, addressKey: keyOf(owner), amount: 2_000_000n },
  ]);
  expect(await moved(confirm)).toEqual({ custody: 2_000_000, owner: 2_000_000 });
  expect(await leftOf(id)).toBe('6');
});

test('[D14] [I5] coins of a payment that is not final and that a surplus counts are missed nowhere, and looked for nowhere else than where they came', async () => {
  const { database, owner, confirm, book, give, readLate } = sample;
  const other = await insertCustomer(database);
  const open = async () => (await listUnconfirmed(database, 'ethereum')).get(USDT) ?? 0n;
  const before = await open();
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10', to: other });
  const deposits = async () => {
    const known = await sumDeposits(database, 'ethereum', [owner.addressId, other.addressId]);
    return Object.fromEntries(known.map(({ addressId, amount }) => [addressId, amount]));
  };
  expect(await deposits()).toEqual({ [other.addressId]: 4_000_000n });
  await readLate([{ to: owner, amount: 9_000_000n }]);
  expect((await open()) - before).toBe(0n);
  // What is more than the surplus has comes besides.
  await readLate([{ to: owner, amount: 3_000_000n }]);
  expect((await open()) - before).toBe(2_000_000n);
  await confirm();
  expect((await open()) - before).toBe(0n);
  expect(await deposits()).toEqual({ [owner.addressId]: 12_000_000n, [other.addressId]: 0n });
});

test('[D14] [D1] one that is read after a person gave its coins to the same customer becomes the deposit that they made of it', async () => {
  const { database, owner, confirm, book, leftOf, give, moved, depositsOf, readLate } = sample;
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({});
  const [deposit, ...others] = await depositsOf(owner.userId);
  expect([deposit?.status, deposit?.transaction, others]).toEqual([
    'confirmed',
    expect.stringMatching(/^0x\S{36}$/),
    [],
  ]);
  expect(await database.query(`select address_key from deposit_sender where deposit_id = $1`, [deposit?.id])).toEqual([
    { address_key: SENDER.toLowerCase() },
  ]);
  // The same once more is another payment of theirs.
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, owner: 4_000_000 });
  expect(await leftOf(id)).toBe('2');
});

test('[D14] [D1] one of which the customer was given only a part is credited with the rest', async () => {
  const { owner, alarms, confirm, book, leftOf, give, moved, readLate } = sample;
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 7_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -3_000_000, owner: 3_000_000 });
  expect(alarms).toEqual([]);
  expect(await leftOf(id)).toBe('3');
});

test('[D14] [D1] one whose coins the operator took, or another customer got, is credited: the operator gives them back, the other owes them, which is an alarm', async () => {
  const { database, owner, alarms, confirm, book, give, take, moved, depositsOf, readLate } = sample;
  const id = await book(10_000_000n);
  const other = await insertCustomer(database);
  await take(id, { amount: '6', left: '10' });
  await give(id, { amount: '4', left: '4', to: other });
  // They have spent one of the four.
  await database.transaction((tx) =>
    post(tx, [
      {
        source: 'sample',
        sourceId: newId(),
        description: 'Held for an order',
        transfers: [{ debit: customer(other.userId, USDT), credit: held(other.userId, USDT), amount: 1_000_000n }],
      },
    ]),
  );
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 10_000_000n }]);
      await confirm();
    }),
  ).toEqual({ operator: -6_000_000, owner: 10_000_000 });
  expect(await balance(database, customer(other.userId, USDT))).toBe(0n);
  expect(await balance(database, receivable(other.userId, USDT))).toBe(1_000_000n);
  const [deposit] = await depositsOf(owner.userId);
  expect(alarms).toEqual([
    { network: 'ethereum', depositId: deposit?.id, userId: other.userId, asset: USDT, amount: '4000000' },
  ]);
});

test('[D14] [D1] one that is larger than its surplus brings the rest itself; one that replaced another reading is counted only as far as that was short', async () => {
  const { owner, confirm, book, moved, readLate } = sample;
  await book(4_000_000n);
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 10_000_000n }]);
      await confirm();
    }),
  ).toEqual({ unclaimed: -4_000_000, custody: 6_000_000, owner: 10_000_000 });
  await book(9_000_000n);
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 10_000_000n }], {
        replaced: { id: newId(), asset: USDT, amount: 7_000_000n },
      });
      await confirm();
    }),
  ).toEqual({ unclaimed: -3_000_000, custody: 7_000_000, owner: 10_000_000 });
});

test('[D14] [D1] one that is read while its surplus waits for a person brings its coins, and the rest alone is booked', async () => {
  const { owner, confirm, find, explain, moved, readLate } = sample;
  expect(
    await moved(async () => {
      await find(10_000_000n);
      await readLate([{ to: owner, amount: 4_000_000n }]);
      await explain('10 USDT');
      await confirm();
    }),
  ).toEqual({ custody: 10_000_000, unclaimed: 6_000_000, owner: 4_000_000 });
});

test('[D14] [D1] one that is read again otherwise, before it is final, is counted by its surplus as before', async () => {
  const { owner, chain, watchAll, confirm, book, moved, readLate } = sample;
  chain.extend([]);
  await watchAll();
  await book(10_000_000n);
  const [first] = await readLate([{ to: owner, amount: 4_000_000n }]);
  if (first === undefined) throw new Error('it was read');
  const { identity } = first;
  expect(
    await moved(async () => {
      await readLate([{ to: owner, amount: 6_000_000n, identity }], {
        replaced: { id: first.id, asset: USDT, amount: 4_000_000n },
        forget: async (tx) => {
          await tx.query(`update deposit set status = 'dropped' where id = $1`, [first.id]);
          return true;
        },
      });
      await confirm();
    }),
  ).toEqual({ unclaimed: -6_000_000, owner: 6_000_000 });
});

test('[H-5] [D14] the sender of a payment that is read after its coins were given is compared with the list, too', async () => {
  const { database, owner, book, give, depositsOf, readLate, listSender } = sample;
  await listSender();
  const id = await book(10_000_000n);
  await give(id, { amount: '4', left: '10' });
  await readLate([{ to: owner, amount: 4_000_000n }]);
  const [deposit] = await depositsOf(owner.userId);
  const hits = `select deposit_id as id from sanctions_hit where deposit_id = $1`;
  expect(await database.query(hits, [deposit?.id])).toEqual([{ id: deposit?.id }]);
});
