// A watch list finds every address of ours, whatever its file is: missing, old, torn, of another installation, or of a database
// that was put back to an earlier state since. A process may die at any step of writing it.
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { AddressId } from '@kobogate/contract';
import { createTestDatabase, listWaiting, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder, type TemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadDepartures } from '../../controls/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { insertUnowned, takeSequence } from '../wallets/db.ts';
import { createAddressFilter } from './address-filter.ts';
import { type ListOwner, readListFile, type SavedList, writeListFile } from './list-file.ts';
import { createWatchList, type WatchList } from './watch-list.ts';

const disk = { stepsLeft: Infinity, done: [] as string[] };

/** After `stepsLeft` steps of a write the process is gone: nothing that it still asks of the disk is done. */
function playDisk(): void {
  const step = <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    if (disk.stepsLeft === 0) return Promise.reject(new Error('the process is gone'));
    disk.stepsLeft -= 1;
    disk.done.push(name);
    return work();
  };
  const { open, rename, rm: remove } = promises;
  vi.spyOn(promises, 'rename').mockImplementation((from, to) => step('rename', () => rename(from, to)));
  vi.spyOn(promises, 'rm').mockImplementation((file, options) => step('remove', () => remove(file, options)));
  vi.spyOn(promises, 'open').mockImplementation(async (...args) => {
    const file = await step('open', () => open(...args));
    return new Proxy(file, {
      get: (_, name) => {
        if (name === 'appendFile') return (bytes: Buffer) => step('append', () => file.appendFile(bytes));
        if (name === 'sync') return () => step('sync', () => file.sync());
        const value: unknown = Reflect.get(file, name);
        return typeof value === 'function' ? value.bind(file) : value;
      },
    });
  });
  // Modules that have imported these functions by name call them too.
  syncBuiltinESMExports();
}

let sample: TestDatabase;
let folder: TemporaryFolder;
let owner: ListOwner;
let path: string;
let said: string[];
beforeEach(async () => {
  sample = await createTestDatabase();
  folder = await createTemporaryFolder('watch-list');
  const { installation } = await loadDepartures(sample.database);
  owner = { installation, family: 'evm' };
  path = join(folder.path, 'watch-list-evm');
  said = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await folder.remove();
  await sample.drop();
});

const log = { ...silentLog, warn: (_: object, line: string) => void said.push(line) } as typeof silentLog;
/** A process begins to watch. */
const start = (): WatchList => createWatchList(sample.database, 'evm', { folder: folder.path, log, fewest: 1 });

let given = 0;
/** Gives out addresses in an open transaction, and answers their keys. */
async function giveWithin(tx: Transaction, count: number): Promise<string[]> {
  const last = await takeSequence(tx, 'evm', count);
  const addresses = Array.from({ length: count }, () => {
    given += 1;
    const key = `0x${createHash('sha256').update(String(given)).digest('hex').slice(24)}`;
    return { id: newId<AddressId>(), index: given, address: key, addressKey: key };
  });
  await insertUnowned(tx, { family: 'evm', keyFingerprint: 'sample' }, { last, addresses });
  return addresses.map(({ addressKey }) => addressKey);
}
const give = (count: number) => sample.database.transaction((tx) => giveWithin(tx, count));

const lastOf = async (): Promise<bigint> =>
  (await sample.database.query<{ last: bigint }>(`select last from address_sequence`))[0]?.last ?? 0n;

/** What the file of this installation holds. */
async function saved(): Promise<SavedList> {
  const found = await readListFile(path, owner);
  if (found === null || typeof found === 'string') throw new Error(`there is no whole file: ${found}`);
  return found;
}

/** Has a list write its file, with one more address, and answers that one. */
async function keep(list: WatchList): Promise<string[]> {
  await list.settle();
  const more = await give(1);
  await list.readOn();
  await list.settle();
  expect((await saved()).position.sequence).toBe(await lastOf());
  return more;
}

/** The database as it was when `sequence` was the last one. */
async function putBack(sequence: bigint): Promise<void> {
  await sample.database.query(`delete from deposit_address where sequence > $1`, [sequence]);
  await sample.database.query(`update address_sequence set last = $1`, [sequence]);
}

/** A whole file of `of`, as new as the database, that has none of its addresses: a list that reads it finds nothing. */
async function writeHollow(of: ListOwner): Promise<void> {
  const [newest] = await sample.database.query<SavedList['position']>(
    `select sequence, id as "addressId" from deposit_address order by sequence desc limit 1`,
  );
  if (newest === undefined) throw new Error('no address was given out');
  await writeListFile(path, of, { filter: createAddressFilter(1), held: 1, position: newest });
}

/** How many of these a process finds that starts now. */
async function findAfterStart(keys: readonly string[]): Promise<number> {
  const list = start();
  const { size } = await list.find(keys);
  await list.settle();
  return size;
}

const step = fc.oneof(
  fc.record({ do: fc.constant('give' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ do: fc.constantFrom('restart' as const, 'keep' as const, 'second' as const) }),
  fc.record({ do: fc.constant('put back' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ do: fc.constant('tear' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
);

test('[D4] whatever happens to database, file and process, a list finds what a plain set of all addresses has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await putBack(0n);
      await rm(path, { force: true });
      const ours = await give(2);
      const past: string[] = [];
      let list = start();
      for (const each of steps) {
        if (each.do === 'give') ours.push(...(await give(each.count)));
        if (each.do === 'restart') {
          await list.settle();
          list = start();
        }
        // Another process with the same folder writes at the same time.
        if (each.do === 'second') {
          const second = start();
          await second.readOn();
          ours.push(...(await give(1)));
          await Promise.all([list.readOn(), second.readOn()]);
          await Promise.all([list.settle(), second.settle()]);
          await saved();
        }
        if (each.do === 'keep') ours.push(...(await keep(list)));
        if (each.do === 'put back' && ours.length > 1) {
          const left = 1 + Math.floor(each.share * (ours.length - 1));
          await putBack((await lastOf()) - BigInt(ours.length - left));
          past.push(...ours.splice(left));
        }
        if (each.do === 'tear') {
          const size = (await readFile(path).catch(() => null))?.length;
          if (size !== undefined) await truncate(path, Math.floor(each.share * size));
        }
        const found = await list.find([...ours, ...past, '0xstranger']);
        expect([...found.keys()].toSorted()).toEqual(ours.toSorted());
      }
      await list.settle();
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 120_000);

test('a start reads the file, and of the database only what came since', async () => {
  await give(29);
  await keep(start());
  expect((await saved()).held).toBe(30);
  const read: number[] = [];
  const counted = {
    ...sample.database,
    query: async <Row extends object>(text: string, values?: readonly unknown[], name?: string): Promise<Row[]> => {
      const rows = await sample.database.query<Row>(text, values, name);
      if (name === 'list-addresses-from') read.push(rows.length);
      return rows;
    },
  };
  const more = await give(3);
  const list = createWatchList(counted, 'evm', { folder: folder.path, log, fewest: 1 });
  expect((await list.find(more)).size).toBe(3);
  // The newest of the file is read again: it shows that the database has the same past.
  expect(read).toEqual([4]);
  expect(said).toEqual([]);
});

test('[D4] an address whose transaction ends late has no lower number than one that was read before', async () => {
  await give(3);
  const list = start();
  let first: string[] = [];
  let second: Promise<string[]> = Promise.resolve([]);
  const held = await sample.database.transaction(async (tx) => {
    first = await giveWithin(tx, 1);
    second = give(1);
    await vi.waitUntil(async () => (await listWaiting(sample.database)).length === 1, { timeout: 20_000 });
    await list.readOn();
    await list.settle();
    return (await saved()).held;
  });
  expect(held).toBe(3);
  const keys = [...first, ...(await second)];
  expect((await list.find(keys)).size).toBe(2);
  await list.settle();
  expect((await start().find(keys)).size).toBe(2);
});

test('a file of another installation, family or layout is thrown away with one line, and all is read from the database', async () => {
  const ours = await give(5);
  await writeHollow({ ...owner, installation: 'another' });
  expect(await findAfterStart(ours)).toBe(5);
  await writeHollow({ ...owner, family: 'tron' });
  expect(await findAfterStart(ours)).toBe(5);
  await writeHollow(owner);
  await writeFile(path, (await readFile(path)).toString('latin1').replace('watch-list-1', 'watch-list-9'), 'latin1');
  expect(await findAfterStart(ours)).toBe(5);
  const why = ['it is of another installation', 'it is of the family tron', 'it is none of this version'];
  expect(said.map((line) => line.split(': ').at(-1))).toEqual(why);
  // As whole and as new as these, of this installation: the lines above are the reason why they were not believed.
  await writeHollow(owner);
  expect(await findAfterStart(ours)).toBe(0);
});

test('a file that is cut off anywhere, or of which any bit is another one, is thrown away', async () => {
  const ours = await give(5);
  await writeHollow(owner);
  const whole = await readFile(path);
  const lengths = [0, 1, 40, 300, whole.length - 33, whole.length - 1];
  const torn = [
    ...lengths.map((length) => whole.subarray(0, length)),
    Buffer.concat([whole, Buffer.alloc(1)]),
    ...Array.from({ length: 40 }, (_, at) => {
      const flipped = Buffer.from(whole);
      const place = at < 20 ? at * 14 : Math.floor((whole.length - 1) * (at / 39));
      flipped[place] = (flipped[place] ?? 0) ^ 0x01;
      return flipped;
    }),
  ];
  for (const [at, content] of torn.entries()) {
    await rm(path, { force: true });
    await writeFile(path, content);
    expect(await findAfterStart(ours), `torn in way ${at}`).toBe(5);
    expect(said).toHaveLength(at + 1);
  }
});

test('[D4] a process that dies at any step of a write leaves the former list or the new one, and it is on the disk before it has its name', async () => {
  const ours = await give(4);
  ours.push(...(await keep(start())));
  const former = await saved();
  await copyFile(path, join(folder.path, 'former'));
  ours.push(...(await keep(start())));
  const fresh = await saved();
  let written: string[] = [];
  let steps = 0;
  playDisk();
  for (let isWhole = false; !isWhole; steps += 1) {
    await copyFile(join(folder.path, 'former'), path);
    disk.stepsLeft = steps;
    disk.done.length = 0;
    isWhole = await writeListFile(path, owner, fresh).then(
      () => true,
      () => false,
    );
    disk.stepsLeft = Infinity;
    written = [...disk.done];
    const { position } = await saved();
    expect(position, `after ${steps} steps`).toEqual((written.includes('rename') ? fresh : former).position);
    expect(await findAfterStart(ours)).toBe(6);
  }
  expect(said).toEqual([]);
  expect(written).toEqual(['open', 'append', 'append', 'append', 'sync', 'rename', 'open', 'sync']);
});

test('what a process left behind is removed by another one’s write after an hour, and not while it may be at work', async () => {
  await give(2);
  const [old, young] = [`${path}.${newId()}`, `${path}.${newId()}`];
  await writeFile(old, '');
  await writeFile(young, '');
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await utimes(old, twoHoursAgo, twoHoursAgo);
  await keep(start());
  expect((await readdir(folder.path)).map((name) => join(folder.path, name)).toSorted()).toEqual(
    [path, young].toSorted(),
  );
});

test('a full list grows while it is used: it finds all addresses throughout, and its file is then of the bigger one', async () => {
  const ours = await give(2);
  const list = start();
  await list.readOn();
  for (let thousand = 0; thousand < 66; thousand += 1) ours.push(...(await give(1_000)));
  expect((await list.find(ours)).size).toBe(ours.length);
  await vi.waitUntil(
    async () => {
      ours.push(...(await give(700)));
      expect((await list.find(ours.slice(-700))).size).toBe(700);
      await list.settle();
      return (await saved()).filter.capacity > 65_536;
    },
    { timeout: 20_000 },
  );
  expect(await findAfterStart(ours)).toBe(ours.length);
}, 60_000);
