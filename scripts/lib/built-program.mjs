import { resolve } from 'node:path';
import { build } from './build.mjs';
import { execute } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { knownSecretsKey } from './kept-secret.mjs';
import { inRoot, ROOT } from './paths.mjs';

/**
 * Runs one of a workspace's built programs on the data folder that `npm start` uses, where it was called from. Answers its
 * exit code.
 * @param {'server' | 'sandbox'} workspace
 * @param {string} file in its `dist`
 * @param {readonly string[]} [args]
 */
export async function runBuilt(workspace, file, args = []) {
  await ensureInstalled();
  await build([workspace]);
  const dataDir = resolve(ROOT, process.env['DATA_DIR'] || '.data');
  const kept = process.env['SECRETS_KEY'] ?? (await knownSecretsKey(dataDir));
  const env = { ...process.env, DATA_DIR: dataDir, ...(kept === undefined ? {} : { SECRETS_KEY: kept }) };
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const program = inRoot('apps', workspace, 'dist', file);
  const { code } = await execute(process.execPath, [program, ...args], { env, cwd, show: true });
  return code;
}
