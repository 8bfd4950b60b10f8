import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./check/check.mjs').then((script) => script.checkAll())),
  );
}
