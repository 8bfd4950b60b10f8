import { resolve } from 'node:path';
import { build } from './build.mjs';
import { startChild } from './children.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot, ROOT } from './paths.mjs';
import { say } from './steps.mjs';
import { supervise } from './supervise.mjs';

/**
 * `npm run serve`: the server alone, as in production: every outside address comes from the environment, and its log
 * goes to standard output as JSON. Answers the exit code.
 */
export async function serve() {
  await ensureInstalled();
  await build(['server', 'web']);
  return supervise(async (started) => {
    started(
      startChild('server', ['--enable-source-maps', inRoot('apps/server/dist/main.js')], {
        env: {
          WEB_DIR: inRoot('apps/web/dist'),
          ...process.env,
          NODE_ENV: 'production',
          DATA_DIR: resolve(ROOT, process.env['DATA_DIR'] || '.data'),
        },
        print: say,
      }),
    );
  });
}
