import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import { compileContracts } from './compile-contracts.ts';

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const manifest = Manifest.parse(JSON.parse(readFileSync(folder('package.json'), 'utf8')));

// The workspace's own packages are TypeScript source, which Node cannot load. viem and zod are bundled because a whole
// viem and a whole zod take 26 MB of memory at run time, of which the sandbox uses little; @noble's because viem brings
// another version of them, and outside the bundle both would be the same one.
const isBundled = (name: string): boolean => /^(?:@kobogate|@noble)\/|^(?:viem|zod)$/.test(name);

compileContracts();
await build({
  entryPoints: [folder('src/main.ts')],
  outfile: folder('dist/main.js'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  legalComments: 'none',
  external: Object.keys(manifest.dependencies).flatMap((name) => (isBundled(name) ? [] : [name, `${name}/*`])),
  logLevel: 'warning',
});
