import { execute, tool } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';

/**
 * `npm run simulate -- --seed 1 --schedules 300`: runs schedules of the simulated product (docs/trust.md). Answers the exit code.
 * @param {readonly string[]} args
 * @param {import('./commands.mjs').Guard} [guard]
 */
export async function simulate(args, guard) {
  await ensureInstalled('all');
  const [program, before] = tool('tsx/dist/cli.mjs', [inRoot('simulate/simulate.ts'), ...args]);
  const { code } = await execute(program, before, { show: true, guard });
  return code;
}
