import type { Connection, Transaction } from '../../platform/database.ts';
import type { Factors } from './two-factor.ts';

/** What an account can do its second step with. */
export async function findFactors(connection: Connection, userId: string): Promise<Factors> {
  const [row] = await connection.query<{ totp_since: Date | null; passkeys: bigint; codes: bigint }>(
    `select (select enabled_at from totp where user_id = $1) as totp_since,
            (select count(*) from passkey where user_id = $1) as passkeys,
            (select count(*) from recovery_code where user_id = $1 and used_at is null) as codes`,
    [userId],
    'two-factor-find',
  );
  return {
    totpSince: row?.totp_since ?? null,
    passkeys: Number(row?.passkeys ?? 0n),
    recoveryCodesLeft: Number(row?.codes ?? 0n),
  };
}

/** Keeps the secret of an app that is being set up; an earlier one that was not finished ends. */
export async function saveEnrolment(
  connection: Connection,
  enrolment: { userId: string; sealedSecret: Buffer; expiresAt: Date },
): Promise<void> {
  await connection.query(
    `insert into totp_enrolment (user_id, sealed_secret, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at`,
    [enrolment.userId, enrolment.sealedSecret, enrolment.expiresAt],
  );
}

/** The sealed secret of the app that is being set up now, or null; the caller holds the account's lock. */
export async function findEnrolment(tx: Transaction, userId: string, now: Date): Promise<Buffer | null> {
  const [row] = await tx.query<{ sealed_secret: Buffer }>(
    `select sealed_secret from totp_enrolment where user_id = $1 and expires_at > $2`,
    [userId, now],
  );
  return row?.sealed_secret ?? null;
}

/** Turns an app on in the place of any earlier one, and ends its setting up. */
export async function enableTotp(
  tx: Transaction,
  totp: { userId: string; sealedSecret: Buffer; lastStep: bigint; now: Date },
): Promise<void> {
  await tx.query(
    `insert into totp (user_id, sealed_secret, enabled_at, last_step) values ($1, $2, $3, $4)
     on conflict (user_id) do update set
       sealed_secret = excluded.sealed_secret, enabled_at = excluded.enabled_at, last_step = excluded.last_step`,
    [totp.userId, totp.sealedSecret, totp.now, totp.lastStep],
  );
  await tx.query(`delete from totp_enrolment where user_id = $1`, [totp.userId]);
}

/** The app's sealed secret and newest accepted step, locked until the transaction ends, or null. */
export async function lockTotp(
  tx: Transaction,
  userId: string,
): Promise<{ sealedSecret: Buffer; lastStep: bigint } | null> {
  const [row] = await tx.query<{ sealed_secret: Buffer; last_step: bigint }>(
    `select sealed_secret, last_step from totp where user_id = $1 for update`,
    [userId],
    'totp-lock',
  );
  return row === undefined ? null : { sealedSecret: row.sealed_secret, lastStep: row.last_step };
}

/** Notes the step of the code that was just accepted. */
export async function saveTotpStep(tx: Transaction, userId: string, step: bigint): Promise<void> {
  await tx.query(`update totp set last_step = $2 where user_id = $1`, [userId, step], 'totp-step');
}

/** Removes the app and one that is being set up; answers false where there was none in use. */
export async function deleteTotp(tx: Transaction, userId: string): Promise<boolean> {
  await tx.query(`delete from totp_enrolment where user_id = $1`, [userId]);
  return (await tx.query(`delete from totp where user_id = $1 returning user_id`, [userId])).length > 0;
}

/** Puts these codes in the place of all earlier ones; none leaves none. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.query(`delete from recovery_code where user_id = $1`, [userId]);
  await tx.query(`insert into recovery_code (user_id, code_hash) select $1::uuid, unnest($2::bytea[])`, [
    userId,
    hashes,
  ]);
}

/** Uses a recovery code up; answers false where the account has no such code left. Of two at once one gets true. */
export async function useRecoveryCode(tx: Transaction, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update recovery_code set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning user_id`,
    [userId, hash, now],
    'recovery-use',
  );
  return rows.length > 0;
}

/** So many of the sealed secrets of apps in use, of any accounts. */
export async function listTotpSecrets(
  connection: Connection,
  most: number,
): Promise<{ userId: string; sealed: Buffer }[]> {
  return connection.query(`select user_id as "userId", sealed_secret as sealed from totp limit $1`, [most]);
}
