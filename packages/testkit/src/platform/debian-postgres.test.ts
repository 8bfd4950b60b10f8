// Tests that start Debian's PostgreSQL take the newest server that is installed, whichever version a release of Debian has.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestPostgres } from './debian-postgres.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

test('the newest version with a server is taken, by its number, and none where there is no server', async () => {
  const folder = await createTemporaryFolder('versions');
  try {
    expect(newestPostgres(join(folder.path, 'none'))).toBe(null);
    const install = async (version: string, program: string): Promise<void> => {
      await mkdir(join(folder.path, version, 'bin'), { recursive: true });
      await writeFile(join(folder.path, version, 'bin', program), '');
    };
    // A client alone.
    await install('18', 'psql');
    expect(newestPostgres(folder.path)).toBe(null);
    for (const version of ['9', '15', '17']) await install(version, 'initdb');
    expect(newestPostgres(folder.path)).toBe(join(folder.path, '17', 'bin'));
  } finally {
    await folder.remove();
  }
});
