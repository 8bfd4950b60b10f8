import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/soak.mjs').then((script) => script.fuzz(process.argv.slice(2)))),
  );
}
