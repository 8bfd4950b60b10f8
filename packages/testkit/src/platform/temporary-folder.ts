import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for a test or a measurement, and the way to remove exactly it. */
export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Makes a temporary folder that other users may enter. A plain one is closed to the database's user when we are root:
 * the database would then live outside it, and would stay behind when the folder is removed.
 */
export async function createTemporaryFolder(name: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `kobogate-${name}-`));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true }) };
}
