import path from 'node:path';
import { build } from 'esbuild';

/**
 * Builds what merchants add to their own pages: `embed.js`, one classic script without imports, under a fixed
 * name, since those pages refer to it.
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
