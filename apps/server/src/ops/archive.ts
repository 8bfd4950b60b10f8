import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dateTimeText } from '@kobogate/contract';
import { archiveMonths, ArchiveRefused, checkMonthFiles, compareWithRows, listMonthFiles } from '../books/index.ts';
import { readSettings } from '../configuration/backup.ts';
import { readOtherKeys, readSecretsKey } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import {
  createMonthSealer,
  hasEnded,
  isMonth,
  listClosedMonths,
  monthOf,
  readClosedMonths,
  type SealedMonth,
} from '../ledger/index.ts';
import { isSaidOfFiles } from '../platform/backup/words.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `Closes the months of the ledger that have ended, and writes each to a compressed file of its own: opening balances, entries, closing balances, and a digest that goes on from the month before. It removes nothing, and may run beside the servers; a run that broke off is repeated.

  npm run ops -- archive [--until MONTH] [--to FOLDER]
  npm run ops -- archive --check PATH [--database]

  --until MONTH   the last month to close, such as 2026-11; the newest that has ended where it is not said
  --to FOLDER     where the files are; “archive” in the data folder where it is not said
  --check PATH    checks a file, or all of a folder as a chain, without a database; closes and writes nothing
  --database      compares them with the database too, and its entries with what was closed

Ends with 1 where something differs.`;

/** What the arguments ask for. */
const OPTIONS = {
  until: { type: 'string' },
  to: { type: 'string' },
  check: { type: 'string' },
  database: { type: 'boolean', default: false },
} as const;

async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const { until, to, check: path, database } = values;
  const isMixed = path === undefined ? database : until !== undefined || to !== undefined;
  if (isMixed || (until !== undefined && !isMonth(until))) throw new ArchiveRefused(USAGE);
  return path === undefined ? archive({ until, to }) : check(path, database);
}

async function archive({ until, to }: { until: string | undefined; to: string | undefined }): Promise<number> {
  const settings = readSettings(readSecrets(process.env));
  const folder = to ?? join(settings.dataDir, 'archive');
  const database = await openBooks(settings, createLog('warn'));
  try {
    const now = database.clock.now();
    if (until !== undefined && !hasEnded(until, now)) throw new ArchiveRefused(`${until} has not ended yet.`);
    const sealer = createMonthSealer(settings.secretsKey, settings.otherSecretsKeys);
    let months = 0;
    const wish = { folder, until: until ?? monthOf(now) };
    for await (const { closed, file, outcome } of archiveMonths({ database, now, sealer }, wish)) {
      months += 1;
      say(
        `${describe(closed)} ${OUTCOMES[outcome]}: ${file} (closed on ${dateTimeText(closed.closedAt.toISOString())})`,
      );
    }
    say(months === 0 ? 'No month of the ledger has ended yet.' : CARE);
    return 0;
  } finally {
    await database.close();
  }
}

const OUTCOMES = {
  closed: 'Closed, and written',
  'taken-from-file': 'Closed with the file that was there, whose entries are those of the database',
  'written-again': 'Was closed before, and is written again with the same entries',
  there: 'Was closed before, and its file is sound',
};

const CARE =
  'Copy the folder to another machine: a file that the database’s owner can’t reach is what proves the past.';

const describe = ({ month, batches, transfers, accounts, digest }: SealedMonth): string =>
  `${month}: ${transfers} transfers of ${batches} batches, ${accounts} accounts, digest ${digest}.`;

async function check(path: string, withDatabase: boolean): Promise<number> {
  const environment = readSecrets(process.env);
  const secretsKey = readSecretsKey(environment);
  const otherSecretsKeys = readOtherKeys(environment);
  const sealer = secretsKey === null ? null : createMonthSealer(secretsKey, otherSecretsKeys);
  const files = await checkMonthFiles(await listMonthFiles(path), sealer);
  let found = 0;
  for (const { path: file, closed, differences } of files) {
    say(`${file}: ${differences.length === 0 ? 'sound.' : `${differences.length} difference(s).`}`);
    for (const sentence of differences) say(`  ${sentence}`);
    if (closed !== null) say(`  ${describe(closed)}`);
    found += differences.length;
  }
  const begins = files[0]?.closed ?? null;
  if (begins !== null && begins.before !== null)
    say(`The months before ${begins.month} are not here, and were not checked.`);
  if (sealer === null) say('The seals were not compared: that takes SECRETS_KEY.');
  if (withDatabase) {
    const place = {
      databaseUrl: environment['DATABASE_URL'] || undefined,
      dataDir: environment['DATA_DIR'] || '.data',
    };
    const database = await openBooks({ ...place, secretsKey, otherSecretsKeys }, createLog('warn'));
    try {
      const rows = await listClosedMonths(database);
      const here = new Set(files.map(({ closed }) => closed?.month));
      const lacking = rows.flatMap(({ month }) => (here.has(month) ? [] : [month]));
      if (lacking.length > 0) say(`Closed in the database, and in no file here: ${lacking.join(', ')}.`);
      const differences = [...compareWithRows(files, rows), ...(await readClosedMonths(database.patient, sealer))];
      for (const sentence of differences) say(sentence);
      found += differences.length;
    } finally {
      await database.close();
    }
  }
  say(found === 0 ? `All agree${withDatabase ? ', and with the database' : ''}.` : `${found} difference(s).`);
  return found === 0 ? 0 : 1;
}

/** `npm run ops -- archive`. */
export const command: Command = {
  usage: USAGE,
  run,
  isForPeople: (error) => error instanceof ArchiveRefused || isSaidOfFiles(error),
};
