import { resolve } from 'node:path';
import { build } from './build.mjs';
import { SAMPLE_ADMIN, sampleAdminPassword } from './admin-password.mjs';
import { startChild, waitUntilReady } from './children.mjs';
import { findFirstAdmin, signOut } from './first-admin.mjs';
import { ensureInstalled } from './install.mjs';
import { secretsKey } from './kept-secret.mjs';
import { shorten } from './lines.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { readPort, requireFreePort } from './ports.mjs';
import { say } from './steps.mjs';
import { supervise } from './supervise.mjs';

const print = (/** @type {string} */ name) => (/** @type {string} */ line) => {
  const short = shorten(line);
  if (short !== undefined) say(`${name.padEnd(8)} ${short}`);
};

const TSX = ['--import', inRoot('scripts/lib/end-with-starter.mjs'), inRoot('node_modules/tsx/dist/cli.mjs')];
/** The web app from its sources. Its configuration imports packages' sources, which not every Node reads by itself. */
export const WEB = [...TSX, inRoot('node_modules/vite/bin/vite.js')];

/**
 * `npm run dev`: the sandbox as built, the server and the web app from their sources, each restarting when they
 * change. The web app is on port 5173. Answers the exit code.
 */
export async function develop() {
  const port = readPort('PORT', 3000);
  const sandboxPort = readPort('SANDBOX_PORT', 3001);
  const dataDir = resolve(ROOT, process.env['DATA_DIR'] || '.data');
  await requireFreePort(port, 'PORT', 'the product');
  await requireFreePort(sandboxPort, 'SANDBOX_PORT', 'the sandbox');
  await ensureInstalled('product');
  await build(['sandbox']);
  const base = `http://127.0.0.1:${sandboxPort}`;
  const usual = { ...process.env, DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  return supervise(async (keep) => {
    const callback = { SANDBOX_CALLBACK_URL: `http://127.0.0.1:${port}/api/callbacks/` };
    await keep({
      start: async () =>
        startChild('sandbox', [inRoot('apps/sandbox/dist/main.js')], {
          env: { ...callback, ...usual },
          print: print('sandbox'),
        }),
      untilReady: (child) => waitUntilReady(child, `${base}/control/health`, 60_000),
    });
    const environment = await (await fetch(`${base}/control/environment`)).json();
    const password = await sampleAdminPassword(dataDir);
    const key = await secretsKey(dataDir);
    await keep({
      start: async () =>
        startChild('server', [...TSX, 'watch', '--clear-screen=false', 'src/main.ts'], {
          env: {
            ADMIN_EMAIL: SAMPLE_ADMIN,
            ADMIN_PASSWORD: password,
            SECRETS_KEY: key,
            PUBLIC_ORIGIN: 'http://localhost:5173',
            WEBHOOK_ALLOW_PRIVATE: 'true',
            ...environment,
            ...usual,
            NODE_ENV: 'development',
          },
          print: print('server'),
          cwd: inRoot('apps/server'),
        }),
      untilReady: (child) => waitUntilReady(child, `http://127.0.0.1:${port}/api/health`, 60_000),
    });
    await keep({
      start: async () =>
        startChild('web', WEB, {
          env: { API_URL: `http://localhost:${port}`, ...usual },
          print: print('web'),
          cwd: inRoot('apps/web'),
        }),
      untilReady: async () => {},
    });
    const api = `http://127.0.0.1:${port}/api`;
    const admin = await findFirstAdmin(api, dataDir);
    if (admin.token !== undefined) await signOut(api, admin.token);
    say(`\nThe web app: http://localhost:5173   sandbox: ${base}   sample admin: ${admin.email} ${admin.password}\n`);
  });
}
