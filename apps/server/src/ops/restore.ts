import { parseArgs } from 'node:util';
import { restoreBackup, type RestoredBooks } from '../books/index.ts';
import { endEverySignIn } from '../identity/index.ts';
import { type CheckedBackup, checkBackup, migrationsOf } from '../platform/backup/check-backup.ts';
import type { LoadedBackup } from '../platform/backup/load-backup.ts';
import { isSealedWith } from '../platform/backup/manifest.ts';
import { type BackupSettings, readSettings } from '../configuration/backup.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { describeMinute, describeSize, isSaidOfFiles } from '../platform/backup/words.ts';
import { BackupRefused } from '../platform/backup/refused.ts';
import { replaceEmbedded } from '../platform/backup/replace-embedded.ts';
import { systemClock } from '../platform/clock.ts';
import type { DatabaseAddress } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { MIGRATIONS } from './open-books.ts';
import { readMigrations } from '../platform/migrate.ts';

const USAGE = `Puts a backup into an empty database. Stop every server first.

  npm run ops -- restore FOLDER [--replace]

  --replace   the embedded database that is there is moved aside, not deleted, and the backup takes its place`;

/** Restores, and answers 1 where the restored books have differences. */
async function run(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { replace: { type: 'boolean' } },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new BackupRefused(USAGE);
  const settings = readSettings(readSecrets(process.env));
  const backup = await checkBackup(path);
  requireOwnKey(backup, settings);
  say(`The backup of ${describeMinute(backup.manifest.takenAt)} is whole: ${describeSize(backup.manifest)}.`);
  const { leftOut, result: books } = await restore(backup, settings, values.replace === true);
  for (const name of leftOut) say(`Left out: the table ${name}, which no version of Kobogate makes.`);
  for (const difference of books.differences) say(difference);
  const isSound = books.differences.length === 0;
  say(
    isSound
      ? 'The ledger is sound.'
      : `The ledger has ${books.differences.length} difference(s), as it had when the backup was made.`,
  );
  say(`${books.transactions} transactions, ${books.accounts} accounts, fingerprint ${books.fingerprint}`);
  const where =
    settings.databaseUrl === undefined ? `the embedded database in ${settings.dataDir}` : nameOf(settings.databaseUrl);
  say(`Restored into ${where} in ${((performance.now() - start) / 1000).toFixed(1)} s. ${NEXT}`);
  return isSound ? 0 : 1;
}

/** A database's address without user, password and settings. */
const nameOf = (url: string): string => url.replace(/^\w+:\/\/(?:[^@/]*@)?/, '').replace(/\?.*$/, '');

const NEXT = `The fence is up: no payout, refund or sweep leaves until administrators lift it.
Next: start the servers, sign in as an administrator (every session was ended) and open /admin/recovery.
docs/recovery.md says each step.`;

function requireOwnKey({ manifest }: CheckedBackup, { secretsKey, otherSecretsKeys }: BackupSettings): void {
  if ([secretsKey, ...otherSecretsKeys].some((key) => isSealedWith(manifest, key))) return;
  throw new BackupRefused(
    'This backup was not sealed with the SECRETS_KEY that is set here: it is another gateway’s, was altered, or the key is another one. No server starts on a database with another key. Set the key that belongs to it.',
  );
}

async function restore(
  backup: CheckedBackup,
  { databaseUrl, dataDir, secretsKey, otherSecretsKeys }: BackupSettings,
  mayReplace: boolean,
): Promise<LoadedBackup<RestoredBooks>> {
  const migrations = await readMigrations(MIGRATIONS);
  // Before anything is touched.
  migrationsOf(backup.manifest, migrations);
  const now = systemClock.now();
  const fill = (address: DatabaseAddress): Promise<LoadedBackup<RestoredBooks>> =>
    restoreBackup(backup, { address, migrations, secretsKey, otherSecretsKeys, now, endSessions: endEverySignIn });
  if (databaseUrl !== undefined) return fill(databaseUrl);
  const { result, movedTo } = await replaceEmbedded({ dataDir, mayReplace, now, log: createLog('warn') }, fill);
  if (movedTo !== null) say(`What was there before is in ${movedTo}. Keep it until the recovery has ended.`);
  return result;
}

/** `npm run ops -- restore`. */
export const command: Command = { usage: USAGE, run, isForPeople: isSaidOfFiles };
