import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/crash.mjs').then((script) => script.crash(process.argv.slice(2)))),
  );
}
