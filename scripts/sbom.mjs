import { resolve } from 'node:path';
import { requireNode } from './lib/node-version.mjs';

/** `npm run sbom [-- FOLDER]`. */
if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run }) =>
    run(async () => {
      const { inRoot } = await import('./lib/paths.mjs');
      const { writeSbom } = await import('./lib/sbom.mjs');
      const [folder] = process.argv.slice(2);
      await writeSbom(folder === undefined ? inRoot('sbom') : resolve(process.cwd(), folder));
    }),
  );
}
