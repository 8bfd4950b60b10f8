import path from 'node:path';
import { build } from 'esbuild';

/**
 * Builds what merchants put into their own pages: `embed.js`, one classic script without any import, under a name that
 * stays, since those pages name it.
 */
export async function buildEmbed(dist: string): Promise<void> {
  await build({
    entryPoints: [path.join(import.meta.dirname, '../src/payer/embed/embed.ts')],
    outfile: path.join(dist, 'embed.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
  });
}
