import { build } from './build.mjs';
import { execute, tool } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { externalPostgres } from './postgres-15.mjs';

/**
 * `npm run crash -- --kills 500 --seed 1`: kills the real processes while payments flow, or with `--database cluster` switches the
 * database; with `--rolling --requests 100000` restarts three servers one after the other under load, and with `--steady --minutes 60`
 * only looks whether they hold more and more (docs/trust.md). Answers the exit code.
 * @param {readonly string[]} args
 */
export async function crash(args) {
  await ensureInstalled('all');
  await build();
  const [program, before] = tool('tsx/dist/cli.mjs', [inRoot('tests/crash/crash.ts'), ...args]);
  // A database that no server owns: they share it, or it is looked into.
  const postgres = args.includes('--rolling') || args.includes('--steady') ? await externalPostgres() : undefined;
  const env = { ...process.env, ...(postgres === undefined ? {} : { TEST_DATABASE_URL: postgres.url }) };
  try {
    const { code } = await execute(program, before, { env, show: true });
    return code;
  } finally {
    await postgres?.stop();
  }
}
