import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type TransformCallback } from 'node:stream';

const LINE_FEED = 10;

/** Passes bytes on and counts them. */
export interface Meter {
  readonly stream: Transform;
  /** What passed so far: the number of bytes and line ends and, once it has ended, SHA-256 over all. */
  read(): { bytes: number; lines: number; sha256: string };
}

/** A meter at zero. */
export function createMeter(): Meter {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) => {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, lines, sha256: hash.copy().digest('hex') }) };
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Flushes a folder to the disk: first the contents of its files, at the same time because they share one wait for the
 * disk, then their names.
 */
export async function syncFolder(path: string, files: readonly string[] = []): Promise<void> {
  await Promise.all(files.map((name) => sync(join(path, name))));
  await sync(path);
}
