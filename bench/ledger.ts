import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { type AccountRef, post, verify } from '../apps/server/src/ledger/index.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { load, type Load } from './lib/load.ts';
import { createDatabaseMeter } from './lib/processes.ts';
import { type Figure, writeResult } from './lib/results.ts';
import { median, shuffled, table } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1.5);
const ACCOUNTS = 1000;
const HOT = 1000;
const AMOUNT = 125_000n;
/** The plain SQL ledger beside pgledger (github.com/pgr0ss/pgledger), 16 callers on the same database. */
const PLAIN_OF_PGLEDGER = 1.75;
/** The file with pgledger's SQL, where one is there: it is measured too then. */
const PGLEDGER_SQL = process.env['PGLEDGER_SQL'];

/** From which account to which of 0 to 1000. */
type Pair = readonly [from: number, to: number];

const any = (): number => Math.floor(Math.random() * ACCOUNTS);
const apart = (): Pair => {
  const from = any();
  return [from, (from + 1 + Math.floor(Math.random() * (ACCOUNTS - 1))) % ACCOUNTS];
};
const toHot = (): Pair => [any(), HOT];

const LOADS = [
  { name: '16 waiting', waiting: 16, pick: apart, atLeast: 5 },
  { name: '256 waiting', waiting: 256, pick: apart, atLeast: 13 },
  { name: '256 waiting, one hot account', waiting: 256, pick: toHot, atLeast: 50 },
] as const;
type Workload = (typeof LOADS)[number];
/** Transfers a second, and milliseconds from handing one over until it is on disk. */
type Candidate = (workload: Workload, seconds: number) => Promise<Load>;
/** With the microseconds of processor, of this process and of the database, that a transfer took. */
type Cell = Load & { readonly processor: number };
type Round = Record<string, Cell>;

/**
 * The ledger as use cases call it: so many waiting postings given to `post` in one transaction, then the next ones.
 * Beside it, the same transfers by one call each from as many callers, and a bare insert of as many rows that reads,
 * checks and changes no account. Rounds are interleaved in random order.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const database = await openDatabase({ url: embedded.address, maxConnections: 32, log: silentLog });
  try {
    const candidates = await prepare(database);
    const names = Object.keys(candidates);
    const measure = await createCellMeter(database);
    const cells = LOADS.flatMap((workload) => names.map((name) => ({ workload, name })));
    const rounds: Round[] = [];
    // Round 0 warms up and is not counted.
    for (let number = 0; number <= ROUNDS; number += 1) {
      const round: Round = {};
      for (const { workload, name } of shuffled(cells)) {
        const candidate = candidates[name];
        if (candidate === undefined) continue;
        round[`${name}, ${workload.name}`] = await measure(() => candidate(workload, number === 0 ? 0.5 : SECONDS));
      }
      if (number > 0) rounds.push(round);
    }
    await report(rounds, names, await measureBytes(database));
    const { ok, differences } = await verify(database);
    if (!ok) throw new Error(`the ledger is not sound after the load: ${differences.slice(0, 3).join('; ')}`);
  } finally {
    await database.close();
    await embedded.stop();
    await folder.remove();
  }
}

async function createCellMeter(database: Database): Promise<(run: () => Promise<Load>) => Promise<Cell>> {
  const usedByDatabase = await createDatabaseMeter(database);
  const used = async (): Promise<number> => {
    const { user, system } = process.cpuUsage();
    return user + system + (await usedByDatabase()) * 1000;
  };
  return async (run) => {
    const [start, before] = [performance.now(), await used()];
    const measured = await run();
    const transfers = (measured.perSecond * (performance.now() - start)) / 1000;
    return { ...measured, processor: ((await used()) - before) / transfers };
  };
}

async function prepare(database: Database): Promise<Record<string, Candidate>> {
  await migrate(database, join(import.meta.dirname, '..', 'apps', 'server', 'migrations'));
  await database.query(await readFile(join(import.meta.dirname, 'reference-ledger.sql'), 'utf8'));
  await database.query(`create table bare_transfer (like ledger_transfer including all)`);
  return {
    post: postBatches(database),
    insert: insertBatches(database),
    plain: eachAlone((from, to) =>
      database.query(`select plain_post($1, $2, $3, $4)`, [from, to, AMOUNT, newId()], 'plain-post'),
    ),
    ...(PGLEDGER_SQL !== undefined && { pgledger: await pgledger(database, PGLEDGER_SQL) }),
  };
}

function postBatches(database: Database): Candidate {
  const refs = Array.from({ length: ACCOUNTS + 1 }, (_, index): AccountRef => ({
    code: `exchange:BENCH:${index}`,
    asset: 'BENCH',
    kind: 'exchange',
    normalSide: 'credit',
    mayGoNegative: true,
  }));
  const refOf = (index: number): AccountRef => {
    const ref = refs[index];
    if (ref === undefined) throw new Error(`there is no account ${index}`);
    return ref;
  };
  return inBatches(async (pairs) => {
    const results = await database.transaction((tx) =>
      post(
        tx,
        pairs.map(([from, to]) => ({
          source: 'bench',
          sourceId: newId(),
          description: 'bench',
          transfers: [{ debit: refOf(from), credit: refOf(to), amount: AMOUNT }],
        })),
      ),
    );
    if (results.some((result) => !result.ok || result.outcome !== 'posted')) throw new Error('a posting was refused');
  });
}

/** The ceiling: the same rows into the same columns and indexes. */
function insertBatches(database: Database): Candidate {
  let sequence = 0;
  return inBatches(async (pairs) => {
    await database.query(
      `insert into bare_transfer (batch_id, position, source, source_id, line, description, amount, debit_account, credit_account,
         debit_sequence, credit_sequence, debit_balance, credit_balance)
       select 1, t.n, 'bench', t.source_id, 0, 'bench', ${AMOUNT}, t.debit, t.credit, t.n, t.n, ${AMOUNT}, ${AMOUNT}
       from unnest($1::text[], $2::int[], $3::int[], $4::bigint[]) as t (source_id, debit, credit, n)`,
      [
        pairs.map(() => newId()),
        pairs.map(([from]) => from),
        pairs.map(([, to]) => to),
        pairs.map(() => (sequence += 1)),
      ],
      'bare-insert',
    );
  });
}

async function pgledger(database: Database, file: string): Promise<Candidate> {
  await database.query(await readFile(file, 'utf8'));
  const accounts = await database.query<{ id: string }>(
    `select id from generate_series(0, $1::int) n cross join lateral pgledger_create_account('bench ' || n, 'USD')`,
    [HOT],
  );
  return eachAlone((from, to) =>
    database.query(
      `select pgledger_create_transfer($1, $2, $3)`,
      [accounts[from]?.id, accounts[to]?.id, AMOUNT],
      'pgledger-post',
    ),
  );
}

function inBatches(write: (pairs: readonly Pair[]) => Promise<void>): Candidate {
  return async ({ waiting, pick }, seconds) => {
    const { perSecond, p99 } = await load(1, seconds, () => write(Array.from({ length: waiting }, pick)));
    return { perSecond: perSecond * waiting, p99 };
  };
}

function eachAlone(move: (from: number, to: number) => Promise<unknown>): Candidate {
  return ({ waiting, pick }, seconds) => load(waiting, seconds, () => move(...pick()));
}

async function report(rounds: readonly Round[], names: readonly string[], bytes: number): Promise<void> {
  const of = (name: string, workload: Workload, what: keyof Cell): number[] =>
    rounds.map((round) => round[`${name}, ${workload.name}`]?.[what] ?? Number.NaN);
  const rate = (name: string, workload: Workload): number => median(of(name, workload, 'perSecond'));
  const ratio = (name: string, workload: Workload, what: keyof Cell): number => {
    const [own, others] = [of('post', workload, what), of(name, workload, what)];
    return median(own.map((value, round) => value / (others[round] ?? Number.NaN)));
  };
  // On a busy machine a single caller gets less of it than many: the processor's time does not depend on that.
  const beside = (name: string, workload: Workload) => ({
    value: ratio(name, workload, 'perSecond'),
    unit: '×',
    and: [{ what: 'by processor time', value: 1 / ratio(name, workload, 'processor'), unit: '×' }],
  });
  const rows = LOADS.map((workload) => [
    workload.name,
    ...names.map(
      (name) =>
        `${rate(name, workload).toFixed(0)}/s, p99 ${median(of(name, workload, 'p99')).toFixed(1)} ms, ${median(of(name, workload, 'processor')).toFixed(1)} µs`,
    ),
  ]);
  process.stdout.write(`${table(['load', ...names], rows)}\n`);
  const figures = LOADS.flatMap((workload): Figure[] => {
    const { name, atLeast } = workload;
    const plain = beside('plain', workload);
    const insert = { what: '… beside a bare batched insert', ...beside('insert', workload) };
    return [
      {
        what: `postings, ${name}, beside one plain SQL call a transfer`,
        ...plain,
        goal: { atLeast: atLeast / PLAIN_OF_PGLEDGER },
        and: [{ value: rate('post', workload), unit: '/s' }, ...plain.and],
      },
      ...(names.includes('pgledger')
        ? [{ what: '… beside pgledger', ...beside('pgledger', workload), goal: { atLeast } }]
        : []),
      workload === LOADS[1] ? { ...insert, goal: { atLeast: 0.85 } } : insert,
    ];
  });
  await writeResult('ledger', {
    rounds: rounds.length,
    figures: [
      ...figures,
      { what: 'a transfer on disk with its indexes', value: bytes, unit: 'bytes', goal: { atMost: 200 } },
    ],
    details: Object.fromEntries(
      LOADS.flatMap((workload) =>
        names.map((name) => [
          `${name}, ${workload.name}`,
          {
            perSecond: rate(name, workload),
            p99Ms: median(of(name, workload, 'p99')),
            processorMicroseconds: median(of(name, workload, 'processor')),
          },
        ]),
      ),
    ),
  });
}

async function measureBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select (pg_total_relation_size('ledger_transfer') + pg_total_relation_size('ledger_batch'))::float
       / (select count(*) from ledger_transfer) as bytes`,
  );
  return row?.bytes ?? Number.NaN;
}
