import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/bench.mjs').then((script) => script.bench(process.argv.slice(2)))),
  );
}
