import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/simulate.mjs').then((script) => script.simulate(process.argv.slice(2)))),
  );
}
