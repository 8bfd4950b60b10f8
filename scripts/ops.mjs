import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/ops.mjs').then((script) => script.runOps(process.argv.slice(2)))),
  );
}
