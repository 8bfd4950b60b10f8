import { build } from './build.mjs';
import { execute, tool } from './commands.mjs';
import { writeFigures } from './figures.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';

/**
 * `npm run bench -- ledger payouts`: runs the named benches, or all of them, on what is built from the sources as they
 * are now. `npm run bench -- table` writes what they measured into the README. Answers the exit code.
 * @param {readonly string[]} names
 */
export async function bench(names) {
  if (names.length === 1 && names[0] === 'table') {
    await writeFigures();
    return 0;
  }
  await ensureInstalled('all');
  await build();
  const [program, args] = tool('tsx/dist/cli.mjs', [inRoot('bench/run.ts'), ...names]);
  const { code } = await execute(program, args, { show: true });
  return code;
}
