import { createQuoteSigner, verifyQuotes } from './sales/index.ts';
import { verify } from './ledger/index.ts';
import { readSecretsKey } from './configuration/configuration.ts';
import { openForCommand } from './platform/configured-database.ts';
import { createLog } from './platform/log.ts';
import { runProgram, say } from './platform/program.ts';

/** `npm run verify-ledger`: recomputes the ledger, compares the quotes with it, prints what it found, and ends with 1 where something differs. */
async function main(): Promise<number> {
  const secretsKey = readSecretsKey(process.env);
  const database = await openForCommand(
    { databaseUrl: process.env['DATABASE_URL'] || undefined, dataDir: process.env['DATA_DIR'] || '.data', secretsKey },
    createLog('warn'),
  );
  try {
    const report = await verify(database);
    const quotes = secretsKey === null ? [] : await verifyQuotes(database.patient, createQuoteSigner(secretsKey));
    const lines = [...report.differences, ...quotes];
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

await runProgram(main);
