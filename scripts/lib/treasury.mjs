import { resolve } from 'node:path';
import { build } from './build.mjs';
import { execute } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { secretsKey } from './kept-secret.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { readPort } from './ports.mjs';

/**
 * Runs the treasury, as `runWithNetworks` does.
 * @param {readonly string[]} args
 */
export const runTreasury = (args) => runWithNetworks('treasury.js', args);

/**
 * Runs one of the server's built programs on the data folder that `npm start` uses, where it was called from. Without a
 * network in the environment it works on the sandbox that `npm start` has running. Answers its exit code.
 * @param {string} file in the server's `dist`
 * @param {readonly string[]} args
 */
export async function runWithNetworks(file, args) {
  await ensureInstalled();
  await build(['server']);
  const dataDir = resolve(ROOT, process.env['DATA_DIR'] || '.data');
  const env = {
    SECRETS_KEY: await secretsKey(dataDir),
    ...(await sandboxEnvironment()),
    ...process.env,
    DATA_DIR: dataDir,
  };
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const program = inRoot('apps/server/dist', file);
  const { code } = await execute(process.execPath, [program, ...args], { env, cwd, show: true });
  return code;
}

/** @returns {Promise<Record<string, string>>} */
async function sandboxEnvironment() {
  if (Object.keys(process.env).some((name) => name.startsWith('RPC_'))) return {};
  const address = `http://127.0.0.1:${readPort('SANDBOX_PORT', 3001)}/control/environment`;
  const answer = await fetch(address).catch(() => null);
  return answer?.ok === true ? answer.json() : {};
}
