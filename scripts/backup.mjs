import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(() =>
      import('./lib/built-program.mjs').then((script) => script.runBuilt('server', 'backup.js', process.argv.slice(2))),
    ),
  );
}
