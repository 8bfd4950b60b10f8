import { parseArgs } from 'node:util';
import { verifyActs } from '../controls/index.ts';
import { createQuoteSigner, verifyQuotes } from '../sales/index.ts';
import { createMonthSealer, type MonthSealer, proveSince, type ProofSince, verify } from '../ledger/index.ts';
import { readOtherKeys, readSecretsKey } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import type { Database } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `Recomputes the whole ledger, its closed months and the chain of administrators' acts, and compares the signed quotes with the ledger. It changes nothing, and may run beside the servers.

  npm run ops -- verify-ledger [--since-archive]

  --since-archive   proves only what was posted since the newest closed month, and the balances with which that ended; it says what it left out

Ends with 1 where something differs.`;

/** Prints what was proved and what differs, and answers 1 where something does. */
async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { 'since-archive': { type: 'boolean', default: false } },
  });
  const environment = readSecrets(process.env);
  const secretsKey = readSecretsKey(environment);
  const otherSecretsKeys = readOtherKeys(environment);
  const database = await openBooks(
    {
      databaseUrl: environment['DATABASE_URL'] || undefined,
      dataDir: environment['DATA_DIR'] || '.data',
      secretsKey,
      otherSecretsKeys,
    },
    createLog('warn'),
  );
  try {
    const keys = secretsKey === null ? null : { secretsKey, otherSecretsKeys };
    const sealer = keys === null ? null : createMonthSealer(keys.secretsKey, keys.otherSecretsKeys);
    const since = values['since-archive'] ? await proveSince(database.patient, sealer) : null;
    if (values['since-archive'] && since === null) say('No month is closed: everything is recomputed.');
    return since === null ? await verifyAll(database, keys, sealer) : await reportSince(database, since, sealer);
  } finally {
    await database.close();
  }
}

type Keys = { readonly secretsKey: Buffer; readonly otherSecretsKeys: readonly Buffer[] } | null;

async function verifyAll(database: Database, keys: Keys, sealer: MonthSealer | null): Promise<number> {
  const report = await verify(database, sealer);
  const quotes =
    keys === null
      ? []
      : await verifyQuotes(database.patient, createQuoteSigner(keys.secretsKey, keys.otherSecretsKeys));
  const lines = [...report.differences, ...quotes, ...(await verifyActs(database.patient))];
  const unread =
    keys === null ? ' The quotes and the seals of closed months were not compared: that takes SECRETS_KEY.' : '';
  const counted = `${report.transactions} transactions, ${report.entries} entries, ${report.accounts} accounts, fingerprint ${report.fingerprint}`;
  say([...lines, `${verdictOn(lines)}${unread}`, counted].join('\n'));
  return lines.length === 0 ? 0 : 1;
}

const verdictOn = (lines: readonly string[]): string =>
  lines.length === 0 ? 'The ledger is sound.' : `The ledger has ${lines.length} difference(s).`;

async function reportSince(database: Database, since: ProofSince, sealer: MonthSealer | null): Promise<number> {
  const { month, batches, transfers, accounts, unread, differences } = since;
  const lines = [...differences, ...(await verifyActs(database.patient))];
  say(
    [
      ...lines,
      verdictOn(lines),
      `Compared: ${transfers} transfers of ${batches} batches since ${month.month} was closed, each with the entry before it; the ${accounts} accounts with their newest entries, and at the end of ${month.month} with what was closed then; the acts${sealer === null ? '' : '; the seals of the closed months'}.`,
      `Not compared: the ${unread} transfers up to ${month.month} themselves, that no source of theirs was posted again (the database’s unique key refuses it), and the quotes${sealer === null ? '; the seals, which take SECRETS_KEY' : ''}. Without --since-archive all of it is.`,
    ].join('\n'),
  );
  return lines.length === 0 ? 0 : 1;
}

/** `npm run ops -- verify-ledger`. */
export const command: Command = { usage: USAGE, run };
