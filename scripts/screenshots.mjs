import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/screenshots.mjs').then((script) => script.takeScreenshots())),
  );
}
