import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Configuration } from '../configuration/configuration.ts';
import { readEpochMark, tryList } from '../controls/index.ts';
import { systemClock } from '../platform/clock.ts';
import { nearest } from './examine-disk.ts';
import { fine, type Finding, look, reasonOf, wrong } from './finding.ts';
import { loadRenderer } from '../web/load-renderer.ts';

/** The operator's files that a server reads or writes besides DATA_DIR. */
export type NamedFiles = Pick<
  Configuration,
  'databaseUrl' | 'dataDir' | 'sanctionsFiles' | 'epochFile' | 'webDir' | 'roles'
>;

/** Looks at each as the server's start and its work would, and writes nothing. */
export const examineFiles = (files: NamedFiles): readonly Promise<readonly Finding[]>[] => [
  examineList(files.sanctionsFiles),
  examineEpoch(files),
  ...(files.roles.includes('api') ? [examineWeb(files.webDir)] : []),
];

async function examineList(paths: readonly string[]): Promise<readonly Finding[]> {
  const part = 'sanctions';
  if (paths.length === 0) return [look(part, 'no sender of coins is checked, as SANCTIONS_FILE is not set')];
  try {
    const { addresses, isStale } = await tryList(paths, systemClock);
    if (addresses === 0)
      return [wrong(part, 'no address can be read in SANCTIONS_FILE, or in one of its files: give the list itself')];
    return [
      isStale ? look(part, `the list is more than a week old: get a new one`) : fine(part, `${addresses} addresses`),
    ];
  } catch (error) {
    return [wrong(part, `${reasonOf(error)}: correct SANCTIONS_FILE, or let the server's user read it`)];
  }
}

/** It is replaced with each payout, by a file beside it: its folder has to take that. */
async function examineEpoch({ databaseUrl, dataDir, epochFile }: NamedFiles): Promise<readonly Finding[]> {
  const part = 'epoch file';
  const path = resolve(epochFile);
  // A start makes DATA_DIR for the embedded database, and no other folder.
  const isMade = databaseUrl === undefined && dirname(path) === resolve(dataDir);
  try {
    await access(`${isMade ? await nearest(dirname(path)) : dirname(path)}/`, constants.W_OK);
  } catch (error) {
    return [
      wrong(part, `its folder can't be written to (${reasonOf(error)}), so no payout leaves: correct EPOCH_FILE`),
    ];
  }
  try {
    const mark = await readEpochMark(path);
    return [fine(part, mark === null ? 'is not there yet: the first payout makes it' : `${mark.epoch} departures`)];
  } catch (error) {
    return [wrong(part, `can't be read (${reasonOf(error)}): docs/recovery.md says what to do`)];
  }
}

async function examineWeb(webDir: string | undefined): Promise<readonly Finding[]> {
  const part = 'web app';
  if (webDir === undefined) return [look(part, 'is not served, as WEB_DIR is not set')];
  try {
    await loadRenderer(resolve(webDir), 'site');
    return [fine(part, 'is there')];
  } catch (error) {
    return [wrong(part, `${reasonOf(error)}: build it (npm run build), or correct WEB_DIR`)];
  }
}
