import { GENDERS, type KycTier, type ResetId, type SignUpId, type StaffRole, type UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { roleOf } from '../../controls/index.ts';
import { BY_PLACE } from '../sign-ups/db.ts';
import { type Account, emailKey, ERASED_DOMAIN, phoneKey, type Registration, searchKey } from './account.ts';
import type { Place } from './device.ts';

export interface AccountRow {
  id: UserId;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  gender: string;
  role: StaffRole | null;
  verified_at: Date | null;
  disabled_at: Date | null;
  closed_at: Date | null;
  created_at: Date;
}

/** Changes that users can make to how they sign in, besides the password. */
export const SIGN_IN_CHANGES = [
  'two-factor-on',
  'two-factor-off',
  'app-added',
  'app-replaced',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-code-used',
  'recovery-codes-renewed',
  'google-linked',
  'google-unlinked',
  'apple-linked',
  'apple-unlinked',
] as const;

/** Changes that users can make to their own account. */
export const ACCOUNT_CHANGES = [
  'profile',
  'password',
  'password-reset',
  ...SIGN_IN_CHANGES,
  'factor-reset-asked',
  'factor-reset-stopped',
  'factor-reset-done',
  'closed',
] as const;

export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** The profile fields that can change. */
export const PROFILE_FIELDS = ['firstName', 'lastName', 'phone', 'gender'] as const;

export type ProfileField = (typeof PROFILE_FIELDS)[number];

/** Reads a row of `ACCOUNT_COLUMNS`. */
export function readAccount(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    gender: GENDERS.find((gender) => gender === row.gender) ?? '',
    role: row.role,
    verifiedAt: row.verified_at,
    disabledAt: row.disabled_at,
    closedAt: row.closed_at,
    createdAt: row.created_at,
  };
}

/** The columns of `app_user u` that make an `Account`. */
export const ACCOUNT_COLUMNS = `u.id, u.email, u.first_name, u.last_name, u.phone, u.gender, ${roleOf('u')} as role, u.verified_at,
  u.disabled_at, u.closed_at, u.created_at`;

/**
 * The account of an e-mail address with its password's hash, null while it is unverified or once it is erased, and the sign-up with the
 * address whose password counts until then: the one at this place, else the newest. A verified account may have one too,
 * whose password opens no session (`registerAccount`).
 */
export async function findLogin(
  connection: Connection,
  email: string,
  place: Place | null,
): Promise<{
  account: Account;
  passwordHash: string | null;
  signUp: { id: SignUpId; passwordHash: string } | null;
} | null> {
  const [row] = await connection.query<
    AccountRow & { password_hash: string | null; sign_up_id: SignUpId | null; sign_up_hash: string | null }
  >(
    `select ${ACCOUNT_COLUMNS}, case when u.verified_at is not null then nullif(u.password_hash, '') end as password_hash,
       s.id as sign_up_id, s.password_hash as sign_up_hash
     from app_user u left join lateral (
       select s.id, s.password_hash from sign_up s where s.user_id = u.id
       order by ${BY_PLACE} limit 1) s on true
     where u.email_key = $1`,
    [emailKey(email), place?.key ?? null],
    'accounts-login',
  );
  if (row === undefined) return null;
  const { password_hash: passwordHash, sign_up_id: id, sign_up_hash: typedHash } = row;
  const signUp = id === null || typedHash === null ? null : { id, passwordHash: typedHash };
  return { account: readAccount(row), passwordHash, signUp };
}

/** An account by its id, locked until the transaction ends. */
export async function loadAccountForUpdate(tx: Transaction, id: UserId): Promise<Account | null> {
  const [row] = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from app_user u where u.id = $1 for no key update`,
    [id],
  );
  return row === undefined ? null : readAccount(row);
}

/** An account by its id. */
export async function findAccount(connection: Connection, id: UserId): Promise<Account | null> {
  const [row] = await connection.query<AccountRow>(`select ${ACCOUNT_COLUMNS} from app_user u where u.id = $1`, [id]);
  return row === undefined ? null : readAccount(row);
}

/** The account of an e-mail address, locked until the transaction ends: its codes are read and written under this lock. */
export async function lockAccountByEmail(tx: Transaction, email: string): Promise<Account | null> {
  const [row] = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from app_user u where u.email_key = $1 for no key update`,
    [emailKey(email)],
    'accounts-lock',
  );
  return row === undefined ? null : readAccount(row);
}

/**
 * The hash of an account's password: empty where it has none, as of one that a provider signs in; null where the account
 * is gone or disabled.
 */
export async function findPasswordHash(connection: Connection, userId: UserId): Promise<string | null> {
  const [row] = await connection.query<{ password_hash: string }>(
    `select password_hash from app_user where id = $1 and disabled_at is null`,
    [userId],
  );
  return row?.password_hash ?? null;
}

/** Locks the active admins and one more account, until the transaction ends; answers those of them that exist. */
export async function lockAdminsAnd(tx: Transaction, userId: UserId): Promise<Account[]> {
  const rows = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from app_user u where u.id = $1 or (u.is_admin and u.disabled_at is null)
     order by u.id for no key update`,
    [userId],
  );
  return rows.map(readAccount);
}

/** Several accounts may share a phone; at most this many get a link from one request. */
const MOST_ACCOUNTS = 5;

/** The accounts, at most five, with an e-mail address or a phone number. */
export async function findAccountIds(connection: Connection, emailOrPhone: string): Promise<UserId[]> {
  const isAddress = emailOrPhone.includes('@');
  const rows = await connection.query<{ id: UserId }>(
    `select id from app_user where ${isAddress ? 'email_key' : 'phone_key'} = $1 and disabled_at is null
     order by id limit ${MOST_ACCOUNTS}`,
    [isAddress ? emailKey(emailOrPhone) : phoneKey(emailOrPhone)],
  );
  return rows.map(({ id }) => id);
}

/** The account for which a reset token is valid now, or null. */
export async function findReset(connection: Connection, tokenHash: Buffer, now: Date): Promise<Account | null> {
  const [row] = await connection.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from password_reset r join app_user u on u.id = r.user_id
     where r.token_hash = $1 and r.used_at is null and r.expires_at > $2 and u.disabled_at is null`,
    [tokenHash, now],
  );
  return row === undefined ? null : readAccount(row);
}

/**
 * The account of a sign-up's address, locked: a new one, unverified, or the existing one. Administrators see the
 * entered data while it is unverified; it has no password yet, because the sign-up whose code is typed decides. Answers
 * null for the account where it was verified or disabled before, with `isNew` false.
 */
export async function openAccount(
  tx: Transaction,
  id: UserId,
  registration: Omit<Registration, 'password'>,
): Promise<{ account: Account | null; isNew: boolean }> {
  const { email, firstName, lastName, phone } = registration;
  const [row] = await tx.query<{ id: UserId }>(
    `insert into app_user as u (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, search_key)
     values ($1, $2, $3, $4, $5, $6, $7, '', $8)
     on conflict (email_key) do update set
       first_name = excluded.first_name, last_name = excluded.last_name, phone = excluded.phone,
       phone_key = excluded.phone_key, search_key = excluded.search_key, updated_at = now()
     where u.verified_at is null and u.disabled_at is null
     returning u.id`,
    [id, email, emailKey(email), firstName, lastName, phone, phoneKey(phone), searchKey(registration)],
    'accounts-register',
  );
  return { account: await lockAccountByEmail(tx, email), isNew: row?.id === id };
}

const FIRST_ADMIN = { firstName: 'Super', lastName: 'Admin', phone: '' } as const;

/**
 * Creates a verified administrator, in place of an account whose address was never proven; answers its id. Null, with nothing changed,
 * where the address has any other account.
 */
export async function insertAdmin(
  tx: Transaction,
  admin: { id: UserId; email: string; passwordHash: string; now: Date },
): Promise<UserId | null> {
  const [row] = await tx.query<{ id: UserId }>(
    `insert into app_user as u (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, is_admin,
       verified_at, search_key)
     values ($1, $2, $3, $4, $5, '', '', $6, true, $7, $8)
     on conflict (email_key) do update set
       email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name, phone = '', phone_key = '',
       password_hash = excluded.password_hash, is_admin = true, verified_at = excluded.verified_at,
       search_key = excluded.search_key, updated_at = now()
     where u.verified_at is null and u.disabled_at is null
     returning u.id`,
    [
      admin.id,
      admin.email,
      emailKey(admin.email),
      FIRST_ADMIN.firstName,
      FIRST_ADMIN.lastName,
      admin.passwordHash,
      admin.now,
      searchKey({ ...FIRST_ADMIN, email: admin.email }),
    ],
  );
  return row?.id ?? null;
}

/**
 * Marks the e-mail address of an unverified account as proven and writes its owner's data, replacing what was there.
 */
export async function verifyAs(
  tx: Transaction,
  userId: UserId,
  owner: Omit<Registration, 'password'> & { passwordHash: string },
  now: Date,
): Promise<void> {
  const { email, firstName, lastName, phone, passwordHash } = owner;
  await tx.query(
    `update app_user set email = $2, first_name = $3, last_name = $4, phone = $5, phone_key = $6, search_key = $7,
       password_hash = $8, verified_at = $9, updated_at = now()
     where id = $1 and email_key = $10 and verified_at is null`,
    [userId, email, firstName, lastName, phone, phoneKey(phone), searchKey(owner), passwordHash, now, emailKey(email)],
  );
}

/** Sets the password's hash. */
export async function savePassword(tx: Transaction, userId: UserId, passwordHash: string): Promise<void> {
  await tx.query(`update app_user set password_hash = $2, updated_at = now() where id = $1`, [userId, passwordHash]);
}

/** Replaces the password hash that was checked; false where it is no longer that one. */
export async function replacePassword(
  tx: Transaction,
  userId: UserId,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const rows = await tx.query(
    `update app_user set password_hash = $3, updated_at = now() where id = $1 and password_hash = $2 returning id`,
    [userId, before, after],
  );
  return rows.length > 0;
}

/** Writes the four fields that a user may change. */
export async function saveProfile(tx: Transaction, account: Account): Promise<void> {
  const { id, firstName, lastName, phone, gender } = account;
  await tx.query(
    `update app_user set first_name = $2, last_name = $3, phone = $4, phone_key = $5, gender = $6, search_key = $7,
       updated_at = now()
     where id = $1`,
    [id, firstName, lastName, phone, phoneKey(phone), gender, searchKey(account)],
  );
}

/** Gives an account a role of the team from now on, by the database's clock, or none. */
export async function saveRole(tx: Transaction, userId: UserId, role: StaffRole | null): Promise<void> {
  // The version before knows administrators alone: it must take nobody else for one.
  const isAdmin = role === 'administrator';
  await tx.query(
    `update app_user set is_admin = $2, staff_role = $3, admin_since = case when $4 then clock_timestamp() end,
       updated_at = now()
     where id = $1`,
    [userId, isAdmin, isAdmin ? null : role, role !== null],
  );
}

/**
 * Disables an account from a given time on, or enables it with null, a closed one too: then a person of the team counts as newly appointed.
 */
export async function saveDisabled(tx: Transaction, userId: UserId, disabledAt: Date | null): Promise<void> {
  await tx.query(
    `update app_user set disabled_at = $2, closed_at = null, closed_by = null, erase_from = null, updated_at = now(),
       admin_since = case when (is_admin or staff_role is not null) and $2::timestamptz is null then clock_timestamp() else admin_since end
     where id = $1`,
    [userId, disabledAt],
  );
}

/**
 * Closes an account, by an administrator or, with null, its owner; it is disabled too. Its API keys are revoked, and every link
 * to a new password ends.
 */
export async function saveClosed(
  tx: Transaction,
  { userId, now, by, eraseFrom }: { userId: UserId; now: Date; by: UserId | null; eraseFrom: Date },
): Promise<void> {
  await tx.query(
    `update app_user set closed_at = $2, closed_by = $3, erase_from = $4, disabled_at = coalesce(disabled_at, $2), updated_at = now()
     where id = $1`,
    [userId, now, by, eraseFrom],
  );
  await closeResets(tx, userId, now);
}

/** Records that a closed account's data was erased. */
export async function saveErased(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await tx.query(`update app_user set erased_at = $2 where id = $1`, [userId, now]);
}

/** As SQL: an account whose address nobody has proven, and that nobody has signed up for since `$2`. */
const IS_UNPROVEN = `u.verified_at is null and u.closed_at is null and not u.is_admin and u.staff_role is null and u.created_at < $2
  and not exists (select from sign_up s where s.user_id = u.id and s.created_at >= $2)`;
/** Of one hour. */
const MOST_UNPROVEN = 2000;

/**
 * Accounts whose address nobody has proven, and that nobody has signed up for since `before`; the oldest first, at most this
 * many.
 */
export async function listUnproven(connection: Connection, before: Date): Promise<UserId[]> {
  const rows = await connection.query<{ id: UserId }>(
    `select u.id from app_user u where ${IS_UNPROVEN} order by u.created_at limit $1`,
    [MOST_UNPROVEN, before],
  );
  return rows.map(({ id }) => id);
}

/** Locks an account; false where its address is proven by now, or somebody has signed up for it since. */
export async function lockUnproven(tx: Transaction, userId: UserId, before: Date): Promise<boolean> {
  const found = await tx.query(`select 1 from app_user u where u.id = $1 and ${IS_UNPROVEN} for update`, [
    userId,
    before,
  ]);
  return found.length > 0;
}

/** Removes an account with its reset links. Throws the database's error for a row that is referred to where another record names it. */
export async function deleteAccount(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query(`delete from password_reset where user_id = $1`, [userId]);
  await tx.query(`delete from app_user where id = $1`, [userId]);
}

/** As SQL: the address that an account of the alias has once its own is erased, or free for a new account. */
export const erasedAddress = (alias: string): string => `'erased-' || ${alias}.id || '@${ERASED_DOMAIN}'`;

/**
 * Closes such an account, so that it is erased with the closed ones. Its address is free at once: whose it is may sign up with it, and has
 * nothing to log in to.
 */
export async function closeUnproven(
  connection: Connection,
  userId: UserId,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await connection.query(
    `update app_user u set email = ${erasedAddress('u')}, email_key = ${erasedAddress('u')},
       disabled_at = coalesce(u.disabled_at, $3), closed_at = $3, erase_from = $3 where u.id = $1 and ${IS_UNPROVEN}`,
    [userId, before, now],
  );
}

/** Sets a user's tier. */
export async function saveTier(tx: Transaction, userId: UserId, tier: KycTier): Promise<void> {
  await tx.query(`update app_user set kyc_tier = $2, updated_at = now() where id = $1`, [userId, tier]);
}

/** Writes reset links that are yet to be created. */
export async function insertResets(
  tx: Transaction,
  resets: readonly { id: ResetId; userId: UserId }[],
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into password_reset (id, user_id, created_at) select *, $3::timestamptz from unnest($1::uuid[], $2::uuid[])`,
    [resets.map(({ id }) => id), resets.map(({ userId }) => userId), now],
  );
}

/** Writes a new token's hash into its row and answers the recipient; null where the link is no longer needed. */
export async function setResetToken(
  connection: Connection,
  resetId: ResetId,
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

/** Uses a reset token, and with it every other open one of its account. Answers false where it was no longer valid. */
export async function useReset(tx: Transaction, tokenHash: Buffer, userId: UserId, now: Date): Promise<boolean> {
  const rows = await tx.query(
    `update password_reset set used_at = $2 where token_hash = $1 and used_at is null and expires_at > $2 returning id`,
    [tokenHash, now],
  );
  if (rows.length === 0) return false;
  await closeResets(tx, userId, now);
  return true;
}

/** Removes reset links from before a time. */
export async function deleteOldResets(connection: Connection, before: Date): Promise<void> {
  await connection.query(`delete from password_reset where created_at < $1`, [before]);
}

/** Invalidates every open reset link of an account, also one that is yet to be mailed. */
export async function closeResets(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await tx.query(`update password_reset set used_at = $2 where user_id = $1 and used_at is null`, [userId, now]);
}

/** Records that a user changed their account, in the transaction that does it. It can't be changed afterwards. */
export async function recordAccountChange(
  tx: Transaction,
  { userId, change, fields = [], now }: { userId: UserId; change: AccountChange; fields?: ProfileField[]; now: Date },
): Promise<void> {
  await tx.query(`insert into account_change (id, user_id, at, change, fields) values ($1, $2, $3, $4, $5)`, [
    newId(),
    userId,
    now,
    change,
    fields,
  ]);
}
