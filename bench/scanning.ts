import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { collectCandidates } from '../apps/server/src/adapters/chains/evm/match.ts';
import { assetsOn } from '../apps/server/src/adapters/chains/network-assets.ts';
import { readBlock } from '../apps/server/src/adapters/chains/evm/read-block.ts';
import { createWatchList, type WatchList } from '../apps/server/src/custody/watch-list/watch-list.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { insertAddresses } from './lib/addresses.ts';
import { writeResult } from './lib/results.ts';
import { median, shuffled } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const FEW = 10_000;
const MANY = 1_000_000;
const STEP_BLOCKS = 20;
const BLOCK_TRANSACTIONS = 300;
const STEPS = 10;
/** One transaction in this many pays a watched address. */
const OURS_EVERY = 500;
const GOAL = 200_000;
const GOAL_FLAT = 0.9;

interface Subject {
  readonly name: string;
  readonly watchList: WatchList;
  readonly steps: readonly (readonly string[])[];
  readonly expected: number;
  readonly perSecond: number[];
}

/**
 * How many transactions a second are parsed out of a node's JSON and matched against the watched addresses of a real
 * database, all within one thread; with ten thousand watched addresses and with a million, interleaved.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const server = await openDatabase({ url: embedded.address, maxConnections: 1, log: silentLog });
  const open: Database[] = [];
  try {
    const subjects: Subject[] = [];
    for (const [name, count] of [
      ['few', FEW],
      ['many', MANY],
    ] as const) {
      await server.query(`create database ${name}`);
      const database = await openDatabase({ url: { ...embedded.address, database: name }, log: silentLog });
      open.push(database);
      subjects.push(await prepare(database, name, count));
    }
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const subject of shuffled(subjects)) {
        const perSecond = await measure(subject);
        // Round 0 warms up and is not counted.
        if (round > 0) subject.perSecond.push(perSecond);
      }
    }
    await report(subjects);
  } finally {
    await Promise.all([server, ...open].map((database) => database.close()));
    await embedded.stop();
    await folder.remove();
  }
}

async function prepare(database: Database, name: string, count: number): Promise<Subject> {
  await migrate(database, join(import.meta.dirname, '..', 'apps', 'server', 'migrations'));
  await insertAddresses(database, 1, count);
  const ours = await database.query<{ key: string }>(
    `select address_key as key from deposit_address where sequence % $1 = 0 limit 1000`,
    [Math.floor(count / 1000)],
  );
  const watchList = createWatchList(database, 'evm');
  // Reads the addresses once, as a watcher does when it starts.
  await watchList.find([]);
  const transactions = STEPS * STEP_BLOCKS * BLOCK_TRANSACTIONS;
  const keys = ours.map(({ key }) => key);
  return {
    name,
    watchList,
    steps: makeSteps(keys),
    expected: Math.floor(transactions / OURS_EVERY),
    perSecond: [],
  };
}

const hash = (): string => `0x${randomBytes(32).toString('hex')}`;

/**
 * A node's answers for each step's blocks: every transaction pays an unwatched address, which is the most expensive
 * case.
 */
function makeSteps(ours: readonly string[]): string[][] {
  let made = 0;
  return Array.from({ length: STEPS }, () =>
    Array.from({ length: STEP_BLOCKS }, () => {
      const blockHash = hash();
      const transactions = Array.from({ length: BLOCK_TRANSACTIONS }, (_, position) => {
        made += 1;
        const to =
          made % OURS_EVERY === 0 ? ours[(made / OURS_EVERY) % ours.length] : `0x${randomBytes(20).toString('hex')}`;
        return {
          type: '0x2',
          chainId: '0x1',
          nonce: '0x1a',
          gas: '0x5208',
          maxFeePerGas: '0x77359400',
          maxPriorityFeePerGas: '0x3b9aca00',
          gasPrice: '0x4a817c80',
          to,
          value: '0xde0b6b3a7640000',
          accessList: [],
          input: '0x',
          r: hash(),
          s: hash(),
          yParity: '0x1',
          v: '0x1',
          hash: hash(),
          blockHash,
          blockNumber: '0x1406f40',
          transactionIndex: `0x${position.toString(16)}`,
          from: `0x${randomBytes(20).toString('hex')}`,
        };
      });
      const header = { number: '0x1406f40', hash: blockHash, parentHash: hash(), timestamp: '0x66a1b2c3' };
      return JSON.stringify({ ...header, gasUsed: '0x1c9c380', logsBloom: `0x${'0'.repeat(512)}`, transactions });
    }),
  );
}

async function measure({ name, watchList, steps, expected }: Subject): Promise<number> {
  const assets = assetsOn('ethereum');
  let found = 0;
  const start = performance.now();
  for (const step of steps) {
    const blocks = step.map((text) => readBlock(JSON.parse(text))).filter((block) => block !== null);
    const candidates = collectCandidates(blocks, [], [], assets);
    const ours = await watchList.find(candidates.map(({ addressKey }) => addressKey));
    found += candidates.filter(({ addressKey }) => ours.has(addressKey)).length;
  }
  const seconds = (performance.now() - start) / 1000;
  if (found !== expected) throw new Error(`${name}: ${found} payments to us were found, and ${expected} were made`);
  return (STEPS * STEP_BLOCKS * BLOCK_TRANSACTIONS) / seconds;
}

async function report(subjects: readonly Subject[]): Promise<void> {
  const [few, many] = subjects;
  if (few === undefined || many === undefined) return;
  const flat = median(many.perSecond.map((value, round) => value / (few.perSecond[round] ?? value)));
  const addresses = MANY.toLocaleString('en-GB');
  await writeResult('scanning', {
    rounds: ROUNDS,
    figures: [
      {
        what: `block scanning, one thread, ${addresses} watched addresses`,
        value: median(many.perSecond),
        unit: '/s',
        goal: { atLeast: GOAL },
      },
      {
        what: `… beside ${FEW.toLocaleString('en-GB')} addresses`,
        value: flat,
        unit: '×',
        goal: { atLeast: GOAL_FLAT },
      },
    ],
  });
}
