import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { verify } from '../apps/server/src/ledger/index.ts';
import type { Post } from './ledger-candidates/candidate.ts';
import { batchedInsert } from './ledger-candidates/insert.ts';
import { ownLedger } from './ledger-candidates/own.ts';
import { plainLedger } from './ledger-candidates/plain.ts';
import { load } from './lib/load.ts';
import type { Load } from './lib/load.ts';
import { median, shuffled, table } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1.5);
const ACCOUNTS = 1000;
const HOT = 1000;

const any = (): number => Math.floor(Math.random() * ACCOUNTS);
const apart = (from: number): [number, number] => [
  from,
  (from + 1 + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS,
];
const WORKLOADS = {
  'sixteen callers': { callers: 16, pick: (): [number, number] => apart(any()) },
  'many callers': { callers: 256, pick: (): [number, number] => apart(any()) },
  'one hot account': { callers: 256, pick: (): [number, number] => [any(), HOT] },
};
type Workload = keyof typeof WORKLOADS;
type Candidate = 'own' | 'plain' | 'insert';
type Round = Record<string, Load>;

const WORKLOAD_NAMES: Workload[] = ['sixteen callers', 'many callers', 'one hot account'];
const CANDIDATE_NAMES: Candidate[] = ['own', 'plain', 'insert'];

async function prepare(database: Database): Promise<Record<Candidate, Post>> {
  const server = join(import.meta.dirname, '..', 'apps', 'server', 'migrations', '0002_ledger.sql');
  await database.query(await readFile(server, 'utf8'));
  await database.query(await readFile(join(import.meta.dirname, 'reference-ledger.sql'), 'utf8'));
  await database.query(`create table bare_transfer (like ledger_transfer including all)`);
  return { own: ownLedger(database), plain: plainLedger(database), insert: batchedInsert(database) };
}

/**
 * Our ledger beside a plain SQL ledger and beside the bare insert that limits it; rounds interleaved in random order.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const database = await openDatabase({ url: embedded.address, maxConnections: 32, log: silentLog });
  try {
    const posts = await prepare(database);
    const cells = WORKLOAD_NAMES.flatMap((workload) => CANDIDATE_NAMES.map((candidate) => ({ workload, candidate })));
    const rounds: Round[] = [];
    // Round 0 warms up and is not counted.
    for (let number = 0; number <= ROUNDS; number += 1) {
      const round: Round = {};
      for (const { workload, candidate } of shuffled(cells)) {
        const { callers, pick } = WORKLOADS[workload];
        round[`${candidate} ${workload}`] = await load(callers, number === 0 ? 0.5 : SECONDS, () =>
          posts[candidate](...pick()),
        );
      }
      if (number > 0) rounds.push(round);
    }
    process.stdout.write(`${report(rounds)}\n\n${await measureSize(database)}\n`);
    const { ok, differences } = await verify(database);
    if (!ok) throw new Error(`the ledger is not sound after the load: ${differences.slice(0, 3).join('; ')}`);
  } finally {
    await database.close();
    await embedded.stop();
    await folder.remove();
  }
}

function report(rounds: readonly Round[]): string {
  const cell = (round: Round, candidate: Candidate, workload: Workload): Load =>
    round[`${candidate} ${workload}`] ?? { perSecond: 0, p99: 0 };
  const rate = (candidate: Candidate, workload: Workload): string =>
    Math.round(median(rounds.map((round) => cell(round, candidate, workload).perSecond))).toString();
  const p99 = (candidate: Candidate, workload: Workload): string =>
    median(rounds.map((round) => cell(round, candidate, workload).p99)).toFixed(1);
  const ratio = (of: (round: Round) => number): string => `${median(rounds.map(of)).toFixed(2)}×`;
  const figures = WORKLOAD_NAMES.map((workload) =>
    [workload as string].concat(
      CANDIDATE_NAMES.map((candidate) => `${rate(candidate, workload)}/s, p99 ${p99(candidate, workload)} ms`),
    ),
  );
  const against = (candidate: Candidate, workload: Workload): string =>
    ratio((round) => cell(round, 'own', workload).perSecond / cell(round, candidate, workload).perSecond);
  const goals = [
    ['16 callers, 1,000 accounts, against plain SQL', against('plain', 'sixteen callers'), '≥ 3.33×'],
    ['256 callers, 1,000 accounts, against plain SQL', against('plain', 'many callers'), '≥ 4.17×'],
    ['256 callers, one hot account, against plain SQL', against('plain', 'one hot account'), '≥ 8.33×'],
    [
      'its p99 at 256 callers, of plain SQL’s',
      ratio((round) => cell(round, 'own', 'many callers').p99 / cell(round, 'plain', 'many callers').p99),
      '≤ 0.40×',
    ],
    ['256 callers, against a bare batched insert', against('insert', 'many callers'), '≥ 0.85×'],
    [
      'a hot account against a thousand',
      ratio((round) => cell(round, 'own', 'one hot account').perSecond / cell(round, 'own', 'many callers').perSecond),
      '≥ 1.00×',
    ],
  ];
  return `${table(['load', 'own ledger', 'plain SQL', 'bare insert'], figures)}\n\n${table(['median of per-round ratios', 'measured', 'goal'], goals)}`;
}

async function measureSize(database: Database): Promise<string> {
  const [row] = await database.query<{ bytes: bigint }>(
    `select (pg_total_relation_size('ledger_transfer') + pg_total_relation_size('ledger_batch')) / (select count(*) from ledger_transfer) as bytes`,
  );
  return table(['size', 'measured', 'goal'], [['bytes a transfer with its indexes', String(row?.bytes), '≤ 200']]);
}
