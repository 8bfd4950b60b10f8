import type { Stats } from 'node:fs';
import * as real from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { theMachine } from './machine.ts';

/** The simulated disks: what is at a path below this folder outlives a process and any restore of the database. */
export const DISKS = '/simulated/';
const kept = new Map<string, string>();
const files = new Map<string, string>();

/** Empties all simulated disks. */
export const wipeDisks = (): void => files.clear();

/** What is on a simulated disk. */
export const onDisk = (path: string): string | undefined => files.get(path);

const isSimulated = (path: unknown): path is string => typeof path === 'string' && path.startsWith(DISKS);

class NoEntry extends Error {
  readonly code = 'ENOENT';
}

async function awaited<Result>(work: Promise<Result>): Promise<Result> {
  const machine = theMachine();
  machine.realCalls += 1;
  try {
    return await work;
  } finally {
    machine.realCalls -= 1;
  }
}

/** Stands for `readFile` of `node:fs/promises`; a file of the product is read once. */
export async function readFile(path: string, options?: 'utf8'): Promise<string | Buffer> {
  if (isSimulated(path)) {
    const text = files.get(path);
    if (text === undefined) throw new NoEntry(path);
    return options === undefined ? Buffer.from(text) : text;
  }
  const known = kept.get(path);
  const text = known ?? (await awaited(real.readFile(path, 'latin1')));
  kept.set(path, text);
  const bytes = Buffer.from(text, 'latin1');
  return options === undefined ? bytes : bytes.toString(options);
}

const below = (folder: string): string[] => [...files.keys()].filter((path) => dirname(path) === folder);

/** Stands for `open`: only what replaces a small file is played, and that a file or folder to be read is not there. */
export async function open(path: string, flags: string): Promise<unknown> {
  if (!isSimulated(path)) throw new Error('a schedule opens a file of the real disk');
  if (flags === 'r' && !files.has(path) && below(path).length === 0) throw new NoEntry(path);
  return {
    writeFile: async (text: string) => void files.set(path, text),
    sync: async () => undefined,
    close: async () => undefined,
  };
}

/** Stands for `rename`, on a simulated disk. */
export async function rename(from: string, to: string): Promise<void> {
  files.set(to, files.get(from) ?? '');
  files.delete(from);
}

/** Stands for `rm`, on a simulated disk. */
export async function rm(path: string): Promise<void> {
  files.delete(path);
}

/** Stands for `readdir`; a folder of a simulated disk is there as soon as it is asked for. */
export async function readdir(folder: string): Promise<string[]> {
  return isSimulated(folder) ? below(folder).map((path) => basename(path)) : await awaited(real.readdir(folder));
}

/** Stands for `stat`: nothing on a simulated disk is so old that it was left behind, and all of it is root's. */
export async function stat(path: string): Promise<Pick<Stats, 'mtimeMs' | 'uid' | 'gid'>> {
  return isSimulated(path) ? { mtimeMs: Date.now(), uid: 0, gid: 0 } : await awaited(real.stat(path));
}

export const { access, chown, cp, link, lstat, mkdir, realpath, symlink, writeFile } = real;
