import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type CheckedLines, createLinesCheck } from '../../ledger/index.ts';
import { syncFolder } from '../../platform/backup/streams.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const NAME = /^kobogate-books-\d{4}-\d{2}\.jsonl\.gz$/;
const UNFINISHED = '.unfinished';
const LINE_FEED = 10;
/** A run that is writing still has moved its file on since. */
const ABANDONED_MS = 3_600_000;

/** The archive can't be written or read as asked, and nothing was changed; the message says why and what to do. */
export class ArchiveRefused extends Error {}

/** Where in a folder a month's file is. Pure. */
export const fileOf = (folder: string, month: string): string => join(folder, `kobogate-books-${month}.jsonl.gz`);

/** The months' files of a folder, oldest first; the file itself where a file is named. Throws `ArchiveRefused` where there is none. */
export async function listMonthFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new ArchiveRefused(`There is nothing at ${path}.`);
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => NAME.test(name)).toSorted();
  if (names.length === 0) throw new ArchiveRefused(`${path} has no file of a month (kobogate-books-2026-11.jsonl.gz).`);
  return names.map((name) => join(path, name));
}

/** Whether there is a file, or a folder, at a path that this process can reach. */
export const isFileThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Writes a file that gets its name once all of it is on the disk, for its owner alone; `work` is handed what takes a line. Where it
 * throws, nothing is left. One of the name is never replaced, also where two runs write it at once: throws `ArchiveRefused`.
 */
export async function writeMonthFile<Result>(
  path: string,
  work: (takeLine: (line: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
  try {
    const result = await writeLines(unfinished, work);
    await syncFolder(folder, [basename(unfinished)]);
    await giveName(unfinished, path);
    await syncFolder(folder);
    return result;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Gives a file its name. A second name replaces nothing, as a renaming does; a share that has none gets the renaming. */
async function giveName(unfinished: string, path: string): Promise<void> {
  try {
    await link(unfinished, path);
  } catch (error) {
    if (await isFileThere(path)) {
      throw new ArchiveRefused(`${path} was written by another run just now, and was left as it is. Run this again.`);
    }
    if (!HAS_NO_LINKS.has(error instanceof Error && 'code' in error ? error.code : null)) throw error;
    await rename(unfinished, path);
  }
}

const HAS_NO_LINKS: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

async function writeLines<Result>(
  path: string,
  work: (takeLine: (line: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const gzip = createGzip();
  const file = createWriteStream(path, { flags: 'wx', mode: FILE_MODE });
  const written = pipeline(gzip, file);
  // A full disk ends the wait for room; where there is no wait, the one for the end.
  written.catch(() => undefined);
  try {
    const result = await work(async (line) => {
      if (!gzip.write(line)) await Promise.race([once(gzip, 'drain'), written]);
    });
    gzip.end();
    await written;
    return result;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}

/** Removes what runs that broke off have left of a file, and leaves what another one may be writing. */
export async function removeUnfinished(path: string, now: Date): Promise<void> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(`${basename(path)}.`) || !name.endsWith(UNFINISHED)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found !== null && now.getTime() - found.mtimeMs > ABANDONED_MS) await rm(join(folder, name), { force: true });
  }
}

/** Reads a file and checks its lines, without a database. One that is torn or no file of a month is a difference, and no error. */
export async function checkMonthFile(path: string): Promise<CheckedLines> {
  const check = createLinesCheck();
  let torn: string[] = [];
  try {
    for await (const line of linesOf(path)) check.take(line);
  } catch (error) {
    torn = [`file: it can't be read to its end (${error instanceof Error ? error.message : String(error)})`];
  }
  const found = check.read();
  return { ...found, differences: [...torn, ...found.differences] };
}

/** A file's lines without their ends, as bytes. The last one has an end too, or it is cut off. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path);
  const text = source.pipe(createGunzip());
  source.once('error', (error) => text.destroy(error));
  let rest: Buffer[] = [];
  for await (const chunk of text) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('the file was not read as bytes');
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield last;
}
