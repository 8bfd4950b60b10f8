import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./check/check.mjs').then((script) => script.checkAll())),
  );
}
