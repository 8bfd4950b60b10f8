import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/seed.mjs').then((script) => script.seed(process.argv.slice(2)))),
  );
}
