import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { replaceFile } from '../../platform/files/replace-file.ts';

/** The departures that a server has seen: of which database, and the count. */
export interface EpochMark {
  readonly installation: string;
  readonly epoch: bigint;
}

const form = z.object({ installation: z.string(), epoch: z.string().check(z.regex(/^\d{1,18}$/)) });

/** Reads the mark at a path; null where there is no file. Throws for any other content: it must not be ignored. */
export async function readEpochMark(path: string): Promise<EpochMark | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { installation, epoch } = form.parse(JSON.parse(text));
  return { installation, epoch: BigInt(epoch) };
}

/** Replaces the mark at a path, completely or not at all, and answers only once it is on the disk. */
export async function writeEpochMark(path: string, { installation, epoch }: EpochMark): Promise<void> {
  await replaceFile(path, (file) => file.writeFile(`${JSON.stringify({ installation, epoch: String(epoch) })}\n`));
}
