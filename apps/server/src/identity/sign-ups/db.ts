import type { CodeId, SignInProvider, SignUpId, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { emailKey, type Registration } from '../accounts/account.ts';
import type { Place } from '../accounts/device.ts';
import type { NamedSubject } from '../providers/provider.ts';
import type { OneTimeCode } from './one-time-code.ts';

/** The code that a try from a place is compared with. */
export interface FoundCode {
  readonly id: CodeId;
  readonly userId: UserId;
  readonly signUpId: SignUpId;
  /** Requested from another place, by the only sign-up that there ever was for the address. */
  readonly isForeign: boolean;
}

/** The data of a sign-up, while its address is unproven. */
interface SignUp extends Omit<Registration, 'password'> {
  readonly id: SignUpId;
  readonly passwordHash: string;
  /** Two sign-ups of one network address, with different passwords: it is unknown which of them this one belongs to. */
  readonly isMixed: boolean;
  /** Whom a provider has named, without proving the address. */
  readonly link: NamedSubject | null;
}

interface SignUpRow {
  id: SignUpId;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  password_hash: string;
  is_mixed: boolean;
  provider: SignInProvider | null;
  issuer: string | null;
  subject: string | null;
}

const readSignUp = (row: SignUpRow): SignUp => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  passwordHash: row.password_hash,
  isMixed: row.is_mixed,
  link:
    row.provider === null || row.issuer === null || row.subject === null
      ? null
      : { provider: row.provider, issuer: row.issuer, subject: row.subject, email: row.email, isEmailVerified: false },
});

/** The hash of the password that this place has signed up with for an e-mail address, or null. */
export async function findEarlierPassword(
  connection: Connection,
  email: string,
  { key }: Place,
): Promise<SignUpId | null> {
  const [row] = await connection.query<{ password_hash: SignUpId }>(
    `select s.password_hash from sign_up s join app_user u on u.id = s.user_id where u.email_key = $1 and s.place = $2`,
    [emailKey(email), key],
    'sign-ups-earlier',
  );
  return row?.password_hash ?? null;
}

const COLUMNS =
  's.id, s.email, s.first_name, s.last_name, s.phone, s.password_hash, s.is_mixed, s.provider, s.issuer, s.subject';

/**
 * The order of the sign-ups `s` for the place `$2`: its own, then one that it has requested a code for, then the
 * newest.
 */
export const BY_PLACE = `(s.place = $2) desc, exists (select 1 from one_time_code c where c.sign_up_id = s.id and c.place = $2) desc,
  s.created_at desc`;

/** As SQL: whether no other place may prove the address with the codes of the sign-up `s`. One by a provider would link who is there. */
const IS_OF_ITS_PLACE = '(s.is_contested or s.provider is not null)';

/** The sign-up that a place may request codes for, or null: for a contested address, or one by a provider, only its own. */
export async function findSignUp(tx: Transaction, userId: UserId | null, { key }: Place): Promise<SignUp | null> {
  const [row] = await tx.query<SignUpRow>(
    `select ${COLUMNS} from sign_up s where s.user_id = $1 and (s.place = $2 or not ${IS_OF_ITS_PLACE}
       or exists (select 1 from one_time_code c where c.sign_up_id = s.id and c.place = $2))
     order by ${BY_PLACE} limit 1`,
    [userId, key],
    'sign-ups-of-place',
  );
  return row === undefined ? null : readSignUp(row);
}

/** A sign-up by its id; null where it is gone. */
export async function loadSignUp(tx: Transaction, id: SignUpId): Promise<SignUp | null> {
  const [row] = await tx.query<SignUpRow>(`select ${COLUMNS} from sign_up s where s.id = $1`, [id]);
  return row === undefined ? null : readSignUp(row);
}

/** The sign-up that a browser made itself; null for a network address, which strangers may share. */
export async function findSignUpOfDevice(
  tx: Transaction,
  userId: UserId,
  { key, isDevice }: Place,
): Promise<SignUp | null> {
  if (!isDevice) return null;
  const [row] = await tx.query<SignUpRow>(`select ${COLUMNS} from sign_up s where s.user_id = $1 and s.place = $2`, [
    userId,
    key,
  ]);
  return row === undefined ? null : readSignUp(row);
}

const PURPOSE = 'verify-email';

const IS_OPEN = `c.purpose = '${PURPOSE}' and c.used_at is null and c.replaced_at is null`;

/**
 * The code with which a try from a place is compared: the newest that was requested there or, if nobody ever signed the address
 * up from a second place or by a provider, the newest of all. Null for an address without an open account.
 */
export async function findCode(connection: Connection, email: string, { key }: Place): Promise<FoundCode | null> {
  const [row] = await connection.query<{ id: CodeId; user_id: UserId; sign_up_id: SignUpId; is_foreign: boolean }>(
    `select c.id, c.user_id, c.sign_up_id, c.place is distinct from $2 as is_foreign
     from app_user u join sign_up s on s.user_id = u.id join one_time_code c on c.sign_up_id = s.id
     where u.email_key = $1 and u.verified_at is null and u.disabled_at is null and ${IS_OPEN}
       and (c.place = $2 or not ${IS_OF_ITS_PLACE})
     order by (c.place = $2) desc, c.created_at desc, c.id desc limit 1`,
    [emailKey(email), key],
    'codes-of-place',
  );
  if (row === undefined) return null;
  return { id: row.id, userId: row.user_id, signUpId: row.sign_up_id, isForeign: row.is_foreign };
}

/** A code in its present state; the caller holds the account's lock. For null it does the same work. */
export async function loadCode(tx: Transaction, codeId: CodeId | null): Promise<OneTimeCode | null> {
  const [row] = await tx.query<{
    id: CodeId;
    code_hash: Buffer | null;
    tries: number;
    foreign_tries: number;
    expires_at: Date | null;
    used_at: Date | null;
    replaced_at: Date | null;
  }>(
    `select id, code_hash, tries, foreign_tries, expires_at, used_at, replaced_at from one_time_code where id = $1`,
    [codeId],
    'codes-load',
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    codeHash: row.code_hash,
    tries: row.tries,
    foreignTries: row.foreign_tries,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    replacedAt: row.replaced_at,
  };
}

/**
 * How many tries were compared with the codes of an account that were requested after a given time, from all places.
 */
export async function countTries(tx: Transaction, userId: UserId | null, after: Date): Promise<number> {
  const [row] = await tx.query<{ tries: number }>(
    `select coalesce(sum(tries), 0)::int as tries from one_time_code where user_id = $1 and created_at > $2`,
    [userId, after],
    'codes-tries',
  );
  return row?.tries ?? 0;
}

/**
 * Writes the sign-up of a place, replacing its earlier one; every sign-up of an account that is not `isFirst` is
 * contested from then on. `fits` is the earlier hash that the typed password fits: with another one from the same
 * network address it is mixed, since two users may share that. Answers its id; for no account it does the same work and
 * answers null.
 */
export async function saveSignUp(
  tx: Transaction,
  signUp: Omit<Registration, 'password'> & {
    id: SignUpId;
    userId: UserId | null;
    place: Place;
    passwordHash: string;
    fits: string | null;
    link: NamedSubject | null;
    isFirst: boolean;
    now: Date;
  },
): Promise<SignUpId | null> {
  const { id, userId, place, email, firstName, lastName, phone, passwordHash, fits, link, isFirst, now } = signUp;
  await tx.query(
    `update sign_up set is_contested = true where user_id = $1 and place <> $2 and not is_contested`,
    [userId, place.key],
    'sign-ups-contest',
  );
  const [row] = await tx.query<{ id: SignUpId }>(
    `insert into sign_up as s (id, user_id, place, is_device, email, first_name, last_name, phone, password_hash,
       is_contested, created_at, provider, issuer, subject)
     select $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9, not $10, $11::timestamptz, $13, $14, $15 where $2::uuid is not null
     on conflict (user_id, place) do update set
       email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
       password_hash = excluded.password_hash, created_at = excluded.created_at,
       provider = excluded.provider, issuer = excluded.issuer, subject = excluded.subject,
       is_mixed = not s.is_device and (s.is_mixed or s.password_hash is distinct from $12)
     returning s.id`,
    [
      id,
      userId,
      place.key,
      place.isDevice,
      email,
      firstName,
      lastName,
      phone,
      passwordHash,
      isFirst,
      now,
      fits,
      link?.provider ?? null,
      link?.issuer ?? null,
      link?.subject ?? null,
    ],
    'sign-ups-save',
  );
  return row?.id ?? null;
}

/** Removes every code of an account. */
export async function deleteCodes(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query(`delete from one_time_code where user_id = $1`, [userId]);
}

/** Removes every sign-up of an account. */
export async function deleteSignUps(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query(`delete from sign_up where user_id = $1`, [userId]);
}

/**
 * Ends the open codes of an account that one place requested, or with null all; for null as the account it does the
 * same work without effect.
 */
export async function replaceCodes(
  tx: Transaction,
  userId: UserId | null,
  place: Place | null,
  now: Date,
): Promise<void> {
  await tx.query(
    `update one_time_code c set replaced_at = $3
     where c.user_id = $1 and ($2::bytea is null or c.place = $2) and ${IS_OPEN}`,
    [userId, place?.key ?? null, now],
    'codes-replace',
  );
}

/** Writes a code that is yet to be created; for no account it does the same work without effect. */
export async function insertCode(
  tx: Transaction,
  code: { id: CodeId; userId: UserId | null; signUpId: SignUpId | null; place: Place; now: Date },
): Promise<void> {
  await tx.query(
    `insert into one_time_code (id, user_id, sign_up_id, place, purpose, created_at)
     select $1::uuid, $2::uuid, $3::uuid, $4, $5, $6::timestamptz where $2::uuid is not null`,
    [code.id, code.userId, code.signUpId, code.place.key, PURPOSE, code.now],
    'codes-insert',
  );
}

/** Counts a try that was compared; a right one uses the code. For null it does the same work without effect. */
export async function recordTry(
  tx: Transaction,
  codeId: CodeId | null,
  { isForeign, usedAt }: { isForeign: boolean; usedAt: Date | null },
): Promise<void> {
  await tx.query(
    `update one_time_code set tries = tries + 1, foreign_tries = foreign_tries + $2::int, used_at = $3 where id = $1`,
    [codeId, isForeign ? 1 : 0, usedAt],
    'codes-try',
  );
}

/** Writes a new code's hash into its row and answers the recipient; null where the code is no longer needed. */
export async function setCode(
  connection: Connection,
  codeId: CodeId,
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

/** Removes codes from before `sentBefore`, and sign-ups from before `signedUpBefore`. */
export async function deleteOldSignUps(
  connection: Connection,
  { sentBefore, signedUpBefore }: { sentBefore: Date; signedUpBefore: Date },
): Promise<void> {
  await connection.query(`delete from one_time_code where created_at < $1`, [sentBefore]);
  await connection.query(`delete from sign_up where created_at < $1`, [signedUpBefore]);
}
