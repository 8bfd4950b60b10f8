import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { insertSamples } from '@kobogate/testkit/sales/samples/people.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { allowPlenty } from './lib/books.ts';
import type { Opened, Opener, Round } from './lib/opening-process.ts';
import { createDatabaseMeter } from './lib/processes.ts';
import { writeResult } from './lib/results.ts';
import { median, table } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
/** Processes that share a database, and the payers of each who open at the same moment. */
const SHAPES = [
  { processes: 1, callers: 1 },
  { processes: 1, callers: 16 },
  { processes: 1, callers: 128 },
  { processes: 3, callers: 43 },
] as const;
const MERCHANTS = 400;

/** What one round measured: openings a second, and milliseconds of processor for one. */
interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  readonly ownMs: number;
  readonly postgresMs: number;
}

/**
 * Openings of link payments a second, from the rate limits to the commit, over one and more processes with an embedded
 * database, by how many payers open at the same moment. Each is of the product's own path below HTTP.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench-openings');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const database = await openDatabase({ url: embedded.address, maxConnections: 4, log: silentLog });
  const processes: ChildProcess[] = [];
  try {
    await migrate(database, join(import.meta.dirname, '..', 'apps', 'server', 'migrations'));
    await allowPlenty(database);
    const samples = await insertSamples(database, MERCHANTS);
    await database.query('analyze');
    const ofDatabase = await createDatabaseMeter(database);
    for (let index = 0; index < Math.max(...SHAPES.map((shape) => shape.processes)); index += 1) {
      const epochFile = join(folder.path, `epoch-${index}.json`);
      processes.push(await startOpener({ address: embedded.address, samples, epochFile }));
    }
    const found = SHAPES.map(({ processes: count, callers }) => ({ count, callers, rounds: [] as Measured[] }));
    // Round 0 warms up and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const { count, callers, rounds } of found) {
        const before = await ofDatabase();
        const done = await Promise.all(
          processes.slice(0, count).map((each) => ask(each, { callers, seconds: SECONDS })),
        );
        if (round > 0) rounds.push(sumOf(done, (await ofDatabase()) - before));
      }
    }
    await report(found);
  } finally {
    for (const each of processes) each.kill();
    await database.close();
    await embedded.stop();
    await folder.remove();
  }
}

async function startOpener(opener: Opener): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'lib', 'opening-process.ts'), { execArgv: ['--import', 'tsx'] });
  await answerTo(child, opener);
  return child;
}

async function ask(child: ChildProcess, round: Round): Promise<Opened> {
  return answerTo(child, round);
}

/** What a process answers. Throws where it ends instead. */
async function answerTo(child: ChildProcess, asked: Opener | Round) {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('a process that opens payments has ended');
  });
  const answered = once(child, 'message', { signal: ended.signal });
  child.send(asked);
  try {
    const [said] = await Promise.race([answered, exit]);
    return said;
  } finally {
    exit.catch(() => undefined);
    answered.catch(() => undefined);
    ended.abort();
  }
}

/** What processes did together. Pure. */
function sumOf(done: readonly Opened[], postgresMs: number): Measured {
  const of = (read: (opened: Opened) => number): number => done.reduce((sum, each) => sum + read(each), 0);
  const opened = of((each) => each.opened);
  return {
    perSecond: of((each) => each.perSecond),
    p99: Math.max(...done.map(({ p99 }) => p99)),
    ownMs: of((each) => each.ownMs) / opened,
    postgresMs: postgresMs / opened,
  };
}

interface Found {
  /** Of processes. */
  readonly count: number;
  readonly callers: number;
  readonly rounds: readonly Measured[];
}

async function report(found: readonly Found[]): Promise<void> {
  const cells = found.map(({ count, callers, rounds }) => {
    const of = (read: (measured: Measured) => number): number => median(rounds.map(read));
    return {
      processes: count,
      callers,
      perSecond: of(({ perSecond }) => perSecond),
      p99: of(({ p99 }) => p99),
      ownMs: of(({ ownMs }) => ownMs),
      postgresMs: of(({ postgresMs }) => postgresMs),
    };
  });
  const rows = cells.map(({ processes, callers, perSecond, p99, ownMs, postgresMs }) =>
    [processes, callers, perSecond.toFixed(0), p99.toFixed(0), ownMs.toFixed(2), postgresMs.toFixed(2)].map(String),
  );
  const head = ['processes', 'at once in each', 'openings/s', 'p99 ms', 'node ms', 'PostgreSQL ms'];
  process.stdout.write(`${table(head, rows)}\n`);
  const [one, , most, shared] = cells;
  if (one === undefined || most === undefined || shared === undefined) return;
  await writeResult('openings', {
    rounds: ROUNDS,
    figures: [
      {
        what: `link payments opened, ${most.callers} payers at once`,
        value: most.perSecond,
        unit: '/s',
        and: [{ what: 'processor of one', value: most.ownMs + most.postgresMs, unit: 'ms' }],
      },
      { what: `… as many over ${shared.processes} processes`, value: shared.perSecond, unit: '/s' },
      { what: '… one payer after the other', value: one.perSecond, unit: '/s' },
    ],
    details: cells,
  });
}
