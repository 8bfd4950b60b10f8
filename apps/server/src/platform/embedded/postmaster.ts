import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { SocketAddress } from '../database.ts';
import { isAlive } from '../processes.ts';

/** A running PostgreSQL, as described by its file postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly isReady: boolean;
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
  return (await isPostgres(postmaster.pid)) ? postmaster : undefined;
}

// On Linux, every user can read a process's name and state in /proc/<pid>/stat (man 5 proc), even in a container where root may
// not inspect other users' processes. A process that was killed and not yet reaped is Z or X, and still takes signals.
async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /^\d+ \(postgres[^)]*\) [^ZXx]/.test(text);
}

/**
 * Removes a postmaster.pid whose process id now belongs to another program (after a power cut, in a container):
 * PostgreSQL would refuse to start. A young file is left alone, because a second start may just have written it; and
 * even if one were removed, PostgreSQL's lock on the cluster's shared memory still keeps a second server out.
 */
export async function removeForeignLock(cluster: string): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || Date.now() - found.mtimeMs < 10_000) return;
  const postmaster = parsePostmaster(await readFile(file, 'utf8').catch(() => ''));
  if (postmaster !== undefined && isAlive(postmaster.pid) && (await findPostmaster(cluster)) === undefined)
    await rm(file);
}

/** Whether a PostgreSQL accepts connections there now. */
export async function answers(address: SocketAddress): Promise<boolean> {
  const client = new Client({ ...address, connectionTimeoutMillis: 5_000 });
  // A connection that breaks later emits its own error event: without a listener that would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
