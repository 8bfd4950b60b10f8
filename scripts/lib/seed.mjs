import { resolve } from 'node:path';
import { execute, tool } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { knownSecretsKey } from './kept-secret.mjs';
import { inRoot, ROOT } from './paths.mjs';

/**
 * `npm run seed -- --orders 1000000`: fills the database of DATABASE_URL, or of the data folder of `npm start`, with
 * samples. Answers the exit code.
 * @param {readonly string[]} args
 */
export async function seed(args) {
  await ensureInstalled('all');
  const dataDir = resolve(ROOT, process.env['DATA_DIR'] || '.data');
  const kept = await knownSecretsKey(dataDir);
  const env = { ...(kept === undefined ? {} : { SECRETS_KEY: kept }), ...process.env, DATA_DIR: dataDir };
  const [program, all] = tool('tsx/dist/cli.mjs', [inRoot('bench/seed/seed.ts'), ...args]);
  const { code } = await execute(program, all, { env, show: true });
  return code;
}
