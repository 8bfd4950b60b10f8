import { type ChildProcess, fork } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { migrate } from '../apps/server/src/platform/migrate.ts';
import { buildWorker } from './build.ts';
import { MUTATIONS } from './mutations.ts';
import { addCoverage, type Covered, createCoverage, drawCoverage } from './schedule/coverage.ts';
import type { Outcome } from './schedule/run.ts';
import type { About } from './schedule/steps.ts';
import type { Job } from './worker.ts';
import { shrink } from './shrink.ts';
import { SIMULATION_SQL } from './world/simulation-sql.ts';

const MIGRATIONS = fileURLToPath(new URL('../apps/server/migrations', import.meta.url));
/** The database is thrown away: no commit has to survive a loss of power. */
const LOOSE = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  'autovacuum = off',
  // Who waits for a lock, and fails in a deadlock, is the schedule's to say: the database's own time differs with the machine.
  "deadlock_timeout = '1h'",
  'plan_cache_mode = force_generic_plan',
];

/** A schedule takes a second, and on a busy machine some: one that takes longer than this never ends. */
const LONGEST_SCHEDULE_MS = 5 * 60_000;

interface Reply {
  readonly ready?: true;
  readonly outcome?: Outcome;
  readonly failure?: string;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A worker process, asked for one schedule at a time. */
function createRunner(program: string, address: object) {
  const child: ChildProcess = fork(program, {
    env: { ...process.env, SIMULATION_DATABASE: JSON.stringify(address) },
    execArgv: ['--enable-source-maps'],
  });
  let answer: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;
  child.on('message', (reply) => answer?.resolve(reply as Reply));
  child.on('exit', (code) => answer?.reject(new Error(`a worker ended with ${code}`)));
  const next = (): Promise<Reply> =>
    new Promise((resolve, reject) => {
      answer = { resolve, reject };
    });
  const ready = next();
  ready.catch(() => undefined);
  return {
    /** Throws where the schedule broke, or does not end; its worker is killed then. */
    run: async (job: Job): Promise<Outcome> => {
      await ready;
      const reply = next();
      child.send(job);
      const limit = setTimeout(() => {
        answer?.reject(new Error(`seed ${job.seed} does not end: its worker was killed`));
        child.kill();
        // One that still computes hears no signal.
        setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
      }, LONGEST_SCHEDULE_MS);
      const { outcome, failure } = await reply.finally(() => clearTimeout(limit));
      if (outcome === undefined) throw new Error(failure);
      return outcome;
    },
    stop: () => void (child.connected && child.disconnect()),
  };
}

function readAbout(text: string): About {
  if (text === 'everything' || text === 'coins') return text;
  throw new Error(`--about is everything or coins, and not ${text}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      schedules: { type: 'string', default: '300' },
      length: { type: 'string', default: '20' },
      about: { type: 'string', default: 'everything' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      trace: { type: 'boolean', default: false },
      only: { type: 'string' },
      results: { type: 'string' },
      mutation: { type: 'string' },
      coverage: { type: 'boolean', default: false },
    },
  });
  const [seed, schedules, length, jobs] = [values.seed, values.schedules, values.length, values.jobs].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const about = readAbout(values.about);
  const only = values.only?.split(',').map(Number);
  const mutation = MUTATIONS.find(({ name }) => name === values.mutation) ?? null;
  if (values.mutation !== undefined && mutation === null) throw new Error(`no mutation ${values.mutation}`);
  const program = await buildWorker(mutation);
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-simulate-'));
  await chmod(folder, 0o755);
  const { address, stop } = await startEmbeddedPostgres({ dataDir: folder, log: silentLog });
  const runners: ReturnType<typeof createRunner>[] = [];
  try {
    const server = await openDatabase({ url: address, maxConnections: 1, log: silentLog });
    for (const setting of LOOSE) await server.query(`alter system set ${setting}`);
    await server.query('select pg_reload_conf()');
    await server.query('create database simulation');
    await server.query('alter database simulation set search_path = public, sim, pg_catalog');
    const template = await openDatabase({
      url: { ...address, database: 'simulation' },
      maxConnections: 1,
      log: silentLog,
    });
    await template.query(SIMULATION_SQL);
    await migrate(template, MIGRATIONS);
    await template.close();
    for (let job = 0; job < jobs; job += 1) {
      const database = `simulation_${job}`;
      await server.query(`create database ${database} template simulation`);
      await server.query(`alter database ${database} set search_path = public, sim, pg_catalog`);
      runners.push(createRunner(program, { ...address, database }));
    }
    await server.close();
    const start = performance.now();
    let next = seed;
    let turns = 0;
    let hours = 0;
    const covered: Covered = createCoverage();
    const failures: Outcome[] = [];
    const drive = async (runner: ReturnType<typeof createRunner>): Promise<void> => {
      while (next < seed + schedules) {
        // A fault that was put back has to be found once.
        if (mutation !== null && failures.length > 0) return;
        const own = next;
        next += 1;
        const outcome = await runner.run({
          seed: own,
          length,
          about,
          isTraced: values.trace,
          ...(only === undefined ? {} : { only }),
        });
        turns += outcome.turns;
        hours += outcome.hours;
        addCoverage(covered, outcome.covered);
        if (values.trace) say(outcome.trace.join('\n'));
        if (outcome.violation !== null) {
          failures.push(outcome);
          say(`seed ${own}: ${outcome.violation}`);
        }
        if (schedules <= 20) say(`seed ${own}: ${outcome.turns} turns, ${outcome.taken} steps, ${outcome.fingerprint}`);
      }
    };
    await Promise.all(runners.map(drive));
    const seconds = (performance.now() - start) / 1000;
    if (values.coverage) say(drawCoverage(covered));
    say(
      `${schedules} schedules, ${turns} turns, ${hours.toFixed(0)} simulated hours in ${seconds.toFixed(1)} s; ${failures.length} failed`,
    );
    const [first] = failures;
    const [runner] = runners;
    if (first !== undefined && runner !== undefined && mutation === null && only === undefined) {
      const left = await shrink(first, { length, about }, (places) =>
        runner.run({ seed: first.seed, length, about, only: places }),
      );
      say(`seed ${first.seed} with ${left.kinds.length} steps: ${left.kinds.join(', ')}: ${left.violation}`);
      const same = `--length ${length} --about ${about}`;
      say(`npm run simulate -- --seed ${first.seed} --schedules 1 ${same} --only ${left.only.join(',')} --trace`);
    }
    if (values.results !== undefined) {
      const found = failures.map(({ seed: own, violation }) => ({ seed: own, violation }));
      await writeFile(values.results, JSON.stringify({ passed: schedules - failures.length, failures: found }));
    }
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    for (const runner of runners) runner.stop();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await main();
