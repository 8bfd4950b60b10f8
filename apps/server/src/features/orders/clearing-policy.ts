import type { Connection, Database } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';

const KEY = 'clearing-policy';

/** The naira (kobo) below which an order clears without an admin; null: every order waits for one. */
export async function loadClearingThreshold(connection: Connection): Promise<bigint | null> {
  const [row] = await connection.query<{ threshold: string | null }>(
    `select value ->> 'automaticBelowKobo' as threshold from operator_setting where key = $1`,
    [KEY],
    'clearing-policy',
  );
  return row === undefined || row.threshold === null ? null : BigInt(row.threshold);
}

/** Sets the threshold in kobo (digits), or switches automatic clearing off with null. Throws 422 for anything else. */
export async function setClearingThreshold(
  database: Database,
  adminId: string,
  text: string | null,
): Promise<bigint | null> {
  if (text !== null && !/^\d{1,18}$/.test(text)) {
    throw ruleBroken('The threshold must be a whole number of kobo, or empty to switch automatic clearing off.');
  }
  const threshold = text === null ? null : BigInt(text);
  await database.query(
    `insert into operator_setting (key, value, updated_by) values ($1, $2, $3)
     on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`,
    [KEY, JSON.stringify({ automaticBelowKobo: threshold === null ? null : String(threshold) }), adminId],
  );
  return threshold;
}
