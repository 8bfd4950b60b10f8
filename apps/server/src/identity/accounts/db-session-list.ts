import type { Connection } from '../../platform/database.ts';
import { notEnded } from './db-sessions.ts';

export interface StoredSession {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly isCurrent: boolean;
}

/** More than anybody reads; ending all others ends also those that are not shown. */
const MOST_LISTED = 100;

/** The live sessions of an account: the one of `tokenHash` first, then the latest seen. */
export async function listSessions(
  connection: Connection,
  { userId, tokenHash }: { userId: string; tokenHash: Buffer },
  now: Date,
): Promise<StoredSession[]> {
  const rows = await connection.query<{
    id: string;
    user_agent: string;
    address: string;
    created_at: Date;
    last_seen_at: Date;
    is_current: boolean;
  }>(
    `select id, user_agent, address, created_at, last_seen_at, token_hash = $2 as is_current from session
     where user_id = $1 and revoked_at is null and ${notEnded('$3::timestamptz')}
     order by is_current desc, last_seen_at desc, id desc limit ${MOST_LISTED}`,
    [userId, tokenHash, now],
  );
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    address: row.address,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    isCurrent: row.is_current,
  }));
}

/** Ends one live session of an account; false where the account has none of this id. */
export async function revokeSessionOf(
  connection: Connection,
  { userId, id }: { userId: string; id: string },
  now: Date,
): Promise<boolean> {
  const rows = await connection.query(
    `update session set revoked_at = $3
     where id = $2 and user_id = $1 and revoked_at is null and ${notEnded('$3::timestamptz')} returning id`,
    [userId, id, now],
  );
  return rows.length > 0;
}
