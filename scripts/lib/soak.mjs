import { parseArgs } from 'node:util';
import { execute, tool } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { Refusal } from './steps.mjs';

/** How many families of chains share the reorganisations. */
const FAMILIES = 5;

/**
 * Repeats what a test does briefly for a long time, on databases of its own, and proves what the test proves: payouts
 * against banks that misbehave, or random reorganisations of every family's chain. Answers the exit code. Throws a
 * `Refusal` for any other argument.
 * @param {readonly string[]} args
 */
export async function soak([what = 'payouts', flag, count = '2000', seed]) {
  if (what === 'reorganisations' && (flag === undefined || flag === '--count')) {
    if (!/^[1-9]\d{0,6}$/.test(count) || !/^\d{1,9}$/.test(seed ?? '0')) throw new Refusal(USAGE);
    const each = Math.ceil(Number(count) / FAMILIES);
    const env = { REORGANISATIONS: String(each), REORGANISATION_SEED: seed ?? String(Date.now() % 1_000_000_000) };
    process.stdout.write(`${each} reorganisations of each family, from the seed ${env.REORGANISATION_SEED}\n`);
    return run(['eorganisation.test.ts', '-t', 'random'], env);
  }
  // A number alone means payouts too.
  const payouts = what === 'payouts' ? (flag === undefined ? '20000' : count) : what;
  const isAsked = what !== 'payouts' || flag === undefined || flag === '--count';
  if (!isAsked || !/^[1-9]\d{0,6}$/.test(payouts)) throw new Refusal(USAGE);
  return run(['src/payouts/soak.test.ts'], { SOAK_PAYOUTS: payouts });
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
  return run(['src/fuzz.test.ts'], { FUZZ_REQUESTS: requests, FUZZ_SEED: seed });
}

const USAGE =
  'How many payouts? For example: npm run soak -- payouts --count 20000. Or reorganisations: npm run soak -- reorganisations --count 2000 [seed]';

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
