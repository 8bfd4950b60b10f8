import { writeFile } from 'node:fs/promises';
import { requireNode } from './lib/node-version.mjs';

/** `npm run sample-environment`: writes deploy/kobogate.env from the program's own table of variables. */
if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run, say }) =>
    run(async () => {
      const { ensureInstalled } = await import('./lib/install.mjs');
      await ensureInstalled('product');
      const { makeSampleEnvironment, SAMPLE } = await import('./lib/sample-environment.mjs');
      const { inRoot } = await import('./lib/paths.mjs');
      await writeFile(inRoot(SAMPLE), await makeSampleEnvironment());
      say(`${SAMPLE} is written.`);
    }),
  );
}
