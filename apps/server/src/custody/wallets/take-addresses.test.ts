// An address is given out once, by however many processes at one moment, and only after everybody who watches knows it: one
// that is taken and not given to anyone, as where its payment failed, stays watched and belongs to no customer.
import { type AddressId, type UserId, NETWORKS } from '@kobogate/contract';
import { createTestGate } from '@kobogate/testkit/controls/fence.ts';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { createTestAddressSources } from '@kobogate/testkit/sales/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { createWatchList } from '../watch-list/watch-list.ts';
import { giveAddresses, insertUnowned, takeSequence } from './db.ts';
import { takeAddresses } from './take-addresses.ts';

let sample: TestDatabase;
let userId: UserId;
const addressSources = createTestAddressSources();

beforeAll(async () => {
  sample = await createTestDatabase();
  ({ userId } = await insertCustomer(sample.database));
});
afterAll(() => sample.drop());

const take = (count: number) =>
  takeAddresses({ addressSources, gate: createTestGate(sample.database) }, 'ethereum', {
    use: 'payment',
    count,
  });
const give = (ids: readonly AddressId[], owner = userId) =>
  sample.database.transaction((tx) =>
    giveAddresses(
      tx,
      ids.map((id) => ({ id, userId: owner, paymentAsset: 'USDT@ethereum' })),
    ),
  );
const rowsOf = (ids: readonly AddressId[]) =>
  sample.database.query<{ index: number; key: string; sequence: bigint; owner: UserId | null }>(
    `select derivation_index as index, address_key as key, sequence, user_id as owner from deposit_address
     where id = any($1::uuid[]) order by sequence`,
    [ids],
  );

test('[H-1] many that are taken at one moment are all watched before any is known, none of them twice', async () => {
  const { family } = NETWORKS.ethereum;
  const watchList = createWatchList(sample.database, family);
  await watchList.readOn();
  const taken = await Promise.all(
    Array.from({ length: 24 }, async (_, process) => {
      const ids = await take(1 + (process % 7));
      const keys = (await rowsOf(ids)).map(({ key }) => key);
      // The list reads on from its last position while others commit: one that came out of turn would be missed for good.
      const found = await watchList.find(keys);
      expect([...found.keys()].toSorted()).toEqual(keys.toSorted());
      expect([...found.values()].map((owner) => owner.userId)).toEqual(keys.map(() => null));
      return ids;
    }),
  );
  const ids = taken.flat();
  const rows = await rowsOf(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(rows.map(({ index }) => index).toSorted((one, other) => one - other)).toEqual(ids.map((_, at) => at));
  await give(ids);
  expect((await rowsOf(ids)).map(({ owner }) => owner)).toEqual(ids.map(() => userId));
});

test('no one who takes addresses waits for another whose payments are being written', async () => {
  const [first, second] = await Promise.all([take(3), take(3)]);
  await sample.database.transaction(async (tx) => {
    await giveAddresses(
      tx,
      first.map((id) => ({ id, userId })),
    );
    await give(second);
    await give(await take(3));
  });
  expect((await rowsOf([...first, ...second])).map(({ owner }) => owner)).toEqual(
    Array.from({ length: 6 }, () => userId),
  );
});

test('[I5] an address has one owner for good, one that is not there has none, and neither gives any other out', async () => {
  const { userId: another } = await insertCustomer(sample.database);
  const [known, free] = await take(2);
  if (known === undefined || free === undefined) throw new Error('no addresses');
  await give([known]);
  await expect(give([free, known], another)).rejects.toThrow(/not there to be given/);
  await expect(give([free, newId<AddressId>()], another)).rejects.toThrow(/not there to be given/);
  expect((await rowsOf([known, free])).map(({ owner }) => owner)).toEqual([userId, null]);
  const racers = await Promise.allSettled([give([free]), give([free], another)]);
  expect(racers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('[I5] a process that dies while it takes addresses has taken none, and one that the books have already is passed over', async () => {
  const [before] = await rowsOf(await take(1));
  const next = (before?.index ?? 0) + 1;
  await sample.database.transaction(async (tx) => {
    await takeSequence(tx, 'evm');
    const dying = take(2).catch((error: unknown) => error);
    await expect.poll(() => listWaiting(sample.database)).toHaveLength(1);
    await sample.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(await dying).toBeInstanceOf(Error);
  });
  const source = addressSources.find(({ family }) => family === 'evm');
  if (source === undefined) throw new Error('no source');
  await sample.database.transaction(async (tx) => {
    const known = [{ id: newId<AddressId>(), index: 0, ...source.derive(next) }];
    await insertUnowned(
      tx,
      { family: 'evm', keyFingerprint: 'another' },
      { last: await takeSequence(tx, 'evm'), addresses: known },
    );
  });
  expect((await rowsOf(await take(2))).map(({ index }) => index)).toEqual([next + 1]);
  expect((await rowsOf(await take(1))).map(({ index }) => index)).toEqual([next + 2]);
});
