import { execute, tool } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { Refusal } from './steps.mjs';

/**
 * Makes many payouts against banks that misbehave, on a database of its own, and proves what the test of it proves.
 * Answers the exit code. Throws a `Refusal` where the number is none.
 * @param {string} payouts how many
 */
export async function soak(payouts) {
  if (!/^[1-9]\d{0,6}$/.test(payouts)) throw new Refusal('How many payouts? For example: npm run soak -- 20000');
  await ensureInstalled();
  const [program, args] = tool('vitest/vitest.mjs', ['run', '--root', '.', 'src/features/payouts/soak.test.ts']);
  const env = { ...process.env, SOAK_PAYOUTS: payouts };
  const { code } = await execute(program, args, { cwd: inRoot('apps/server'), env, show: true });
  return code;
}
