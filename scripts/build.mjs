import { resolve } from 'node:path';
import { requireNode } from './lib/node-version.mjs';

/** `npm run build [-- --to FOLDER]`: installs and builds server and web app; with a folder, copies there what runs. */
if (requireNode()) {
  void import('./lib/steps.mjs').then(({ run, Refusal, step }) =>
    run(async () => {
      const [option, folder, ...more] = process.argv.slice(2);
      if ((option !== undefined && (option !== '--to' || folder === undefined)) || more.length > 0) {
        throw new Refusal('npm run build [-- --to FOLDER]');
      }
      const { ensureInstalled } = await import('./lib/install.mjs');
      const { build } = await import('./lib/build.mjs');
      await ensureInstalled('product');
      await build(['server', 'web']);
      if (folder === undefined) return;
      const { copyServer } = await import('./lib/server-folder.mjs');
      await step(`copying what runs to ${folder}`, () => copyServer(resolve(process.cwd(), folder)));
    }),
  );
}
