import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { replaceFile } from '../../platform/files/replace-file.ts';

/** What a server has seen of a database: which it is, how many payouts left, and how many addresses were given out. */
export interface EpochMark {
  readonly installation: string;
  readonly epoch: bigint;
  /** Over all account keys; 0 in a file of the version before. */
  readonly addresses: bigint;
}

const count = z.string().check(z.regex(/^\d{1,18}$/));
const form = z.object({ installation: z.string(), epoch: count, addresses: z._default(count, '0') });

/** Reads the mark at a path; null where there is no file. Throws for any other content: it must not be ignored. */
export async function readEpochMark(path: string): Promise<EpochMark | null> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const { installation, epoch, addresses } = form.parse(JSON.parse(text));
  return { installation, epoch: BigInt(epoch), addresses: BigInt(addresses) };
}

/** Replaces the mark at a path, completely or not at all, and answers only once it is on the disk. */
export async function writeEpochMark(path: string, { installation, epoch, addresses }: EpochMark): Promise<void> {
  const text = JSON.stringify({ installation, epoch: String(epoch), addresses: String(addresses) });
  await replaceFile(path, (file) => file.writeFile(`${text}\n`));
}
