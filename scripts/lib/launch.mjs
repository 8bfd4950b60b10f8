import { resolve } from 'node:path';
import { SAMPLE_ADMIN, sampleAdminPassword } from './admin-password.mjs';
import { build } from './build.mjs';
import { startChild, waitUntilReady } from './children.mjs';
import { findFirstAdmin, signOut } from './first-admin.mjs';
import { ensureInstalled } from './install.mjs';
import { secretsKey } from './kept-secret.mjs';
import { requireNativeParts } from './native-parts.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { readPort, requireFreePort } from './ports.mjs';
import { endLeftovers, forget, note, requireDataFolder } from './run-file.mjs';
import { sampleLinks } from './sample-links.mjs';
import { openServerLog } from './server-log.mjs';
import { say, step } from './steps.mjs';
import { supervise } from './supervise.mjs';

/** Here the server has few users on one machine: a small young generation costs little and saves much memory. */
const SERVER_FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=320'];
/** A sandbox that answers a few calls a second needs little memory, and without the first two it takes half as much again. */
const SANDBOX_FLAGS = [
  '--optimize-for-size',
  '--semi-space-growth-factor=1',
  '--max-semi-space-size=2',
  '--max-old-space-size=256',
];

/** The ports, folder and mode of this start, from the environment. Throws a `Refusal` for a wrong variable. */
function readSettings() {
  return {
    port: readPort('PORT', 3000),
    sandboxPort: readPort('SANDBOX_PORT', 3001),
    dataDir: resolve(ROOT, process.env['DATA_DIR'] || '.data'),
  };
}

/** @typedef {ReturnType<typeof readSettings>} Settings */

/**
 * @param {Settings} settings
 * @returns {import('./supervise.mjs').Plan}
 */
function sandboxOf({ port, sandboxPort, dataDir }) {
  const env = {
    SANDBOX_CALLBACK_URL: `http://127.0.0.1:${port}/api/callbacks/`,
    ...process.env,
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: dataDir,
  };
  return {
    start: async () => {
      const args = [...SANDBOX_FLAGS, inRoot('apps/sandbox/dist/main.js')];
      const sandbox = startChild('sandbox', args, { env, print: (line) => say(`sandbox  ${line}`) });
      await note(dataDir, 'sandbox', sandbox.pid);
      return sandbox;
    },
    untilReady: (child) => waitUntilReady(child, `http://127.0.0.1:${sandboxPort}/control/health`, 60_000),
  };
}

/**
 * @param {Settings} settings
 * @param {(line: string) => void} print
 * @returns {Promise<import('./supervise.mjs').Plan>}
 */
async function serverOf({ port, sandboxPort, dataDir }, print) {
  const answer = await fetch(`http://127.0.0.1:${sandboxPort}/control/environment`);
  const env = {
    ADMIN_EMAIL: SAMPLE_ADMIN,
    ADMIN_PASSWORD: await sampleAdminPassword(dataDir),
    SECRETS_KEY: await secretsKey(dataDir),
    WEB_DIR: inRoot('apps/web/dist'),
    // There is no load balancer here.
    DRAIN_SECONDS: '1',
    // A merchant's program that is tried in the sandbox runs on this machine too.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    /** @type {Record<string, string>} */ ...(await answer.json()),
    ...process.env,
    // Always, whatever the shell sets: the sandbox's keys are not for production.
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: dataDir,
  };
  return {
    start: async () => {
      const args = [...SERVER_FLAGS, '--enable-source-maps', inRoot('apps/server/dist/main.js')];
      const server = startChild('server', args, { env, print });
      await note(dataDir, 'server', server.pid);
      return server;
    },
    untilReady: (child) => waitUntilReady(child, `http://127.0.0.1:${port}/api/health`, 60_000),
  };
}

/**
 * @param {Settings} settings
 * @param {string} log
 */
async function tellWhereToLook({ port, sandboxPort, dataDir }, log) {
  const api = `http://127.0.0.1:${port}/api`;
  const { email, password, token } = await findFirstAdmin(api, dataDir);
  const links = token === undefined ? [] : await sampleLinks(api, `http://127.0.0.1:${sandboxPort}`, token);
  if (token !== undefined) await signOut(api, token);
  const shown = links.map((id) => `  a payment page     http://localhost:${port}/custom-payment/${id}   (sample)\n`);
  say(`
Kobogate is ready.

  the product        http://localhost:${port}
  the sandbox        http://localhost:${sandboxPort}   (play money: faucet, mail, bank, prices)
${shown.join('')}  sample admin       ${email}
  its password       ${password}
  the server's log   ${log}

Codes that are sent by e-mail appear on the sandbox's page. Ctrl-C stops everything.
`);
}

/** `npm start`: everything on this machine, from a fresh clone to the running product. Answers the exit code. */
export async function launch() {
  const settings = readSettings();
  const { port, sandboxPort, dataDir } = settings;
  say('Kobogate starts.');
  await requireDataFolder(dataDir);
  await endLeftovers(dataDir);
  await requireFreePort(port, 'PORT', 'the product');
  await requireFreePort(sandboxPort, 'SANDBOX_PORT', 'the sandbox');
  await ensureInstalled('product');
  requireNativeParts();
  await note(dataDir, 'launcher', process.pid);
  const log = await openServerLog(dataDir);
  try {
    return await supervise(async (keep) => {
      // The sandbox starts while the web app is built, which takes longest.
      const startSandbox = async () => {
        await build(['sandbox']);
        await step('starting the sandbox', () => keep(sandboxOf(settings)));
      };
      await Promise.all([startSandbox(), build(['server', 'web'])]);
      await step('starting the server', async () => keep(await serverOf(settings, log.print)));
      await tellWhereToLook(settings, log.file);
    });
  } finally {
    await forget(dataDir);
  }
}
