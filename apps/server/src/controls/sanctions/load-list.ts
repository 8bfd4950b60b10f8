import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { type KnownList, loadList, replaceList, saveCompared } from './db.ts';
import { type ListedAddress, readList } from './read-list.ts';
import { screenAll } from './screen.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A part of the fingerprint, raised when files are read or compared otherwise than before: a list that is there is read again then. */
const READING = '3';
/** Lists of sanctioned addresses come out daily; one that is older than a week was forgotten. */
const STALE_AFTER_DAYS = 7;

export interface ListDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** The operator's files; none: no sender is checked. */
  readonly sanctionsFiles: readonly string[];
}

/** Whether a list is so old that it may miss an address. Pure. */
export function isStale({ listedOn }: Pick<KnownList, 'listedOn'>, now: Date): boolean {
  return now.getTime() - Date.parse(`${listedOn}T00:00:00Z`) > (STALE_AFTER_DAYS + 1) * DAY_MS;
}

/**
 * Reads the operator's files, and replaces the list where they changed. Its date is the newest that they name, else
 * that of the newest file. One file that can't be read, or has no address in it, changes nothing: the whole former list
 * stays where there is one, and the log says so. A new list is compared with the senders of all deposits at once. May be called
 * often, and from several processes.
 */
export async function refreshList({ database, clock, log, sanctionsFiles }: ListDependencies): Promise<void> {
  if (sanctionsFiles.length === 0) return;
  const files = await readFiles(sanctionsFiles).catch((error: unknown) => {
    log.error({ err: error }, 'a file of SANCTIONS_FILE can’t be read: the last list stays in force');
    return null;
  });
  if (files === null) return;
  const known = await loadList(database);
  const fingerprint = createHash('sha256')
    .update([READING, ...files.texts].join('\n'))
    .digest('hex');
  if (known?.fingerprint !== fingerprint) {
    const { addresses, listedOn, unread, empty } = readAll(files, clock);
    if (empty !== null) {
      log.error({ file: empty, unread }, 'SANCTIONS_FILE names a file without an address that we can read');
      // A part of the first list is better than none.
      if (known !== null || addresses.length === 0) return;
    }
    const list = { fingerprint, listedOn, loadedAt: clock.now(), addresses: addresses.length, unread };
    await takeList(database, list, addresses);
    log.info(
      { addresses: list.addresses, unread, listedOn: list.listedOn },
      'the list of sanctioned addresses was read',
    );
  }
  const holding = await loadList(database);
  if (holding !== null && isStale(holding, clock.now())) {
    log.warn({ listedOn: holding.listedOn }, 'the list of sanctioned addresses is old: please give a new one');
  }
}

/**
 * Replaces the list, and then records whom of the senders of all deposits it names. A deposit that counts while that takes its time
 * is compared with the new list already. Where it is cut off in between, the list is read and compared again at the next look.
 */
export async function takeList(
  database: Pick<Database, 'transaction'>,
  list: KnownList,
  addresses: readonly ListedAddress[],
): Promise<void> {
  await database.transaction((tx) => replaceList(tx, list, addresses));
  // Where it names one who has paid very often that takes minutes, and must not fail for it.
  await database.transaction(async (tx) => {
    await screenAll(tx);
    await saveCompared(tx, list);
  }, 'patient');
}

/**
 * What a list of the operator's files would be; it is not taken. It has no addresses where one of the files has none.
 * Throws where one can't be read.
 */
export async function tryList(
  paths: readonly string[],
  clock: Clock,
): Promise<{ addresses: number; isStale: boolean }> {
  const { addresses, listedOn, empty } = readAll(await readFiles(paths), clock);
  return { addresses: empty === null ? addresses.length : 0, isStale: isStale({ listedOn }, clock.now()) };
}

interface Files {
  readonly paths: readonly string[];
  readonly texts: readonly string[];
  /** The day of the newest. */
  readonly changedOn: string;
}

async function readFiles(paths: readonly string[]): Promise<Files> {
  const files = await Promise.all(
    paths.map(async (path) => ({ text: await readFile(path, 'utf8'), changedAt: (await stat(path)).mtimeMs })),
  );
  return {
    paths,
    texts: files.map(({ text }) => text),
    changedOn: new Date(Math.max(...files.map(({ changedAt }) => changedAt))).toISOString().slice(0, 10),
  };
}

/** All files as one list; `empty` is the first without an address, as one that was cut off by its download. */
function readAll({ paths, texts, changedOn }: Files, clock: Clock) {
  const today = clock.now().toISOString().slice(0, 10);
  const lists = texts.map((text) => readList(text, today));
  const all = lists.flatMap(({ addresses }) => addresses);
  const byKey = new Map(all.map((one): [string, ListedAddress] => [`${one.family} ${one.addressKey}`, one]));
  return {
    addresses: [...byKey.values()],
    listedOn:
      lists
        .flatMap(({ listedOn }) => listedOn ?? [])
        .toSorted()
        .at(-1) ?? changedOn,
    unread: lists.reduce((sum, list) => sum + list.unread, 0),
    empty: paths.find((_, index) => lists[index]?.addresses.length === 0) ?? null,
  };
}
