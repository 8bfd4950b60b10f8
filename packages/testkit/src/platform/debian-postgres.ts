import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian keeps each version that is installed; a version without a server has no `initdb` there. */
const VERSIONS = '/usr/lib/postgresql';

/** The folder of the programs of the newest PostgreSQL server that Debian's packages have installed; null where there is none. */
export function newestPostgres(versions = VERSIONS): string | null {
  const names = existsSync(versions) ? readdirSync(versions) : [];
  const newestFirst = names
    .filter((name) => /^\d+$/.test(name))
    .toSorted((left, right) => Number(right) - Number(left));
  const folders = newestFirst.map((name) => join(versions, name, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}
