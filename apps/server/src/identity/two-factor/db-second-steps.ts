import type { Connection, Transaction } from '../../platform/database.ts';
import type { OpenStep } from './two-factor.ts';

/** The second step of a sign-in with what is needed to finish it. */
export interface StoredStep extends OpenStep {
  readonly email: string;
  readonly isAdmin: boolean;
  /** What a passkey was asked to sign, or null where none was. */
  readonly passkeyChallenge: string | null;
}

interface StepRow {
  user_id: string;
  tries: number;
  expires_at: Date;
  used_at: Date | null;
  is_current: boolean;
  email: string;
  is_admin: boolean;
  passkey_challenge: string | null;
}

/** Opens a second step for the password whose hash is given: another password ends it. */
export async function insertStep(
  tx: Transaction,
  step: { challengeHash: Buffer; userId: string; passwordHash: string; expiresAt: Date },
): Promise<void> {
  await tx.query(
    `insert into second_step (challenge_hash, user_id, password_mark, expires_at)
     values ($1, $2, sha256(convert_to($3, 'UTF8')), $4)`,
    [step.challengeHash, step.userId, step.passwordHash, step.expiresAt],
    'steps-insert',
  );
}

const FIND = `
  select s.user_id, s.tries, s.expires_at, s.used_at, s.passkey_challenge, u.email, u.is_admin,
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
    isAdmin: row.is_admin,
    passkeyChallenge: row.passkey_challenge,
  };
}

/** Keeps what a passkey is asked to sign, in the place of anything earlier. */
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

/** Counts a try; `usedAt` ends the step after a right one. What a passkey was asked to sign is asked for once. */
export async function recordStepTry(tx: Transaction, challengeHash: Buffer, usedAt: Date | null): Promise<void> {
  await tx.query(
    `update second_step set tries = tries + 1, used_at = $2, passkey_challenge = null where challenge_hash = $1`,
    [challengeHash, usedAt],
    'steps-try',
  );
}

/** Removes what ended before a moment: second steps, set-ups and proofs that nobody finished. */
export async function deleteOldSteps(connection: Connection, endedBefore: Date): Promise<void> {
  await connection.query(`delete from second_step where expires_at < $1`, [endedBefore]);
  await connection.query(`delete from totp_enrolment where expires_at < $1`, [endedBefore]);
  await connection.query(`delete from passkey_registration where expires_at < $1`, [endedBefore]);
  await connection.query(`delete from passkey_proof where expires_at < $1`, [endedBefore]);
}
