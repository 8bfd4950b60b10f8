import type { Database } from '@kobogate/server/src/platform/database.ts';

/** For tests: books something, then changes the date of the bookings, which needs the ledger's trigger switched off. */
export async function bookedAt(database: Database, moment: string, work: () => Promise<unknown>): Promise<void> {
  const [before] = await database.query<{ id: bigint }>(`select coalesce(max(id), 0) as id from ledger_batch`);
  await work();
  await database.transaction(async (tx) => {
    await tx.query(`alter table ledger_batch disable trigger ledger_batch_is_final`);
    await tx.query(`update ledger_batch set posted_at = $1 where id > $2`, [moment, String(before?.id)]);
    await tx.query(`alter table ledger_batch enable trigger ledger_batch_is_final`);
  });
}
