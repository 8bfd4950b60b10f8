import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** No process writes to one file for so long: such an old one was left behind by a process that died. */
const ABANDONED_MS = 60 * 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Replaces the file at a path with what `write` puts into an empty one, completely or not at all, and answers only once
 * it is on the disk. Several processes may do it at once: the last one's stays. Only its owner may read the file: who runs
 * this, or the folder's owner where that is root, whose command beside a server must not take the server's file away. What
 * a process that died while it wrote has left beside it is removed an hour later.
 */
export async function replaceFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  // What is left behind harms nothing.
  await removeAbandoned(path).catch(() => undefined);
  const fresh = `${path}.${randomUUID()}`;
  try {
    const file = await open(fresh, 'w', 0o600);
    try {
      await write(file);
      await leaveToOwner(file, dirname(path));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function leaveToOwner(file: FileHandle, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  // On a disk of another machine root may own nothing: then the file is whose that machine makes it.
  if (uid !== 0) await file.chown(uid, gid).catch(() => undefined);
}

async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  const left = (await readdir(folder)).filter((name) => name.startsWith(start) && UUID.test(name.slice(start.length)));
  for (const name of left) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true });
  }
}
