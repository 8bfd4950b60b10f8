import { parseArgs } from 'node:util';
import { readSecrets } from '../configuration/secrets.ts';
import { systemClock } from '../platform/clock.ts';
import { openConfiguredDatabase, requireDatabase } from '../platform/configured-database.ts';
import { createLog } from '../platform/log.ts';
import { compareSchema, migrate } from '../platform/migrate.ts';
import { describeUnfinished, listUnfinishedMonths } from '../platform/months.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { MIGRATIONS } from './open-books.ts';

const USAGE = `Brings the database's schema up to date. Each server does the same at its start: this is for an upgrade that is prepared while the older version runs.

  npm run ops -- migrate [--check]

  --check   changes nothing: says what would be applied, and ends with 1 where anything would, or where there is no database, or one that this version does not fit`;

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean', default: false } } });
  const environment = readSecrets(process.env);
  const place = { databaseUrl: environment['DATABASE_URL'] || undefined, dataDir: environment['DATA_DIR'] || '.data' };
  await requireDatabase(place);
  const database = await openConfiguredDatabase(place, createLog('warn'));
  try {
    if (!values.check) {
      const { applied } = await migrate(database, MIGRATIONS);
      say(applied.length === 0 ? 'The schema is up to date.' : `Applied: ${applied.join(', ')}.`);
      return 0;
    }
    const { pending, changed, newer, unknown } = await compareSchema(database, MIGRATIONS);
    for (const name of pending) say(`${name} would be applied.`);
    for (const table of await listUnfinishedMonths(database)) say(`${describeUnfinished(table, systemClock.now())}.`);
    for (const name of changed)
      say(`${name} was applied with another text: restore the file of the version that applied it.`);
    for (const name of newer) say(`${name} was added by a newer version: this one runs on it.`);
    for (const name of unknown) say(`${name} of a newer version took away what this one uses.`);
    const isUpToDate = pending.length + changed.length + unknown.length === 0;
    if (isUpToDate) say('The schema is up to date.');
    return isUpToDate ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** `npm run ops -- migrate`, and `npm run migrate`. */
export const command: Command = { usage: USAGE, run };
