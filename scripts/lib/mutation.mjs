import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execute, mustExecute } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { Refusal, say } from './steps.mjs';

const SERVER = 'apps/server';
/** Where Stryker is installed, by its own lockfile: nothing else needs it. */
const TOOLS = inRoot('mutation');
const RESULT = inRoot('mutation/result.json');
/** A copy of what is committed, in which sources may be changed. */
const COPY = inRoot('.cache/mutation');
const GOAL = 90;

/**
 * What is mutated, each with the tests that have to notice. Those of the ledger run on an embedded database.
 * @type {Readonly<Record<string, { folder: string, mutate: readonly string[], tests: readonly string[], database?: boolean }>>}
 */
const MODULES = {
  money: {
    folder: 'packages/money',
    mutate: ['src/amount.ts', 'src/decimal.ts', 'src/kobo.ts', 'src/rate.ts', 'src/split.ts'],
    tests: ['src/**/*.test.ts'],
  },
  funding: {
    folder: SERVER,
    mutate: ['src/sales/funding/decide-conversion.ts', 'src/sales/funding/decide-payment.ts'],
    tests: ['src/sales/funding/decide-*.test.ts'],
  },
  payouts: {
    folder: SERVER,
    mutate: ['src/payouts/payout-machine.ts'],
    tests: ['src/payouts/payout-{machine,ends,transitions}.test.ts'],
  },
  codes: {
    folder: SERVER,
    mutate: [
      'src/identity/sign-ups/one-time-code.ts',
      'src/identity/two-factor/recovery-codes.ts',
      'src/identity/two-factor/totp.ts',
    ],
    tests: ['src/identity/sign-ups/one-time-code.test.ts', 'src/identity/two-factor/{recovery-codes,totp}.test.ts'],
  },
  ledger: {
    folder: SERVER,
    mutate: ['src/ledger/chart.ts', 'src/ledger/plan.ts', 'src/ledger/post.ts', 'src/ledger/transaction.ts'],
    tests: ['src/ledger/*.test.ts'],
    database: true,
  },
};

/** @typedef {{ killed: number, survived: number, measured: string }} Score mutants that a test noticed, and that none did */

/**
 * `npm run mutation -- money funding`: changes the sources of these modules, of all without a name, in every small way that Stryker
 * knows, and counts the changes that no test notices. Writes the counts into `mutation/result.json`. Answers the exit code: 1 where
 * fewer than nine of ten are noticed.
 * @param {readonly string[]} names
 */
export async function mutation(names) {
  const unknown = names.filter((name) => !(name in MODULES));
  if (unknown.length > 0) throw new Refusal(`Which modules? There are ${Object.keys(MODULES).join(', ')}.`);
  await ensureInstalled('all');
  if (!existsSync(join(TOOLS, 'node_modules')))
    await mustExecute('Installing Stryker', 'npm', [
      'ci',
      '--prefix',
      TOOLS,
      '--legacy-peer-deps',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]);
  await copyCommitted();
  const scores = await readScores();
  for (const name of names.length > 0 ? names : Object.keys(MODULES)) {
    const score = await mutateModule(name);
    if (score === null) return 1;
    scores[name] = score;
    say(`${name}: ${percent([score])} % of ${score.killed + score.survived} mutants are noticed`);
    await writeResult(scores);
  }
  return percent(Object.values(scores)) >= GOAL ? 0 : 1;
}

async function copyCommitted() {
  await rm(COPY, { recursive: true, force: true });
  await mkdir(COPY, { recursive: true });
  const archive = `${COPY}.tar`;
  await mustExecute('Copying', 'git', [
    '-C',
    ROOT,
    'archive',
    '--output',
    archive,
    'HEAD',
    'apps/server',
    'packages',
    'package.json',
    'tsconfig.base.json',
  ]);
  await mustExecute('Copying', 'tar', ['xf', archive, '-C', COPY]);
  await rm(archive);
  await linkInstalled(inRoot('node_modules'), join(COPY, 'node_modules'));
}

/**
 * Our own packages are linked as they are here, relatively, and so to those of the copy: what tests import by a package has to be the
 * changed source too.
 * @param {string} from
 * @param {string} to
 */
async function linkInstalled(from, to) {
  const ours = '@kobogate';
  await mkdir(join(to, ours), { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== ours);
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));
  for (const name of await readdir(join(from, ours)))
    await symlink(await readlink(join(from, ours, name)), join(to, ours, name));
}

/**
 * @param {string} name
 * @returns {Promise<Score | null>} null where Stryker could not run
 */
async function mutateModule(name) {
  const { folder, mutate, tests, database } = MODULES[name] ?? { folder: '', mutate: [], tests: [] };
  const cwd = join(COPY, folder);
  const setup = database === true ? { globalSetup: [inRoot('packages/testkit/src/platform/setup.ts')] } : {};
  // As in the server's own configuration: the files of a module share what they import, which takes longer than to run.
  const test = { include: tests, isolate: false, testTimeout: 120_000, hookTimeout: 120_000, ...setup };
  await writeFile(join(cwd, 'vitest.mutation.config.mjs'), `export default ${JSON.stringify({ test })};\n`);
  const report = join(COPY, `${name}.json`);
  const configuration = join(COPY, 'stryker.json');
  await writeFile(
    configuration,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: [join(TOOLS, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: 'vitest.mutation.config.mjs', related: false },
      mutate,
      // In a sandbox of its own a package would not find the settings that it extends.
      inPlace: true,
      concurrency: 1,
      coverageAnalysis: 'perTest',
      ignoreStatic: true,
      timeoutMS: 60_000,
      reporters: ['json', 'clear-text', 'progress-append-only'],
      jsonReporter: { fileName: report },
    }),
  );
  const stryker = join(TOOLS, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { code } = await execute(process.execPath, [stryker, 'run', configuration], { cwd, show: true });
  if (code !== 0 || !existsSync(report)) return null;
  return {
    ...countMutants(JSON.parse(await readFile(report, 'utf8'))),
    measured: new Date().toISOString().slice(0, 10),
  };
}

/**
 * How many mutants a test noticed, by failing or by never ending, and how many none did. Pure.
 * @param {{ files: Readonly<Record<string, { mutants: readonly { status: string }[] }>> }} report of Stryker
 * @returns {{ killed: number, survived: number }}
 */
export function countMutants({ files }) {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (/** @type {readonly string[]} */ kinds) => statuses.filter((status) => kinds.includes(status)).length;
  return { killed: count(['Killed', 'Timeout']), survived: count(['Survived', 'NoCoverage']) };
}

/** @type {(scores: readonly { killed: number, survived: number }[]) => number} of a hundred, rounded down; 0 of none */
export function percent(scores) {
  const killed = scores.reduce((sum, score) => sum + score.killed, 0);
  const all = scores.reduce((sum, score) => sum + score.killed + score.survived, 0);
  return all === 0 ? 0 : Math.floor((killed * 100) / all);
}

/** @returns {Promise<Record<string, Score>>} */
async function readScores() {
  const text = await readFile(RESULT, 'utf8').catch(() => '{}');
  return JSON.parse(text).modules ?? {};
}

/**
 * As shields.io reads it, with each module.
 * @param {Readonly<Record<string, Score>>} modules
 */
async function writeResult(modules) {
  const value = percent(Object.values(modules));
  const badge = {
    schemaVersion: 1,
    label: 'mutants noticed',
    message: `${value} %`,
    color: value >= GOAL ? 'green' : 'orange',
  };
  await writeFile(RESULT, `${JSON.stringify({ ...badge, modules }, null, 2)}\n`);
}
