import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from './build.mjs';
import { execute, tool } from './commands.mjs';
import { findProgram, isNeeded, PROGRAMS } from './debian-program.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { externalPostgres } from './postgres-15.mjs';
import { simulate } from './simulate.mjs';
import { say } from './steps.mjs';
import { closingLine, findings, playwrightCounts, simulationCounts, vitestCounts } from './test-counts.mjs';
import { startTestHelper } from './test-helper.mjs';
import { inTestRun } from './test-run.mjs';

/** @typedef {import('./test-counts.mjs').Counts} Counts */
/**
 * @typedef {{ title: string, run: (results: string, filter: Filter, guard: Guard) => Promise<{ code: number, count: (report: unknown,
 * code: number) => Counts }> }} Part
 */
/** @typedef {import('./commands.mjs').Guard} Guard */
/** @typedef {{ files: string[], titles: string[] }} Filter */

/** Variables that would make a test use something of this machine. */
const NOT_FOR_TESTS = new Set([
  'DATABASE_URL',
  'TEST_DATABASE_URL',
  'DATA_DIR',
  'PORT',
  'SANDBOX_PORT',
  'NODE_ENV',
  'ROLES',
]);

/**
 * A machine that checks every change retries a failed test once, and says so at the end: a developer is better off
 * with the failure at once.
 */
const isChecking = process.env['CI'] !== undefined;

/** A test that hangs is ended after this: on a busy machine a test may take many times what it takes alone. */
const LONGEST_TEST_MS = 120_000;

/** @param {Record<string, string>} [more] */
function environment(more = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !NOT_FOR_TESTS.has(name));
  return { ...Object.fromEntries(kept), ...more };
}

/** @type {(titles: string[]) => string} a pattern for the titles that contain one of these */
const titlePattern = (titles) => titles.map((title) => title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');

/**
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} [exclude] files that are left out
 * @returns {Part['run']}
 */
function vitest(cwd, env, exclude = []) {
  return async (results, { files, titles }, guard) => {
    const filter = [...files, ...(titles.length > 0 ? ['-t', titlePattern(titles)] : [])];
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
    const [program, args] = tool('vitest/vitest.mjs', [
      'run',
      '--passWithNoTests',
      `--testTimeout=${LONGEST_TEST_MS}`,
      `--hookTimeout=${LONGEST_TEST_MS}`,
      `--retry=${isChecking ? 1 : 0}`,
      ...reports,
      ...exclude.flatMap((pattern) => ['--exclude', pattern]),
      ...filter,
    ]);
    const { code } = await execute(program, args, { cwd, env, show: true, guard });
    return { code, count: vitestCounts };
  };
}

/**
 * @param {Record<string, string>} more variables
 * @returns {Part['run']}
 */
function playwright(more) {
  return async (results, { files, titles }, guard) => {
    const filter = [...files, ...(titles.length > 0 ? ['-g', titlePattern(titles)] : [])];
    const [program, args] = tool('@playwright/test/cli.js', ['test', '--pass-with-no-tests', ...filter]);
    const env = environment({ ...more, PLAYWRIGHT_RESULTS: results });
    const { code } = await execute(program, args, { cwd: inRoot('tests'), env, show: true, guard });
    return { code, count: playwrightCounts };
  };
}

/**
 * Over HTTP and in a browser, beside the stage that all screens share.
 * @param {Record<string, string>} more variables
 * @returns {Part['run']}
 */
function playwrightOnStage(more) {
  return async (results, filter, guard) => {
    const file = join(dirname(results), 'stage.json');
    const hasScreens = filter.files.length === 0 || filter.files.some((part) => part.includes('screens'));
    const stage = hasScreens
      ? startTestHelper('tests/screens/keep-stage.ts', { args: [file], env: environment(more), guard })
      : undefined;
    try {
      return await playwright(hasScreens ? { ...more, SCREENS_STAGE: file } : more)(results, filter, guard);
    } finally {
      await stage?.stop();
    }
  };
}

/**
 * The schedules that each run of all tests simulates, with the same seeds in every run (docs/trust.md); left out where other
 * tests were asked for.
 * @type {(...args: readonly string[]) => Part['run']}
 */
const simulation =
  (...args) =>
  async (results, { files, titles }, guard) => {
    const isAsked = files.some((file) => 'simulate'.startsWith(file)) || (files.length === 0 && titles.length === 0);
    if (!isAsked) return { code: 0, count: simulationCounts };
    const code = await simulate([...args, '--results', results], guard);
    return { code, count: simulationCounts };
  };

/**
 * @param {string} url
 * @param {Record<string, string>} programs the variables that name them
 * @returns {readonly Part[]}
 */
const partsOn = (url, programs) => [
  { title: 'units, and the server on the embedded database', run: vitest(ROOT, environment(programs)) },
  {
    title: 'the server on an external PostgreSQL',
    // The tests that depend on the database's version: platform, ledger, migrations and backups, what its planner makes of the
    // product’s statements, and a deposit’s whole way. Each use case of the rooms runs on it over HTTP, in the last part.
    run: vitest(inRoot('apps/server'), environment({ TEST_DATABASE_URL: url }), [
      'src/!(platform|ledger|books)/**/*.ts',
      'src/books/!(backup)/**/*.ts',
      'src/!(plans|surplus-order|samples|measures|kept-by-key|runbook|personal-columns).test.ts',
      // These ask nothing of it: they start databases of their own, or none.
      'src/platform/{embedded-postgres,replica,bounded-server,leave-http}.test.ts',
      'src/platform/backup/replace-embedded.test.ts',
    ]),
  },
  { title: 'the simulation, 250 schedules', run: simulation('--schedules', '250') },
  {
    title: 'the simulation about coins that do not go their usual way, 50 schedules',
    run: simulation('--about', 'coins', '--schedules', '50'),
  },
  // On the external one, unless a test is about the embedded one.
  {
    title: 'the built product, over HTTP and in a browser',
    run: playwrightOnStage({ ...programs, TEST_DATABASE_URL: url }),
  },
];

/**
 * @param {Part} part
 * @param {string} folder
 * @param {Filter} filter
 * @param {Guard} guard
 * @returns {Promise<{ counts: Counts, line: string }>} the line says what ran and how long it took
 */
async function runPart({ title, run }, folder, filter, guard) {
  const start = performance.now();
  say(`\n── ${title} ──\n`);
  const results = join(folder, `${title.replaceAll(/\W+/g, '-')}.json`);
  const { code, count } = await run(results, filter, guard);
  const text = await readFile(results, 'utf8').catch(() => undefined);
  const counts = count(text === undefined ? undefined : JSON.parse(text), code);
  const line = `── ${title}: ${closingLine([counts])} in ${((performance.now() - start) / 1000).toFixed(0)} s ──`;
  say(`\n${line}`);
  return { counts, line };
}

/**
 * `npm test`: every test there is. `npm test -- orders [D4]` runs the files whose path has `orders` in it, of these the
 * tests with `[D4]` in their title. Closes with each part's counts and time, and the counts of all together. Answers the
 * exit code.
 */
export const testAll = () => inTestRun(runAll);

/**
 * @param {{ folder: string, guard: Guard }} run
 */
async function runAll({ folder, guard }) {
  const asked = process.argv.slice(2);
  const filter = {
    files: asked.filter((text) => !text.startsWith('[')),
    titles: asked.filter((text) => text.startsWith('[')),
  };
  await ensureInstalled('all');
  await build(['sandbox', 'server', 'web', 'keys', 'client']);
  process.env['TMPDIR'] = folder;
  /** @type {Record<string, string>} */
  const programs = {};
  /** @type {string[]} */
  const skipped = [];
  for (const wanted of PROGRAMS.filter((each) => isNeeded(filter.files, each))) {
    const found = await findProgram(wanted);
    if (found.path === undefined)
      skipped.push(`Skipped: the tests with ${wanted.what}, as there is none here (${found.why}).`);
    else programs[wanted.variable] = found.path;
  }
  const database = await externalPostgres(guard);
  /** @type {Counts[]} */
  const counts = [];
  /** @type {string[]} */
  const lines = [];
  try {
    for (const part of partsOn(database.url, programs)) {
      const ran = await runPart(part, folder, filter, guard);
      counts.push(ran.counts);
      lines.push(ran.line);
    }
  } finally {
    await database.stop();
  }
  say(`\n${lines.join('\n')}`);
  const ran = counts.reduce((total, { passed, failed }) => total + passed + failed, 0);
  if (ran === 0) say('No test ran: nothing fits what was asked for.');
  for (const line of skipped) say(line);
  say(`\n${findings(counts)}`);
  say(closingLine(counts));
  return ran > 0 && counts.every(({ failed }) => failed === 0) ? 0 : 1;
}
