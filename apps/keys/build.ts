import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Each in one file, which can be carried to a machine that was never online; the signer apart, so that the key tool has
// nothing in it that listens.
for (const [entry, outfile] of [
  ['src/main.ts', 'dist/kobogate-keys.mjs'],
  ['src/signer/main.ts', 'dist/kobogate-signer.mjs'],
] as const) {
  await build({
    entryPoints: [folder(entry)],
    outfile: folder(outfile),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    legalComments: 'inline',
    logLevel: 'warning',
  });
}
