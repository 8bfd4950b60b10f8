import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { createAddressFilter } from '../apps/server/src/custody/watch-list/address-filter.ts';
import { listAddressesFrom } from '../apps/server/src/custody/wallets/db.ts';
import { type ListOwner, readListFile, writeListFile } from '../apps/server/src/custody/watch-list/list-file.ts';
import { createWatchList } from '../apps/server/src/custody/watch-list/watch-list.ts';
import { loadDepartures } from '../apps/server/src/controls/index.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { insertAddresses } from './lib/addresses.ts';
import { writeResult } from './lib/results.ts';
import { median } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ADDRESSES = Number(process.env['BENCH_ADDRESSES'] ?? 100_000_000);
/** Four times as many as come before the file is written again. */
const NEWS = ADDRESSES / 100;
const STRANGERS = 1_000_000;

/**
 * How long a process takes until it can look for 100,000,000 addresses: its file is read, with its checksum, and what
 * came since is read from a real database. What the file has is not in the database, which is asked only from the
 * file's position on.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const database = await openDatabase({ url: embedded.address, log: silentLog });
  try {
    await migrate(database, join(import.meta.dirname, '..', 'apps', 'server', 'migrations'));
    await insertAddresses(database, ADDRESSES - NEWS, NEWS + 1);
    const { installation } = await loadDepartures(database);
    const owner = { installation, family: 'evm' } as const;
    const path = join(folder.path, 'watch-list-evm');
    await writeOld(database, path, owner);
    await copyFile(path, `${path}-old`);

    const ready: number[] = [];
    const written: number[] = [];
    const memory: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await copyFile(`${path}-old`, path);
      const list = createWatchList(database, 'evm', { folder: folder.path, log: silentLog });
      const start = performance.now();
      await list.find([]);
      ready.push((performance.now() - start) / 1000);
      memory.push(process.memoryUsage().rss / 2 ** 20);
      await list.settle();
      written.push((performance.now() - start) / 1000 - (ready.at(-1) ?? 0));
    }
    await report({ ready, written, memory, through: await strangersThrough(path, owner) });
  } finally {
    await database.close();
    await embedded.stop();
    await folder.remove();
  }
}

const keyOf = (number: number): string => `0x${number.toString(16).padStart(40, '0')}`;

/** The file of a list that has read up to the first address of the database. */
async function writeOld(database: Database, path: string, owner: ListOwner): Promise<void> {
  const [position] = await listAddressesFrom(database, 'evm', 0n, 1);
  if (position === undefined) throw new Error('the database has no address');
  const filter = createAddressFilter(ADDRESSES * 1.25);
  const held = ADDRESSES - NEWS;
  for (let number = 0; number < held; number += 1) filter.add(keyOf(number));
  await writeListFile(path, owner, { filter, held, position });
}

/** The share of strange addresses that the newest file lets through, in percent. */
async function strangersThrough(path: string, owner: ListOwner): Promise<number> {
  const newest = await readListFile(path, owner);
  if (newest === null || typeof newest === 'string') throw new Error(`the file was not written: ${newest}`);
  if (newest.held !== ADDRESSES) throw new Error(`the list has ${newest.held} addresses, and ${ADDRESSES} were made`);
  let through = 0;
  for (let number = 0; number < STRANGERS; number += 1)
    if (newest.filter.mayHave(keyOf(2 ** 40 + number))) through += 1;
  return (through / STRANGERS) * 100;
}

async function report(measured: {
  readonly ready: readonly number[];
  readonly written: readonly number[];
  readonly memory: readonly number[];
  readonly through: number;
}): Promise<void> {
  const words = (count: number): string => count.toLocaleString('en-GB');
  await writeResult('watch-list', {
    rounds: ROUNDS,
    figures: [
      {
        what: `a start until it can look for ${words(ADDRESSES)} addresses, ${words(NEWS)} of which are not in its file`,
        value: median(measured.ready),
        unit: 's',
        goal: { atMost: 20 },
        and: [{ what: 'file written again', value: median(measured.written), unit: 's' }],
      },
      {
        what: '… memory of the whole process',
        value: Math.max(...measured.memory),
        unit: 'MB',
        goal: { atMost: 2000 },
      },
      {
        what: '… of strange addresses let through to the database',
        value: measured.through,
        unit: '%',
        goal: { atMost: 1 },
      },
    ],
  });
}
