import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/develop.mjs').then((script) => script.develop())),
  );
}
