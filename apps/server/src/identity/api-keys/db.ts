import type { ApiKeyId, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { sessionsEnded } from '../../platform/change-feed.ts';
import { type ApiKey, orderScopes } from './api-key.ts';

interface KeyRow {
  id: ApiKeyId;
  user_id: UserId;
  name: string;
  ending: string;
  scopes: string[];
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  paused_at: Date | null;
}

const COLUMNS = 'k.id, k.user_id, k.name, k.ending, k.scopes, k.created_at, k.last_used_at, k.expires_at, k.paused_at';

const readKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  ending: row.ending,
  scopes: orderScopes(row.scopes),
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
  pausedAt: row.paused_at,
});

/** A user's keys that were not revoked, newest first; also expired ones. */
export async function listKeys(connection: Connection, userId: UserId): Promise<ApiKey[]> {
  const rows = await connection.query<KeyRow>(
    `select ${COLUMNS} from api_key k where k.user_id = $1 and k.revoked_at is null
     order by k.created_at desc, k.id desc`,
    [userId],
  );
  return rows.map(readKey);
}

/** One of a user's keys that was not revoked; null where there is none. */
export async function findKey(connection: Connection, userId: UserId, id: ApiKeyId): Promise<ApiKey | null> {
  const [row] = await connection.query<KeyRow>(
    `select ${COLUMNS} from api_key k where k.id = $2 and k.user_id = $1 and k.revoked_at is null`,
    [userId, id],
  );
  return row === undefined ? null : readKey(row);
}

/**
 * The key with this hash, and whether its owner is of the operator's team, where it is neither revoked nor ended, and its
 * account not disabled; it may be paused.
 */
export async function findLiveKey(
  connection: Connection,
  keyHash: Buffer,
  now: Date,
): Promise<(ApiKey & { isOfStaff: boolean }) | null> {
  const [row] = await connection.query<KeyRow & { is_staff: boolean }>(
    `select ${COLUMNS}, u.is_admin or u.staff_role is not null as is_staff from api_key k join app_user u on u.id = k.user_id
     where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
       and u.disabled_at is null`,
    [keyHash, now],
    'api-key-live',
  );
  return row === undefined ? null : { ...readKey(row), isOfStaff: row.is_staff };
}

/** Writes a new key. */
export async function insertKey(tx: Transaction, key: ApiKey, keyHash: Buffer): Promise<void> {
  await tx.query(
    `insert into api_key (id, user_id, name, key_hash, ending, scopes, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [key.id, key.userId, key.name, keyHash, key.ending, key.scopes, key.createdAt, key.expiresAt],
  );
}

/** Ends a key; false where it was ended before. */
export async function revokeKey(tx: Transaction, id: ApiKeyId, now: Date): Promise<boolean> {
  const [ended] = await tx.query<{ userId: UserId }>(
    `update api_key set revoked_at = $2 where id = $1 and revoked_at is null returning user_id as "userId"`,
    [id, now],
  );
  if (ended !== undefined) tx.announce(sessionsEnded(ended.userId));
  return ended !== undefined;
}

/** Ends all keys of a user. */
export async function revokeKeys(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await tx.query(`update api_key set revoked_at = $2 where user_id = $1 and revoked_at is null`, [userId, now]);
  tx.announce(sessionsEnded(userId));
}

/** Pauses all keys of a user that are not revoked; answers how many worked until now. */
export async function pauseKeys(tx: Transaction, userId: UserId, now: Date): Promise<number> {
  const rows = await tx.query(
    `update api_key set paused_at = $2
     where user_id = $1 and revoked_at is null and paused_at is null and (expires_at is null or expires_at > $2)
     returning id`,
    [userId, now],
  );
  tx.announce(sessionsEnded(userId));
  return rows.length;
}

/** Lets a paused key work again; false where it is not paused, or revoked. */
export async function resumeKey(tx: Transaction, id: ApiKeyId): Promise<boolean> {
  const rows = await tx.query(
    `update api_key set paused_at = null where id = $1 and paused_at is not null and revoked_at is null returning id`,
    [id],
  );
  return rows.length > 0;
}

/** Records that a key was used now; if another call is recording it, that is enough. */
export async function noteUsed(connection: Connection, id: ApiKeyId, now: Date): Promise<void> {
  await connection.query(
    `update api_key set last_used_at = $2
     where id = (select id from api_key where id = $1 for update skip locked)`,
    [id, now],
    'api-key-used',
  );
}
