import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { Mutation } from './mutations.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const HERE = folder('./');
const ROOT = folder('../');

/** What the product takes from Node and from packages, and what stands for it in the simulation. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  pg: 'pg',
  uuidv7: 'uuidv7',
  '@node-rs/argon2': 'argon2',
  'node:timers/promises': 'timers-promises',
  'node:perf_hooks': 'perf-hooks',
  'node:fs/promises': 'files',
};

/** Node can't load these as they are: TypeScript sources, and a JSON file. */
const isBundled = (name: string): boolean => name.startsWith('@kobogate/') || name.startsWith('popular-passwords');

const outside: Plugin = {
  name: 'the outside of the simulation',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      const stand = importer.startsWith(HERE) ? undefined : STANDS_FOR[path];
      if (stand !== undefined) return { path: `${HERE}machine/${stand}.ts` };
      return isBundled(path) ? undefined : { path, external: true };
    });
  },
};

const mutating = ({ changes }: Mutation): Plugin => ({
  name: 'a mutation',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const here = changes.filter(({ file }) => path === ROOT + file);
      if (here.length === 0) return undefined;
      let contents = await readFile(path, 'utf8');
      for (const { file, from, to } of here) {
        if (contents.split(from).length !== 2) throw new Error(`${file} has not exactly one place to change: ${from}`);
        contents = contents.replace(from, () => to);
      }
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * Builds the program that runs schedules: the product's own sources, with the simulated machine in place of time, database driver
 * and disk. A mutation changes one place of those sources in the build, never in the tree. Answers the program's path.
 */
export async function buildWorker(mutation: Mutation | null): Promise<string> {
  const path = `${ROOT}.cache/simulate/${mutation?.name ?? 'product'}.mjs`;
  await build({
    entryPoints: [`${HERE}worker.ts`],
    outfile: path,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'inline',
    inject: [`${HERE}machine/globals.ts`],
    define: { 'import.meta.dirname': JSON.stringify(`${ROOT}apps/server/src`) },
    plugins: [...(mutation === null ? [] : [mutating(mutation)]), outside],
    logLevel: 'warning',
  });
  return path;
}
