import { resolve } from 'node:path';
import { build } from './build.mjs';
import { execute } from './commands.mjs';
import { ensureInstalled } from './install.mjs';
import { knownSecretsKey } from './kept-secret.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { readPort } from './ports.mjs';

/**
 * Commands that call nodes and banks: without a network in the environment they use the running sandbox of `npm start`.
 */
const REACH_OUT = new Set(['treasury', 'reconcile', 'recovery', 'doctor']);

/**
 * `npm run ops`: an operator's command, built, on the data folder of `npm start`, in the folder where it was called.
 * Answers its exit code.
 * @param {readonly string[]} args
 */
export async function runOps(args) {
  await ensureInstalled('product');
  await build(['server']);
  const dataDir = resolve(ROOT, process.env['DATA_DIR'] || '.data');
  const hasOwnKey = ['FILE', 'COMMAND'].some((place) => (process.env[`SECRETS_KEY_${place}`] ?? '') !== '');
  const kept = hasOwnKey ? undefined : await knownSecretsKey(dataDir);
  const env = {
    ...(kept === undefined ? {} : { SECRETS_KEY: kept }),
    ...(REACH_OUT.has(args[0] ?? '') ? await sandboxEnvironment() : {}),
    ...process.env,
    DATA_DIR: dataDir,
  };
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const program = inRoot('apps/server/dist/ops/main.js');
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
