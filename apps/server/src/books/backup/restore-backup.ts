import { dateTimeText } from '@kobogate/contract';
import { createMonthSealer, verify, type VerifyReport } from '../../ledger/index.ts';
import { type CheckedBackup } from '../../platform/backup/check-backup.ts';
import { loadBackup, type LoadedBackup } from '../../platform/backup/load-backup.ts';
import type { DatabaseAddress } from '../../platform/database.ts';
import type { Migration } from '../../platform/migrate.ts';
import { type EndSessions, raiseFenceWithin, verifyActs } from '../../controls/index.ts';
import { createQuoteSigner, verifyQuotes } from '../../sales/index.ts';

/** The result of verifying the books after a restore. */
export interface RestoredBooks extends Pick<VerifyReport, 'transactions' | 'accounts' | 'fingerprint'> {
  /** Messages; the backup has its bytes as they were written, so these faults were there before. */
  readonly differences: readonly string[];
}

/**
 * Restores a backup into an empty database in one transaction: the rows as they were, the schema of this version, every
 * session ended, and the fence up. No server can start on it before all of that is there. Throws as `loadBackup` does.
 */
export function restoreBackup(
  backup: CheckedBackup,
  options: {
    address: DatabaseAddress;
    migrations: readonly Migration[];
    secretsKey: Uint8Array;
    otherSecretsKeys?: readonly Uint8Array[];
    now: Date;
    endSessions: EndSessions;
  },
): Promise<LoadedBackup<RestoredBooks>> {
  const { secretsKey, now, endSessions } = options;
  const takenAt = new Date(backup.manifest.takenAt);
  return loadBackup(backup, options, async (tx) => {
    await raiseFenceWithin(tx, {
      cause: 'restored',
      reason: `The database was restored on ${dateTimeText(now.toISOString())} from the backup of ${dateTimeText(takenAt.toISOString())}. What was paid and received since is not in the books.`,
      readFrom: takenAt,
    });
    await endSessions(tx, now);
    const { differences, transactions, accounts, fingerprint } = await verify(
      { patient: tx },
      createMonthSealer(secretsKey, options.otherSecretsKeys),
    );
    const quotes = await verifyQuotes(tx, createQuoteSigner(secretsKey, options.otherSecretsKeys));
    const acts = await verifyActs(tx);
    return { transactions, accounts, fingerprint, differences: [...differences, ...quotes, ...acts] };
  });
}
