import type { Connection, Transaction } from '../../platform/database.ts';
import type { OneTimeCode } from './one-time-code.ts';

const PURPOSE = 'verify-email';

interface CodeRow {
  id: string;
  code_hash: Buffer | null;
  tries: number;
  expires_at: Date | null;
  used_at: Date | null;
  replaced_at: Date | null;
}

/** Ends the open codes of an account: none of them is worth anything from now on. For null it does nothing at the same cost. */
export async function replaceCodes(tx: Transaction, userId: string | null, now: Date): Promise<void> {
  await tx.query(
    `update one_time_code set replaced_at = $3
     where user_id = $1 and purpose = $2 and used_at is null and replaced_at is null`,
    [userId, PURPOSE, now],
    'codes-replace',
  );
}

/** Writes a code that is still to be made; for nobody it writes nothing at the same cost. */
export async function insertCode(
  tx: Transaction,
  code: { id: string; userId: string | null; now: Date },
): Promise<void> {
  await tx.query(
    `insert into one_time_code (id, user_id, purpose, created_at)
     select $1::uuid, $2::uuid, $3, $4::timestamptz where $2::uuid is not null`,
    [code.id, code.userId, PURPOSE, code.now],
    'codes-insert',
  );
}

/** The newest code of an account, whatever became of it; the caller holds the account's lock. */
export async function newestCode(tx: Transaction, userId: string): Promise<OneTimeCode | null> {
  const [row] = await tx.query<CodeRow>(
    `select id, code_hash, tries, expires_at, used_at, replaced_at from one_time_code
     where user_id = $1 and purpose = $2 order by created_at desc, id desc limit 1`,
    [userId, PURPOSE],
    'codes-newest',
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    codeHash: row.code_hash,
    tries: row.tries,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    replacedAt: row.replaced_at,
  };
}

/** Counts a try that was compared; a right one uses the code up. */
export async function recordTry(tx: Transaction, codeId: string, usedAt: Date | null): Promise<void> {
  await tx.query(
    `update one_time_code set tries = tries + 1, used_at = $2 where id = $1`,
    [codeId, usedAt],
    'codes-try',
  );
}

/** Puts a fresh code's hash into its row and answers whom to mail it to; null where the code is wanted no more. */
export async function setCode(
  connection: Connection,
  codeId: string,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<{ email: string } | null> {
  const [row] = await connection.query<{ email: string }>(
    `update one_time_code c set code_hash = $2, expires_at = $3 from app_user u
     where c.id = $1 and u.id = c.user_id and c.used_at is null and c.replaced_at is null
       and u.verified_at is null and u.disabled_at is null
     returning u.email`,
    [codeId, codeHash, expiresAt],
  );
  return row ?? null;
}
