import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/keys.mjs').then((script) => script.runKeys(process.argv.slice(2)))),
  );
}
