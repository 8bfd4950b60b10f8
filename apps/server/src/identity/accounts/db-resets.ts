import type { Connection, Transaction } from '../../platform/database.ts';
import type { Account } from './account.ts';
import { emailKey, phoneKey } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, readAccount } from './db.ts';

/** Several accounts may share a phone; more than these get no link from one request. */
const MOST_ACCOUNTS = 5;

/** The accounts, at most five, that an e-mail address or a phone number belongs to. */
export async function findAccountIds(connection: Connection, emailOrPhone: string): Promise<string[]> {
  const isAddress = emailOrPhone.includes('@');
  const rows = await connection.query<{ id: string }>(
    `select id from app_user where ${isAddress ? 'email_key' : 'phone_key'} = $1 and disabled_at is null
     order by id limit ${MOST_ACCOUNTS}`,
    [isAddress ? emailKey(emailOrPhone) : phoneKey(emailOrPhone)],
  );
  return rows.map(({ id }) => id);
}

/** Writes reset links that are still to be made. */
export async function insertResets(
  tx: Transaction,
  resets: readonly { id: string; userId: string }[],
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into password_reset (id, user_id, created_at) select *, $3::timestamptz from unnest($1::uuid[], $2::uuid[])`,
    [resets.map(({ id }) => id), resets.map(({ userId }) => userId), now],
  );
}

/** Puts a fresh token's hash into its row and answers whom to mail it to; null where it is wanted no more. */
export async function setResetToken(
  connection: Connection,
  resetId: string,
  tokenHash: Buffer,
  expiresAt: Date,
): Promise<{ email: string } | null> {
  const [row] = await connection.query<{ email: string }>(
    `update password_reset r set token_hash = $2, expires_at = $3 from app_user u
     where r.id = $1 and u.id = r.user_id and r.used_at is null and u.disabled_at is null returning u.email`,
    [resetId, tokenHash, expiresAt],
  );
  return row ?? null;
}

/** The account that a reset token is good for now, or null. */
export async function findReset(connection: Connection, tokenHash: Buffer, now: Date): Promise<Account | null> {
  const [row] = await connection.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from password_reset r join app_user u on u.id = r.user_id
     where r.token_hash = $1 and r.used_at is null and r.expires_at > $2 and u.disabled_at is null`,
    [tokenHash, now],
  );
  return row === undefined ? null : readAccount(row);
}

/** Uses a reset token up, and with it every other open one of its account. Answers false where it was good no more. */
export async function useReset(tx: Transaction, tokenHash: Buffer, userId: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update password_reset set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2 returning id`,
    [tokenHash, now],
  );
  if (rows.length === 0) return false;
  await closeResets(tx, userId, now);
  return true;
}

/** Makes every open reset link of an account useless, also one that is still to be mailed. */
export async function closeResets(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx.query(`update password_reset set used_at = $2 where user_id = $1 and used_at is null`, [userId, now]);
}
