import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execute, tool } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { Refusal } from './steps.mjs';

/** How many families of chains share the reorganisations. */
const FAMILIES = 6;
/** What can be soaked, and how many of it where no number is given. */
const USUAL_COUNTS = new Map([
  ['payouts', '20000'],
  ['reorganisations', '2000'],
]);

/**
 * Repeats what a test does briefly for a long time, on databases of its own, and proves what the test proves: payouts
 * against banks that misbehave, or random reorganisations of every family's chain behind providers that misbehave. Answers the exit code. Throws a
 * `Refusal` for any other argument.
 * @param {readonly string[]} args
 */
export async function soak(args) {
  const { what, count, seed } = readArguments(args);
  if (what === 'payouts') return run(['src/payouts/soak.test.ts'], { SOAK_PAYOUTS: String(count) });
  const each = Math.ceil(count / FAMILIES);
  const env = { REORGANISATIONS: String(each), REORGANISATION_SEED: String(seed) };
  process.stdout.write(`${each} reorganisations of each family, from the seed ${seed}\n`);
  return printTable(await mkdtemp(join(tmpdir(), 'kobogate-soak-')), (file) =>
    run(['eorganisation.test.ts', '-t', 'random'], { ...env, SOAK_TABLE: file }),
  );
}

/** @param {readonly string[]} args */
function readArguments(args) {
  const { values, positionals } = parseSoak(args);
  const [what = 'payouts', more] = positionals;
  const count = values.count ?? USUAL_COUNTS.get(what) ?? '';
  const seed = values.seed ?? String(Date.now() % 1_000_000_000);
  const isSeedWrong = !/^\d{1,9}$/.test(seed) || (values.seed !== undefined && what === 'payouts');
  if (!USUAL_COUNTS.has(what) || more !== undefined || !/^[1-9]\d{0,6}$/.test(count) || isSeedWrong) {
    throw new Refusal(USAGE);
  }
  return { what, count: Number(count), seed: Number(seed) };
}

/** @param {readonly string[]} args */
function parseSoak(args) {
  try {
    return parseArgs({
      args: [...args],
      options: { count: { type: 'string' }, seed: { type: 'string' } },
      allowPositionals: true,
    });
  } catch {
    throw new Refusal(USAGE);
  }
}

/**
 * Prints what the tests have counted, in a table of what nodes and providers did and how often customers got less or
 * more than the chain has.
 * @param {string} folder removed at the end
 * @param {(file: string) => Promise<number>} soakInto runs the tests, which write their lines into a file
 */
async function printTable(folder, soakInto) {
  const file = join(folder, 'table.jsonl');
  const code = await soakInto(file);
  const text = await readFile(file, 'utf8').catch(() => '');
  await rm(folder, { recursive: true });
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .map(({ family, behaviour, comparisons, missed, invented }) =>
      [family, behaviour, comparisons, missed, invented].join(' | '),
    );
  const head = ['family', 'what the chain and its provider did', 'comparisons', 'missed', 'invented'];
  const lines = [head.join(' | '), head.map(() => '---').join(' | '), ...rows.toSorted((a, b) => (a < b ? -1 : 1))];
  process.stdout.write(`\n${lines.map((line) => `| ${line} |`).join('\n')}\n`);
  return code;
}

const FUZZ_USAGE = 'How many requests, and from which seed? For example: npm run fuzz -- --requests 1000000 --seed 7';

/**
 * `npm run fuzz -- --requests 1000000 --seed N`: sends requests that are drawn from the API's own description, as its test does.
 * A wrong answer is printed as a command of curl, with the command that reaches it again. Answers the exit code. Throws a
 * `Refusal` for any other argument.
 * @param {readonly string[]} args
 */
export async function fuzz(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const { requests, seed } = values;
  if (!/^[1-9]\d{0,8}$/.test(requests) || !/^\d{1,9}$/.test(seed)) throw new Refusal(FUZZ_USAGE);
  process.stdout.write(`${requests} requests from the seed ${seed}\n`);
  // A million take an hour and more: each part of them is told as it ends.
  return run(['src/fuzz.test.ts', '--reporter', 'verbose'], { FUZZ_REQUESTS: requests, FUZZ_SEED: seed });
}

const USAGE =
  'What, how many of it, and from which seed? For example: npm run soak -- payouts --count 20000, or npm run soak -- reorganisations --count 2000 --seed 7';

/**
 * @param {readonly string[]} tests
 * @param {Record<string, string>} settings
 */
async function run(tests, settings) {
  await ensureInstalled('all');
  const [program, args] = tool('vitest/vitest.mjs', ['run', '--root', '.', '--maxWorkers', '2', ...tests]);
  const env = { ...process.env, ...settings };
  const { code } = await execute(program, args, { cwd: inRoot('apps/server'), env, show: true });
  return code;
}
