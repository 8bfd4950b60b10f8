import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const manifest = Manifest.parse(JSON.parse(readFileSync(folder('package.json'), 'utf8')));

// The workspace's own packages are TypeScript source, which Node cannot load. viem and zod are bundled because a whole
// viem and a whole zod take 26 MB of memory at run time, of which the sandbox uses little; @noble's because viem brings
// another version of them, and outside the bundle both would be the same one.
const isBundled = (name: string): boolean => /^(?:@kobogate|@noble)\/|^(?:viem|zod)$/.test(name);

/**
 * Makes one file of a program of `src`, and answers where it is: in a folder as deep in the workspace, so that it finds what
 * lies beside them. The file is replaced whole: a program that starts at that moment reads all of the old one or all of the new one.
 */
export async function bundle(entry: string, outfile: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [folder(entry)],
    outfile: folder(outfile),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: true,
    legalComments: 'none',
    external: Object.keys(manifest.dependencies).flatMap((name) => (isBundled(name) ? [] : [name, `${name}/*`])),
    logLevel: 'warning',
  });
  await mkdir(dirname(folder(outfile)), { recursive: true });
  for (const { path, contents } of outputFiles) {
    const written = `${path}.${randomUUID()}`;
    await writeFile(written, contents);
    await rename(written, path);
  }
  return folder(outfile);
}
