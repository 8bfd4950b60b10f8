import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() => import('./lib/mutation.mjs').then((script) => script.mutation(process.argv.slice(2)))),
  );
}
