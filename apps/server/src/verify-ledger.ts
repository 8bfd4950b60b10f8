import { verify } from './ledger/verify.ts';
import { openConfiguredDatabase } from './platform/configured-database.ts';
import { createLog } from './platform/log.ts';

/** `npm run verify-ledger`: recomputes the ledger, prints what it found, and ends with 1 where something differs. */
async function main(): Promise<number> {
  const database = await openConfiguredDatabase(
    { databaseUrl: process.env['DATABASE_URL'] || undefined, dataDir: process.env['DATA_DIR'] || '.data' },
    createLog('warn'),
  );
  try {
    const report = await verify(database);
    const lines = report.differences;
    const verdict = report.ok ? 'The ledger is sound.' : `The ledger has ${lines.length} difference(s).`;
    const counted = `${report.transactions} transactions, ${report.entries} entries, ${report.accounts} accounts, fingerprint ${report.fingerprint}`;
    process.stdout.write(`${[...lines, verdict, counted].join('\n')}\n`);
    return report.ok ? 0 : 1;
  } finally {
    await database.close();
  }
}

process.exitCode = await main();
