import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Outside the file stay those with native parts, and the compiler, which the build alone uses. All others are bundled: finding
// and reading hundreds of files takes half of the time until a program runs its first line, and whole packages take memory
// although little of them is used.
const OUTSIDE = ['@foundry-rs/anvil', 'litesvm-*', 'solc'];
// What a bundled CommonJS package requires of Node itself.
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);";

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
    sourcesContent: false,
    legalComments: 'none',
    external: [...OUTSIDE, '*.node'],
    banner: { js: REQUIRE },
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
