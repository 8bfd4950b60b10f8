import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { type KnownList, loadList, replaceList } from './db.ts';
import { readList } from './read-list.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Lists of sanctioned addresses come out daily; one that is older than a week was forgotten. */
export const STALE_AFTER_DAYS = 7;

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
 * that of the newest file. A file that can't be read, or has no address in it, changes nothing: the former list stays,
 * and the log says so. May be called often, and from several processes.
 */
export async function refreshList({ database, clock, log, sanctionsFiles }: ListDependencies): Promise<void> {
  if (sanctionsFiles.length === 0) return;
  const files = await readFiles(sanctionsFiles).catch((error: unknown) => {
    log.error({ err: error }, 'a file of SANCTIONS_FILE can’t be read: the last list stays in force');
    return null;
  });
  if (files === null) return;
  const known = await loadList(database);
  const fingerprint = createHash('sha256').update(files.text).digest('hex');
  if (known?.fingerprint !== fingerprint) {
    const { addresses, listedOn, unread } = readList(files.text, clock.now().toISOString().slice(0, 10));
    if (addresses.length === 0) {
      log.error({ unread }, 'SANCTIONS_FILE has no address in it that we can read: the last list stays in force');
      return;
    }
    const list = {
      fingerprint,
      listedOn: listedOn ?? files.changedOn,
      loadedAt: clock.now(),
      addresses: addresses.length,
      unread,
    };
    await database.transaction((tx) => replaceList(tx, list, addresses));
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

/** What a list of the operator's files would be; it is not taken. Throws where one can't be read. */
export async function tryList(
  paths: readonly string[],
  clock: Clock,
): Promise<{ addresses: number; isStale: boolean }> {
  const files = await readFiles(paths);
  const { addresses, listedOn } = readList(files.text, clock.now().toISOString().slice(0, 10));
  return { addresses: addresses.length, isStale: isStale({ listedOn: listedOn ?? files.changedOn }, clock.now()) };
}

async function readFiles(paths: readonly string[]): Promise<{ text: string; changedOn: string }> {
  const files = await Promise.all(
    paths.map(async (path) => ({ text: await readFile(path, 'utf8'), changedAt: (await stat(path)).mtimeMs })),
  );
  return {
    text: files.map(({ text }) => text).join('\n'),
    changedOn: new Date(Math.max(...files.map(({ changedAt }) => changedAt))).toISOString().slice(0, 10),
  };
}
