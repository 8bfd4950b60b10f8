import { verifyActs } from '../controls/index.ts';
import { createQuoteSigner, verifyQuotes } from '../sales/index.ts';
import { verify } from '../ledger/index.ts';
import { readOtherKeys, readSecretsKey } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `Recomputes the whole ledger and the chain of administrators' acts, and compares the signed quotes with the ledger. It changes nothing, and may run beside the servers.

  npm run ops -- verify-ledger

Ends with 1 where something differs.`;

/** Recomputes the ledger and the chain of acts, compares the quotes, prints the findings, and answers 1 where something differs. */
async function run(): Promise<number> {
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
    const report = await verify(database);
    const quotes =
      secretsKey === null ? [] : await verifyQuotes(database.patient, createQuoteSigner(secretsKey, otherSecretsKeys));
    const lines = [...report.differences, ...quotes, ...(await verifyActs(database.patient))];
    const isSound = lines.length === 0;
    const unread = secretsKey === null ? ' The quotes were not compared: that takes SECRETS_KEY.' : '';
    const verdict = `${isSound ? 'The ledger is sound.' : `The ledger has ${lines.length} difference(s).`}${unread}`;
    const counted = `${report.transactions} transactions, ${report.entries} entries, ${report.accounts} accounts, fingerprint ${report.fingerprint}`;
    say([...lines, verdict, counted].join('\n'));
    return isSound ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** `npm run ops -- verify-ledger`. */
export const command: Command = { usage: USAGE, run };
