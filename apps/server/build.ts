import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  /** Packages that become part of the bundle; the folder that a container runs from goes by it too. */
  bundled: z.array(z.string()),
});
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const manifest = Manifest.parse(JSON.parse(readFileSync(folder('package.json'), 'utf8')));

// The workspace's own packages are TypeScript source, which Node cannot load. viem and zod are bundled because only a
// small part of each is used: whole, they take 26 MB of memory at run time. The list of passwords is a JSON file, which
// the supported lines of Node load each in another way. viem brings another version of @noble's, and outside the bundle both
// would be the same one.
const isBundled = (name: string): boolean =>
  manifest.bundled.some((part) => name === part || (part.endsWith('/') && name.startsWith(part)));

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
