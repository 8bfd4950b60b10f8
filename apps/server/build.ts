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

// The workspace's own packages are TypeScript source, which Node cannot load. Of what is installed everything is bundled that every
// start needs: finding and reading hundreds of files takes a quarter of the time until a program runs its first line, and whole packages
// take memory of which little is used. Outside stay those with native parts, and those that a rare path loads at its first use.
const isBundled = (name: string): boolean =>
  manifest.bundled.some((part) => name === part || (part.endsWith('/') && name.startsWith(part)));

const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

await build({
  entryPoints: ['main', 'ops/main'].map((program) => folder(`src/${program}.ts`)),
  outbase: folder('src'),
  outdir: folder('dist'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // A trace of a failure needs names and lines. Node reads the whole map at each start.
  sourcesContent: false,
  legalComments: 'none',
  // What a bundled CommonJS package requires of Node itself.
  banner: { js: REQUIRE },
  external: Object.keys(manifest.dependencies).flatMap((name) => (isBundled(name) ? [] : [name, `${name}/*`])),
  logLevel: 'warning',
});
