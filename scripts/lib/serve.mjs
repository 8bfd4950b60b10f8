import { resolve } from 'node:path';
import { build } from './build.mjs';
import { startChild, waitUntilSaid } from './children.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { endLeftovers, forget, note } from './run-file.mjs';
import { say } from './steps.mjs';
import { supervise } from './supervise.mjs';

/**
 * `npm run serve`: the server alone, as in production: every outside address comes from the environment, and its log
 * goes to standard output as JSON. It is restarted whenever it dies. Answers the exit code.
 */
export async function serve() {
  const dataDir = resolve(ROOT, process.env['DATA_DIR'] || '.data');
  // On an external database any number of servers may run; on one data folder, which has its own, one at a time.
  const isAlone = (process.env['DATABASE_URL'] || '') === '' && process.env['EMBEDDED_DATABASE'] === 'true';
  await ensureInstalled('product');
  await build(['server', 'web']);
  if (isAlone) await claim(dataDir);
  const env = {
    WEB_DIR: inRoot('apps/web/dist'),
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
  };
  try {
    return await supervise((keep) =>
      keep({
        start: async () => {
          const args = ['--enable-source-maps', inRoot('apps/server/dist/main.js')];
          const server = startChild('server', args, { env, print: say });
          if (isAlone) await note(dataDir, 'server', server.pid);
          return server;
        },
        untilReady: waitUntilSaid,
      }),
    );
  } finally {
    if (isAlone) await forget(dataDir);
  }
}

/** @param {string} dataDir */
async function claim(dataDir) {
  await endLeftovers(dataDir);
  await note(dataDir, 'launcher', process.pid);
}
