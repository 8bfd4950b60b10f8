import { readFile, readlink, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A running PostgreSQL, as its own file postmaster.pid tells. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
}

/** Whether a process with this id exists, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Reads the text of postmaster.pid: the process id on line 1, the state on line 8
 * (https://www.postgresql.org/docs/current/storage-file-layout.html). Pure.
 */
export function parsePostmaster(text: string): Postmaster | undefined {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, isReady: lines[7]?.trim() === 'ready' };
}

/** The PostgreSQL that runs on this cluster; undefined where none does, or where another program got its process id. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const postmaster = parsePostmaster(text);
  if (postmaster === undefined || !isAlive(postmaster.pid)) return undefined;
  // Only Linux tells the program's name this way; elsewhere the file is believed.
  const program = await readlink(`/proc/${postmaster.pid}/exe`).catch(() => 'postgres');
  return basename(program).startsWith('postgres') ? postmaster : undefined;
}

/**
 * Removes a postmaster.pid whose process id another program has by now (after a power cut, in a container): PostgreSQL
 * would refuse to start. A young one is left alone, because a second start may just have written it; and were one
 * removed all the same, PostgreSQL's lock on the cluster's shared memory still keeps a second server out.
 */
export async function removeForeignLock(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || Date.now() - found.mtimeMs < 10_000) return;
  const postmaster = parsePostmaster(await readFile(file, 'utf8').catch(() => ''));
  if (postmaster !== undefined && isAlive(postmaster.pid) && (await findPostmaster(cluster)) === undefined)
    await rm(file);
}
