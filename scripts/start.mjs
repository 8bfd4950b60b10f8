import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  import('./lib/steps.mjs').then(({ run }) => run(() => import('./lib/launch.mjs').then((script) => script.launch())));
}
