import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Makes one file of a program of `src`, with all that it needs. */
export async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    legalComments: 'inline',
    logLevel: 'warning',
  });
}
