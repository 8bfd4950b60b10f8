import type { Connection, Transaction } from '../../platform/database.ts';
import { addressKey } from '../../platform/throttle.ts';
import type { Account } from './account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, readAccount } from './db.ts';

export interface NewSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string;
  readonly address: string;
}

/** Writes a session. */
export async function insertSession(tx: Transaction, session: NewSession): Promise<void> {
  await tx.query(
    `insert into session (token_hash, user_id, created_at, expires_at, user_agent, address, id, last_seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $3)`,
    [
      session.tokenHash,
      session.userId,
      session.createdAt,
      session.expiresAt,
      session.userAgent,
      session.address,
      session.id,
    ],
    'sessions-insert',
  );
}

/** A session was seen within this time: noting it again would cost a write and tell nothing new. */
const SEEN_MS = 60_000;

/**
 * The accounts whose tokens have these hashes, in their order; null for a dead token or a disabled account. `unseen`
 * are the hashes of live sessions that were last noted as seen a minute ago or more.
 */
export async function findSessions(
  connection: Connection,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<{ accounts: (Account | null)[]; unseen: Buffer[] }> {
  const rows = await connection.query<AccountRow & { token_hash: Buffer; last_seen_at: Date }>(
    `select s.token_hash, s.last_seen_at, ${ACCOUNT_COLUMNS} from session s join app_user u on u.id = s.user_id
     where s.token_hash = any($1::bytea[]) and s.revoked_at is null and s.expires_at > $2 and u.disabled_at is null`,
    [tokenHashes, now],
    'sessions-find',
  );
  const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), readAccount(row)]));
  return {
    accounts: tokenHashes.map((hash) => found.get(hash.toString('hex')) ?? null),
    unseen: rows.filter((row) => isUnseen(row.last_seen_at, now)).map((row) => row.token_hash),
  };
}

const isUnseen = (lastSeenAt: Date, now: Date): boolean => now.getTime() - lastSeenAt.getTime() >= SEEN_MS;

/** Notes that live sessions were seen now; one that somebody else is just writing is left to them. */
export async function noteSeen(connection: Connection, tokenHashes: readonly Buffer[], now: Date): Promise<void> {
  await connection.query(
    `update session set last_seen_at = $2 where token_hash in (
       select token_hash from session where token_hash = any($1::bytea[]) and revoked_at is null and last_seen_at <= $3
       for update skip locked)`,
    [tokenHashes, now, new Date(now.getTime() - SEEN_MS)],
    'sessions-seen',
  );
}

/** Ends one session. */
export async function revokeSession(connection: Connection, tokenHash: Buffer, now: Date): Promise<void> {
  await connection.query(`update session set revoked_at = $2 where token_hash = $1 and revoked_at is null`, [
    tokenHash,
    now,
  ]);
}

/** Ends every session of an account, or every one but that of `kept`. */
export async function revokeSessions(
  connection: Connection,
  userId: string,
  now: Date,
  kept: Buffer | null = null,
): Promise<void> {
  await connection.query(
    `update session set revoked_at = $2 where user_id = $1 and revoked_at is null and token_hash is distinct from $3`,
    [userId, now, kept],
  );
}

/** Ends every session there is. */
export async function revokeEverySession(connection: Connection, now: Date): Promise<void> {
  await connection.query(`update session set revoked_at = $1 where revoked_at is null`, [now]);
}

/** Remembers that the owner of an account was at this network address. */
export async function rememberAddress(tx: Transaction, userId: string, address: string, now: Date): Promise<void> {
  await tx.query(
    `insert into known_address (user_id, address_key, seen_at) values ($1, $2, $3)
     on conflict (user_id, address_key) do update set seen_at = excluded.seen_at`,
    [userId, addressKey(address), now],
    'addresses-remember',
  );
}

/** Whether the owner of the account of this e-mail address was at this network address before. */
export async function isKnownAddress(connection: Connection, emailKey: string, address: string): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from known_address k join app_user u on u.id = k.user_id where u.email_key = $1 and k.address_key = $2`,
    [emailKey, addressKey(address)],
    'addresses-known',
  );
  return rows.length > 0;
}

/** Removes what has ended long ago: sessions and codes after `endedBefore`, addresses not seen since `seenBefore`. */
export async function deleteOldRows(
  connection: Connection,
  { endedBefore, seenBefore }: { endedBefore: Date; seenBefore: Date },
): Promise<void> {
  await connection.query(`delete from session where expires_at < $1`, [endedBefore]);
  await connection.query(`delete from one_time_code where created_at < $1`, [endedBefore]);
  await connection.query(`delete from password_reset where created_at < $1`, [endedBefore]);
  await connection.query(`delete from known_address where seen_at < $1`, [seenBefore]);
}
