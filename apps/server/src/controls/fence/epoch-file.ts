import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

/** What a server has seen leave: by which database, and how many departures that had counted. */
export interface EpochMark {
  readonly installation: string;
  readonly epoch: bigint;
}

const form = z.object({ installation: z.string(), epoch: z.string().check(z.regex(/^\d{1,18}$/)) });

/** Reads the mark at a path; null where there is no file. Throws where something else is there: it must not be ignored. */
export async function readEpochMark(path: string): Promise<EpochMark | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { installation, epoch } = form.parse(JSON.parse(text));
  return { installation, epoch: BigInt(epoch) };
}

/** Puts the mark at a path in the place of what is there, whole or not at all, and only answers once the disk has it. */
export async function writeEpochMark(path: string, { installation, epoch }: EpochMark): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  try {
    const file = await open(fresh, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify({ installation, epoch: String(epoch) })}\n`);
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
