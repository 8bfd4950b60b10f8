import type { PasskeyId, SignInProvider, StaffRole, UserId } from '@kobogate/contract';
import { roleOf } from '../../controls/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { Factors, OpenStep, StoredPasskey } from './two-factor.ts';
import type { PasskeyKey } from './webauthn.ts';

/** The second step of a sign-in with the data needed to finish it. */
export interface StoredStep extends OpenStep {
  readonly email: string;
  readonly role: StaffRole | null;
  /** The password, or the provider whose word began the sign-in in its place; null: one that an older version did not record. */
  readonly begunBy: 'sign-in' | SignInProvider | null;
  /** What a passkey was asked to sign, or null where none was. */
  readonly passkeyChallenge: string | null;
}

/** The ways to do an account's second step. */
export async function findFactors(connection: Connection, userId: UserId): Promise<Factors> {
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

/** The sealed secret of the app that is being set up now, or null. */
export async function findEnrolment(connection: Connection, userId: UserId, now: Date): Promise<Buffer | null> {
  const [row] = await connection.query<{ sealed_secret: Buffer }>(
    `select sealed_secret from totp_enrolment where user_id = $1 and expires_at > $2`,
    [userId, now],
  );
  return row?.sealed_secret ?? null;
}

/** The app's sealed secret and newest accepted step, locked until the transaction ends, or null. */
export async function lockTotp(
  tx: Transaction,
  userId: UserId,
): Promise<{ sealedSecret: Buffer; lastStep: bigint } | null> {
  const [row] = await tx.query<{ sealed_secret: Buffer; last_step: bigint }>(
    `select sealed_secret, last_step from totp where user_id = $1 for update`,
    [userId],
    'totp-lock',
  );
  return row === undefined ? null : { sealedSecret: row.sealed_secret, lastStep: row.last_step };
}

/** Some sealed secrets of apps in use, of any accounts. */
export async function listTotpSecrets(
  connection: Connection,
  most: number,
): Promise<{ userId: UserId; sealed: Buffer }[]> {
  return connection.query(`select user_id as "userId", sealed_secret as sealed from totp limit $1`, [most]);
}

interface PasskeyRow {
  id: PasskeyId;
  credential_id: string;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** An account's passkeys, oldest first. */
export async function listPasskeys(connection: Connection, userId: UserId): Promise<StoredPasskey[]> {
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
export async function hasPasskey(connection: Connection, userId: UserId, id: PasskeyId): Promise<boolean> {
  return (await connection.query(`select 1 from passkey where id = $1 and user_id = $2`, [id, userId])).length > 0;
}

/** A key of an account by its WebAuthn id, locked until the transaction ends, or null. */
export async function lockPasskey(tx: Transaction, userId: UserId, credentialId: string): Promise<PasskeyKey | null> {
  const [row] = await tx.query<{ public_key: Buffer; counter: bigint }>(
    `select public_key, counter from passkey where user_id = $1 and credential_id = $2 for update`,
    [userId, credentialId],
  );
  return row === undefined ? null : { credentialId, publicKey: row.public_key, counter: row.counter };
}

interface StepRow {
  user_id: UserId;
  tries: number;
  expires_at: Date;
  used_at: Date | null;
  is_current: boolean;
  email: string;
  role: StaffRole | null;
  by_provider: boolean;
  provider: SignInProvider | null;
  passkey_challenge: string | null;
}

const FIND = `
  select s.user_id, s.tries, s.expires_at, s.used_at, s.by_provider, s.provider, s.passkey_challenge, u.email, ${roleOf('u')} as role,
         u.disabled_at is null and s.password_mark = sha256(convert_to(u.password_hash, 'UTF8')) as is_current
  from second_step s join app_user u on u.id = s.user_id where s.challenge_hash = $1`;

/** The second step of a challenge, or null. */
export async function findStep(connection: Connection, challengeHash: Buffer): Promise<StoredStep | null> {
  const [row] = await connection.query<StepRow>(FIND, [challengeHash], 'steps-find');
  return row === undefined ? null : readStep(row);
}

/** The second step of a challenge, locked until the transaction ends, or null. */
export async function lockStep(tx: Transaction, challengeHash: Buffer): Promise<StoredStep | null> {
  const [row] = await tx.query<StepRow>(`${FIND} for update of s`, [challengeHash], 'steps-lock');
  return row === undefined ? null : readStep(row);
}

function readStep(row: StepRow): StoredStep {
  return {
    userId: row.user_id,
    tries: row.tries,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    isCurrent: row.is_current,
    email: row.email,
    role: row.role,
    begunBy: row.by_provider ? row.provider : 'sign-in',
    passkeyChallenge: row.passkey_challenge,
  };
}

/** Stores the secret of an app that is being set up; an earlier unfinished one ends. */
export async function saveEnrolment(
  connection: Connection,
  enrolment: { userId: UserId; sealedSecret: Buffer; expiresAt: Date },
): Promise<void> {
  await connection.query(
    `insert into totp_enrolment (user_id, sealed_secret, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, expires_at = excluded.expires_at`,
    [enrolment.userId, enrolment.sealedSecret, enrolment.expiresAt],
  );
}

/**
 * Ends everything that was begun with only the password, as two-factor turns on: an app or passkey that is finished afterwards
 * needs the second factor too.
 */
export async function endSetUps(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query(`delete from totp_enrolment where user_id = $1`, [userId]);
  await tx.query(`delete from passkey_registration where user_id = $1`, [userId]);
}

/** Turns an app on in place of any earlier one, and ends its set-up. */
export async function enableTotp(
  tx: Transaction,
  totp: { userId: UserId; sealedSecret: Buffer; lastStep: bigint; now: Date },
): Promise<void> {
  await tx.query(
    `insert into totp (user_id, sealed_secret, enabled_at, last_step) values ($1, $2, $3, $4)
     on conflict (user_id) do update set
       sealed_secret = excluded.sealed_secret, enabled_at = excluded.enabled_at, last_step = excluded.last_step`,
    [totp.userId, totp.sealedSecret, totp.now, totp.lastStep],
  );
  await tx.query(`delete from totp_enrolment where user_id = $1`, [totp.userId]);
}

/** Records the step of the code that was just accepted. */
export async function saveTotpStep(tx: Transaction, userId: UserId, step: bigint): Promise<void> {
  await tx.query(`update totp set last_step = $2 where user_id = $1`, [userId, step], 'totp-step');
}

/** Removes the app and one that is being set up; answers false where there was none in use. */
export async function deleteTotp(tx: Transaction, userId: UserId): Promise<boolean> {
  await tx.query(`delete from totp_enrolment where user_id = $1`, [userId]);
  return (await tx.query(`delete from totp where user_id = $1 returning user_id`, [userId])).length > 0;
}

/** Replaces all recovery codes with these; an empty list leaves none. */
export async function replaceRecoveryCodes(tx: Transaction, userId: UserId, hashes: readonly Buffer[]): Promise<void> {
  await tx.query(`delete from recovery_code where user_id = $1`, [userId]);
  await tx.query(`insert into recovery_code (user_id, code_hash) select $1::uuid, unnest($2::bytea[])`, [
    userId,
    hashes,
  ]);
}

/**
 * Uses a recovery code; answers false where the account has no such code left. Of two simultaneous calls one gets true.
 */
export async function useRecoveryCode(tx: Transaction, userId: UserId, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update recovery_code set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning user_id`,
    [userId, hash, now],
    'recovery-use',
  );
  return rows.length > 0;
}

/** The purpose of a challenge for a browser: to create a key, or to prove the owner. Neither is valid for the other. */
type ChallengeTable = 'passkey_registration' | 'passkey_proof';

/** Stores what a browser is asked to sign; an earlier one for the same purpose is no longer valid. */
export async function saveChallenge(
  connection: Connection,
  table: ChallengeTable,
  { userId, challenge, expiresAt }: { userId: UserId; challenge: string; expiresAt: Date },
): Promise<void> {
  await connection.query(
    `insert into ${table} (user_id, challenge, expires_at) values ($1, $2, $3)
     on conflict (user_id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [userId, challenge, expiresAt],
  );
}

/** What a browser was asked to sign, without taking it. Null where there is none, or it is too old. */
export async function findChallenge(
  connection: Connection,
  table: ChallengeTable,
  userId: UserId,
  now: Date,
): Promise<string | null> {
  const [row] = await connection.query<{ challenge: string }>(
    `select challenge from ${table} where user_id = $1 and expires_at > $2`,
    [userId, now],
  );
  return row?.challenge ?? null;
}

/** Takes what a browser was asked to sign: it is gone from then on. Null where there is none, or it is too old. */
export async function takeChallenge(
  connection: Connection,
  table: ChallengeTable,
  userId: UserId,
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
  passkey: PasskeyKey & { id: PasskeyId; userId: UserId; transports: readonly string[]; name: string; now: Date },
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

/** Records that a key has signed. */
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
  passkey: { userId: UserId; id: PasskeyId; name: string },
): Promise<boolean> {
  const rows = await connection.query(`update passkey set name = $3 where id = $1 and user_id = $2 returning id`, [
    passkey.id,
    passkey.userId,
    passkey.name,
  ]);
  return rows.length > 0;
}

/** Removes a passkey, or all of an account for `null`; answers how many there were. */
export async function deletePasskeys(tx: Transaction, userId: UserId, id: PasskeyId | null): Promise<number> {
  const rows = await tx.query(`delete from passkey where user_id = $1 and ($2::uuid is null or id = $2) returning id`, [
    userId,
    id,
  ]);
  return rows.length;
}

/** Opens a second step for the password whose hash is given: another password ends it. */
export async function insertStep(
  tx: Transaction,
  step: {
    challengeHash: Buffer;
    userId: UserId;
    passwordHash: string;
    provider: SignInProvider | null;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.query(
    `insert into second_step (challenge_hash, user_id, password_mark, by_provider, provider, expires_at)
     values ($1, $2, sha256(convert_to($3, 'UTF8')), $4::text is not null, $4, $5)`,
    [step.challengeHash, step.userId, step.passwordHash, step.provider, step.expiresAt],
    'steps-insert',
  );
}

/** Ends the open second steps of an account that a provider's word began. */
export async function endStepsOf(tx: Transaction, userId: UserId, provider: SignInProvider, now: Date): Promise<void> {
  await tx.query(
    `update second_step set used_at = $3
     where user_id = $1 and by_provider and (provider is null or provider = $2) and used_at is null
       and expires_at > $3`,
    [userId, provider, now],
  );
}

/** Stores what a passkey is asked to sign, replacing anything earlier. */
export async function savePasskeyChallenge(
  connection: Connection,
  challengeHash: Buffer,
  challenge: string,
): Promise<void> {
  await connection.query(`update second_step set passkey_challenge = $2 where challenge_hash = $1`, [
    challengeHash,
    challenge,
  ]);
}

/** Counts a try; `usedAt` ends the step after a right one. A passkey is asked to sign a challenge only once. */
export async function recordStepTry(tx: Transaction, challengeHash: Buffer, usedAt: Date | null): Promise<void> {
  await tx.query(
    `update second_step set tries = tries + 1, used_at = $2, passkey_challenge = null where challenge_hash = $1`,
    [challengeHash, usedAt],
    'steps-try',
  );
}

/** Removes what ended before a given time: second steps, set-ups and proofs that were not finished. */
export async function deleteOldSteps(connection: Connection, endedBefore: Date): Promise<void> {
  await connection.query(`delete from second_step where expires_at < $1`, [endedBefore]);
  await connection.query(`delete from totp_enrolment where expires_at < $1`, [endedBefore]);
  await connection.query(`delete from passkey_registration where expires_at < $1`, [endedBefore]);
  await connection.query(`delete from passkey_proof where expires_at < $1`, [endedBefore]);
}

/** Gives every secret of an app, in use or being set up, to `reseal`, and stores what it answers; null: nothing. Answers how many. */
export async function resealTotp(
  connection: Connection,
  reseal: (userId: UserId, sealed: Buffer) => Buffer | null,
): Promise<number> {
  let count = 0;
  for (const table of ['totp', 'totp_enrolment']) {
    const rows = await connection.query<{ userId: UserId; sealed: Buffer }>(
      `select user_id as "userId", sealed_secret as sealed from ${table}`,
    );
    for (const { userId, sealed } of rows) {
      const fresh = reseal(userId, sealed);
      if (fresh === null) continue;
      // One that was replaced since was sealed by a running server.
      await connection.query(`update ${table} set sealed_secret = $3 where user_id = $1 and sealed_secret = $2`, [
        userId,
        sealed,
        fresh,
      ]);
      count += 1;
    }
  }
  return count;
}
