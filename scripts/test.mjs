import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/test-all.mjs').then((script) => script.testAll())),
  );
}
