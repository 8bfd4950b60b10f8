import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Everything in one file, which can be carried to a machine that was never online.
await build({
  entryPoints: [folder('src/main.ts')],
  outfile: folder('dist/kobogate-keys.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  legalComments: 'inline',
  logLevel: 'warning',
});
