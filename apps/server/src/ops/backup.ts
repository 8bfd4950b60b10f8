import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '../configuration/backup.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { describeSize, isSaidOfFiles } from '../platform/backup/words.ts';
import { BackupRefused } from '../platform/backup/refused.ts';
import { removeOldBackups, writeBackup } from '../platform/backup/write-backup.ts';
import { requireDatabase, startConfiguredDatabase } from '../platform/configured-database.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';

const USAGE = `Copies the whole database as of one moment into a separate folder, while the product runs.

  npm run ops -- backup [--to FOLDER] [--keep COUNT]

  --to FOLDER    where the backup's folder is made; “backups” in the data folder where it is not said
  --keep COUNT   removes all backups in that folder but the COUNT newest, once this one is whole`;

/** Writes a backup and prints where it is, its size and how long it took. */
async function run(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const { values } = parseArgs({ args: [...args], options: { to: { type: 'string' }, keep: { type: 'string' } } });
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep)) {
    throw new BackupRefused(`--keep takes a number from 1 to 9999.\n\n${USAGE}`);
  }
  const { databaseUrl, dataDir, secretsKey } = readSettings(readSecrets(process.env));
  await requireDatabase({ databaseUrl, dataDir });
  const to = values.to ?? join(dataDir, 'backups');
  const running = await startConfiguredDatabase({ databaseUrl, dataDir }, createLog('warn'));
  try {
    const { folder, contents } = await writeBackup({ address: running.address, to, secretsKey });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`Backup: ${folder}, ${describeSize(contents)}, ${seconds} s.`);
    say('SECRETS_KEY, the seed and the rest of the environment are not in it: keep them elsewhere.');
    say('Copy the folder to another machine: this one’s disk may be what is lost.');
    if (values.keep !== undefined)
      say(`Older backups removed: ${await removeOldBackups(folder, Number(values.keep))}.`);
    return 0;
  } finally {
    await running.stop();
  }
}

/** `npm run ops -- backup`. */
export const command: Command = { usage: USAGE, run, isForPeople: isSaidOfFiles };
