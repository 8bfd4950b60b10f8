import { build } from './build.mjs';
import { execute, tool } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';

/**
 * `npm run crash -- --kills 500 --seed 1`: kills the real processes while payments flow, or with `--database cluster` switches the
 * database (docs/trust.md). Answers the exit code.
 * @param {readonly string[]} args
 */
export async function crash(args) {
  await ensureInstalled('all');
  await build();
  const [program, before] = tool('tsx/dist/cli.mjs', [inRoot('tests/crash/crash.ts'), ...args]);
  const { code } = await execute(program, before, { show: true });
  return code;
}
