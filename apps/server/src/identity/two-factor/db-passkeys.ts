import type { Connection, Transaction } from '../../platform/database.ts';
import type { StoredPasskey } from './two-factor.ts';
import type { PasskeyKey } from './webauthn.ts';

interface PasskeyRow {
  id: string;
  credential_id: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** An account's passkeys, oldest first. */
export async function listPasskeys(connection: Connection, userId: string): Promise<StoredPasskey[]> {
  const rows = await connection.query<PasskeyRow>(
    `select id, credential_id, transports, name, created_at, last_used_at from passkey
     where user_id = $1 order by created_at, id`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.id,
    credentialId: row.credential_id,
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** Whether this is a passkey of this account. */
export async function hasPasskey(connection: Connection, userId: string, id: string): Promise<boolean> {
  return (await connection.query(`select 1 from passkey where id = $1 and user_id = $2`, [id, userId])).length > 0;
}

/** Where a challenge waits for a browser: to make a key, or to prove the owner. Neither is good for the other. */
export type ChallengeTable = 'passkey_registration' | 'passkey_proof';

/** Keeps what a browser is asked to sign; an earlier one for the same end is good no more. */
export async function saveChallenge(
  connection: Connection,
  table: ChallengeTable,
  { userId, challenge, expiresAt }: { userId: string; challenge: string; expiresAt: Date },
): Promise<void> {
  await connection.query(
    `insert into ${table} (user_id, challenge, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [userId, challenge, expiresAt],
  );
}

/** Takes what a browser was asked to sign: it is gone from then on. Null where nothing was, or it is too old. */
export async function takeChallenge(
  connection: Connection,
  table: ChallengeTable,
  userId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await connection.query<{ challenge: string; expires_at: Date }>(
    `delete from ${table} where user_id = $1 returning challenge, expires_at`,
    [userId],
  );
  return row !== undefined && row.expires_at > now ? row.challenge : null;
}

/** Writes a passkey; answers false where this key belongs to an account already. */
export async function insertPasskey(
  tx: Transaction,
  passkey: PasskeyKey & { id: string; userId: string; transports: readonly string[]; name: string; now: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into passkey (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing returning id`,
    [
      passkey.id,
      passkey.userId,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.now,
    ],
  );
  return rows.length > 0;
}

/** A key of an account by its WebAuthn id, locked until the transaction ends, or null. */
export async function lockPasskey(tx: Transaction, userId: string, credentialId: string): Promise<PasskeyKey | null> {
  const [row] = await tx.query<{ public_key: Buffer; counter: bigint }>(
    `select public_key, counter from passkey where user_id = $1 and credential_id = $2 for update`,
    [userId, credentialId],
  );
  return row === undefined ? null : { credentialId, publicKey: row.public_key, counter: row.counter };
}

/** Notes that a key has signed. */
export async function recordPasskeyUse(
  tx: Transaction,
  credentialId: string,
  { counter, now }: { counter: bigint; now: Date },
): Promise<void> {
  await tx.query(`update passkey set counter = $2, last_used_at = $3 where credential_id = $1`, [
    credentialId,
    counter,
    now,
  ]);
}

/** Gives a passkey another name; answers false where the account has no such passkey. */
export async function savePasskeyName(
  connection: Connection,
  passkey: { userId: string; id: string; name: string },
): Promise<boolean> {
  const rows = await connection.query(`update passkey set name = $3 where id = $1 and user_id = $2 returning id`, [
    passkey.id,
    passkey.userId,
    passkey.name,
  ]);
  return rows.length > 0;
}

/** Removes a passkey, or all of an account for `null`; answers how many there were. */
export async function deletePasskeys(tx: Transaction, userId: string, id: string | null): Promise<number> {
  const rows = await tx.query(`delete from passkey where user_id = $1 and ($2::uuid is null or id = $2) returning id`, [
    userId,
    id,
  ]);
  return rows.length;
}
