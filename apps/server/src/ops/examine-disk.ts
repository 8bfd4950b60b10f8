import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fine, type Finding, look, reasonOf, wrong } from './finding.ts';

const GIGABYTE = 1_000_000_000;
/** Below this an embedded database, a backup or a log may fill it within days. */
const LITTLE = 5 * GIGABYTE;
const TOO_LITTLE = GIGABYTE / 2;

/** Whether DATA_DIR can be written to, and how much room there is. */
export async function examineDisk(dataDir: string): Promise<readonly Finding[]> {
  try {
    const folder = await nearest(resolve(dataDir));
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return [judgeRoom(bavail * bsize)];
  } catch (error) {
    return [wrong('disk', `DATA_DIR can't be written to (${reasonOf(error)}): give it to the server's user`)];
  }
}

/** The folder itself, or the nearest one above it that is there: a server's start makes the rest. */
export async function nearest(folder: string): Promise<string> {
  try {
    await access(folder);
    return folder;
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isAbsent || dirname(folder) === folder) throw error;
    return nearest(dirname(folder));
  }
}

/** Judges the free bytes. Pure. */
export function judgeRoom(bytes: number): Finding {
  const room = `${(bytes / GIGABYTE).toFixed(1)} GB free in DATA_DIR`;
  if (bytes < TOO_LITTLE) return wrong('disk', `${room}: make room before a server starts`);
  return bytes < LITTLE ? look('disk', `${room}: make room soon`) : fine('disk', room);
}
