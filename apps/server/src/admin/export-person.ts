import type { PersonalArchive, Proof, UserId } from '@kobogate/contract';
import { recordDecision, requireReason } from '../controls/index.ts';
import { emit } from '../events.ts';
import { findAccount, lockSignedIn, type ProveOwner } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Transaction } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import { type PersonalRecords, readPersonalRecords } from '../platform/personal-records.ts';
import type { Caller } from '../platform/route.ts';
import { consumeRateLimit } from '../platform/throttle.ts';
import { saveExport } from './db.ts';
import { dataDownloadedMail } from './mails.ts';

/** Each reads all that there is about a person: more than anybody needs, and few enough for the database. */
const MOST_A_DAY = 10;
const DAY_SECONDS = 86_400;

export interface ExportDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly proveOwner: ProveOwner;
  /** What each room keeps about a person. */
  readonly personalRecords: readonly PersonalRecords[];
}

/**
 * Everything that is kept about the caller, who proves to be the owner and gets a mail; on record. Throws as
 * `proveOwner`, and 429 for more than ten a day.
 */
export async function exportOwnData(
  dependencies: ExportDependencies,
  { caller, ...proof }: Proof & { readonly caller: Caller },
): Promise<PersonalArchive> {
  const { database, clock, publicOrigin, proveOwner } = dependencies;
  const lockOwner = await proveOwner(caller, proof);
  const limit = { thing: 'data-export', subject: caller.userId, most: MOST_A_DAY, windowSeconds: DAY_SECONDS };
  await consumeRateLimit(database, [limit], clock.now());
  return database.transaction(async (tx) => {
    await lockOwner(tx);
    const account = await findAccount(tx, caller.userId);
    if (account === null) throw notFound('There is no such account.');
    await emit(tx, { type: 'mail.send', payload: { to: account.email, ...dataDownloadedMail(publicOrigin) } });
    return archiveOf(tx, dependencies, { userId: caller.userId, by: caller.userId });
  });
}

/**
 * The same about a user, on record with a reason as an act of an administrator. Throws 404, 422 without a reason, 401 where
 * the caller has been signed out.
 */
export async function exportUserData(
  dependencies: ExportDependencies,
  { userId, caller, reason }: { readonly userId: UserId; readonly caller: Caller; readonly reason: string },
): Promise<PersonalArchive> {
  const adminId = caller.userId;
  requireReason(reason);
  return dependencies.database.transaction(async (tx) => {
    await lockSignedIn(tx, caller, dependencies.clock.now());
    if ((await findAccount(tx, userId)) === null) throw notFound('There is no such account.');
    await recordDecision(tx, { action: 'user-data-exported', adminId, userId, reason });
    return archiveOf(tx, dependencies, { userId, by: adminId });
  });
}

async function archiveOf(
  tx: Transaction,
  { clock, personalRecords }: ExportDependencies,
  { userId, by }: { readonly userId: UserId; readonly by: UserId },
): Promise<PersonalArchive> {
  const madeAt = clock.now();
  await saveExport(tx, { userId, by, madeAt });
  const records = await readPersonalRecords(tx, personalRecords, userId);
  return { madeAt: madeAt.toISOString(), personId: userId, records };
}
