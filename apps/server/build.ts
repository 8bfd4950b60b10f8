import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const manifest = Manifest.parse(JSON.parse(readFileSync(folder('package.json'), 'utf8')));

// The workspace's own packages are TypeScript source, which Node cannot load. viem and zod are bundled because only a
// small part of each is used: whole, they take 26 MB of memory at run time. The list of passwords is a JSON file, which
// the supported lines of Node load each in another way. viem brings another version of @noble's, and outside the bundle both
// would be the same one.
const BUNDLED = new Set(['viem', 'zod', 'popular-passwords']);
const isBundled = (name: string): boolean => /^@(?:kobogate|noble)\//.test(name) || BUNDLED.has(name);

await build({
  entryPoints: ['main', 'ops/main'].map((program) => folder(`src/${program}.ts`)),
  outbase: folder('src'),
  outdir: folder('dist'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  legalComments: 'none',
  external: Object.keys(manifest.dependencies).flatMap((name) => (isBundled(name) ? [] : [name, `${name}/*`])),
  logLevel: 'warning',
});
