import { createHash, randomUUID } from 'node:crypto';
import { chown, cp, lstat, mkdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { canReach } from './identity.ts';
import type { Identity } from './identity.ts';

/** Linux allows 108 bytes for a socket's path with its final NUL, macOS 104; `/.s.PGSQL.5432` comes after ours. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;
const OUTSIDE = '/var/lib/kobogate';

export interface Places {
  /** The cluster's folder; only its user can read it. */
  readonly root: string;
  readonly cluster: string;
  readonly socket: string;
  readonly log: string;
  /** Holds the process id of the program that stops the database when it ends. */
  readonly owner: string;
}

/**
 * Creates `${dataDir}/postgres` and gives it to the database's user. Where that user can't enter (a folder inside
 * /root), the cluster lives outside, and `${dataDir}/postgres` is a link to it.
 */
export async function preparePlaces(dataDir: string, identity: Identity | undefined): Promise<Places> {
  await mkdir(resolve(dataDir), { recursive: true });
  const wanted = join(await realpath(resolve(dataDir)), 'postgres');
  if (identity !== undefined && !(await canReach(identity, dirname(wanted)))) await linkOutside(wanted);
  else await mkdir(wanted, { recursive: true, mode: 0o700 });
  const root = await realpath(wanted);
  await giveTo(identity, root);
  const socket = await prepareSocketFolder(root, identity);
  return { root, cluster: join(root, 'cluster'), socket, log: join(root, 'log'), owner: join(root, 'owner') };
}

async function linkOutside(wanted: string): Promise<void> {
  if ((await lstat(wanted).catch(() => undefined)) !== undefined) return;
  const outside = join(OUTSIDE, randomUUID());
  await mkdir(outside, { recursive: true, mode: 0o755 });
  await symlink(outside, wanted).catch(async (error: unknown) => {
    await rm(outside, { recursive: true });
    // Another start won the race: its link is as good.
    if ((await lstat(wanted).catch(() => undefined)) === undefined) throw error;
  });
}

async function prepareSocketFolder(root: string, identity: Identity | undefined): Promise<string> {
  const inside = join(root, 'socket');
  const name = `kobogate-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  const folder = Buffer.byteLength(inside) <= LONGEST_SOCKET_FOLDER ? inside : join(tmpdir(), name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await giveTo(identity, folder);
  // Any program that may write here can pretend to be the database, and every user may write to /tmp.
  const found = await lstat(folder);
  const owner = identity?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new Error(
      `the folder ${folder} is not ours alone, so the database can't listen in it: remove it and start again`,
    );
  }
  return folder;
}

async function giveTo(identity: Identity | undefined, path: string): Promise<void> {
  const found = await lstat(path);
  if (identity !== undefined && found.isDirectory() && found.uid === 0) await chown(path, identity.uid, identity.gid);
}

/** The binaries themselves, or a copy of them that the database's user can reach. */
export async function reachableBinaries(native: string, identity: Identity | undefined): Promise<string> {
  if (identity === undefined || (await canReach(identity, native))) return native;
  const version = basename(dirname(native));
  const copy = join(OUTSIDE, `binaries-${createHash('sha256').update(native).digest('hex').slice(0, 16)}-${version}`);
  if ((await lstat(copy).catch(() => undefined)) !== undefined) return copy;
  const partial = `${copy}.${randomUUID()}`;
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, copy).catch(() => rm(partial, { recursive: true }));
  return copy;
}
