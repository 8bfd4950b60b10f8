import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() =>
      import('./lib/treasury.mjs').then((script) => script.runWithNetworks('lift-fence.js', process.argv.slice(2))),
    ),
  );
}
