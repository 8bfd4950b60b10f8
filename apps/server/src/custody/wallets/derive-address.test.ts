// Processes give out the indexes of a key from blocks of their own: one write of the shared counter for many addresses, no index twice
// however many ask at once, and what a process has not given out is skipped.
import type { AddressSource } from '@kobogate/addresses';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { deriveAddress } from './derive-address.ts';

let sample: TestDatabase;
let others: Database[];
beforeAll(async () => {
  sample = await createTestDatabase();
  const open = () => openDatabase({ url: sample.url, maxConnections: 4, log: silentLog });
  others = [await open(), await open()];
});
afterAll(async () => {
  await Promise.all(others.map((each) => each.close()));
  await sample.drop();
});

const newSource = (size = 2 ** 31 - 1): AddressSource => {
  const key = newId();
  const derive = (index: number) => ({ address: `0x${key}${index}`, addressKey: `0x${key}${index}` });
  return { family: 'evm', keyFingerprint: key, size, derive };
};
const give = async (database: Database, source: AddressSource): Promise<number> =>
  (await deriveAddress({ database, addressSources: [source] }, 'ethereum', 'wallet')).index;
const counterOf = async ({ keyFingerprint }: AddressSource) => {
  const [row] = await sample.database.query<{ next: number }>(
    `select next_index as next from derivation_counter where key_fingerprint = $1`,
    [keyFingerprint],
  );
  return row?.next ?? 0;
};

test('[I5] three processes that are asked at once give out 600 addresses, each once, within a block each of what was taken', async () => {
  const source = newSource();
  const databases = [sample.database, ...others];
  const given = await Promise.all(
    Array.from({ length: 600 }, (_, at) => give(databases[at % databases.length] ?? sample.database, source)),
  );
  expect(new Set(given).size).toBe(600);
  const taken = await counterOf(source);
  expect(Math.max(...given)).toBeLessThan(taken);
  expect(taken).toBeLessThan(600 + databases.length * 64);
});

test('[I5] the counter is moved before an index is given out, and not for each one', async () => {
  const source = newSource();
  const moved = new Set<number>();
  for (let count = 0; count < 200; count += 1) {
    const index = await give(sample.database, source);
    moved.add(await counterOf(source));
    expect(index).toBeLessThan(await counterOf(source));
  }
  // Blocks of 1, 2, 4 ... 64, 64, 64.
  expect(moved.size).toBe(9);
});

test('[I5] of a pool, which can run out, none is skipped', async () => {
  const source = newSource(10);
  const given: number[] = [];
  for (let count = 0; count < 10; count += 1) {
    given.push(await give(count % 2 === 0 ? sample.database : (others[0] ?? sample.database), source));
  }
  expect(given).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await expect(give(sample.database, source)).rejects.toThrow('no free deposit address');
});
