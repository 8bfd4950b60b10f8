import { lstat, mkdir, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RESTORING } from '../configured-database.ts';
import type { DatabaseAddress } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { findPostmaster } from '../embedded/postmaster.ts';
import type { Log } from '../log.ts';
import { listOtherSessions } from './catalog.ts';
import { BackupRefused } from './refused.ts';
import { inSession } from './session.ts';
import { syncFolder } from './streams.ts';

/** Within this time the database notices that the connections of a killed program are gone. */
const GONE_MS = 5_000;
const POLL_MS = 100;

const isThere = async (path: string): Promise<boolean> => (await lstat(path).catch(() => undefined)) !== undefined;

/**
 * Fills a new embedded database beside the one of `dataDir` and puts it in its place once `fill` is done: a failure
 * before that leaves the old one where it was. The old one is renamed, never deleted; answers its new path, or null
 * where there was none. Throws `BackupRefused` where there is one and it may not be moved, or a program uses it.
 */
export async function replaceEmbedded<Result>(
  options: { dataDir: string; mayReplace: boolean; now: Date; log: Log },
  fill: (address: DatabaseAddress) => Promise<Result>,
): Promise<{ result: Result; movedTo: string | null }> {
  const { dataDir, mayReplace, now, log } = options;
  const current = join(dataDir, 'postgres');
  const aside = join(dataDir, RESTORING);
  await mkdir(dataDir, { recursive: true });
  if ((await isThere(current)) && !mayReplace) {
    throw new BackupRefused(
      `There is a database in ${current}. With --replace it is moved aside, not deleted, and the backup takes its place.`,
    );
  }
  await requireUnused(dataDir, log);
  // The remains of a restore that broke off.
  await requireUnused(aside, log);
  await removeDatabase(aside);
  const result = await fillAside(aside, log, fill).catch(async (error: unknown) => {
    await removeDatabase(aside);
    throw error;
  });
  await requireUnused(dataDir, log);
  const movedTo = (await isThere(current)) ? `${current}-before-${now.toISOString().replaceAll(/[-:.]/g, '')}` : null;
  if (movedTo !== null) await rename(current, movedTo);
  await rename(join(aside, 'postgres'), current);
  await rm(aside, { recursive: true });
  await syncFolder(dataDir);
  return { result, movedTo };
}

async function fillAside<Result>(
  aside: string,
  log: Log,
  fill: (address: DatabaseAddress) => Promise<Result>,
): Promise<Result> {
  const embedded = await startEmbeddedPostgres({ dataDir: aside, log });
  try {
    return await fill(embedded.address);
  } finally {
    await embedded.stop();
  }
}

/** Stops a database that outlived its program; throws where a program still owns it or is connected to it. */
async function requireUnused(dataDir: string, log: Log): Promise<void> {
  const cluster = join(dataDir, 'postgres', 'cluster');
  if ((await findPostmaster(cluster)) === undefined) return;
  // Adopted: where the process that started it is gone, this process takes over and may stop it.
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  const isAlone = await waitUntilAlone(embedded.address).then(
    (others) => others.length === 0,
    async (error: unknown) => {
      await embedded.leave();
      throw error;
    },
  );
  await (isAlone ? embedded.stop() : embedded.leave());
  if ((await findPostmaster(cluster)) === undefined) return;
  throw new BackupRefused(
    `A server runs on the database in ${dataDir}. Stop it first, and whatever starts it again; nothing was changed.`,
  );
}

async function waitUntilAlone(address: DatabaseAddress): Promise<readonly string[]> {
  const deadline = Date.now() + GONE_MS;
  for (;;) {
    const others = await inSession(address, 'begin read only', ({ tx }) => listOtherSessions(tx));
    if (others.length === 0 || Date.now() > deadline) return others;
    await delay(POLL_MS);
  }
}

/** An embedded database that was never used, whose files may lie elsewhere. */
async function removeDatabase(dataDir: string): Promise<void> {
  const root = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  if (root !== undefined) await rm(root, { recursive: true });
  await rm(dataDir, { recursive: true, force: true });
}
