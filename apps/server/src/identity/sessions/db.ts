import { RETENTION_BOUNDS, type SessionId, type SignInProvider, type UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../platform/database.ts';
import { sessionsEnded } from '../../platform/change-feed.ts';
import type { PastRows } from '../../platform/past-rows.ts';
import type { Caller } from '../../platform/route.ts';
import { addressKey } from '../../platform/throttle.ts';
import type { Account } from '../accounts/account.ts';
import { ACCOUNT_COLUMNS, type AccountRow, readAccount } from '../accounts/db.ts';
import { deviceKey, type Visitor } from '../accounts/device.ts';
import type { NamedSubject, ProviderSubject } from '../providers/provider.ts';

/** The state of a token's session. */
export type FoundSession =
  | { readonly kind: 'live'; readonly account: Account; readonly provedAt: Date | null; readonly isUnseen: boolean }
  /** It expired within the last days; `seconds` is its lifetime, or the time without use. */
  | { readonly kind: 'idle' | 'over'; readonly seconds: number };

/**
 * Locks an account until the transaction ends, and answers whether it is of the operator's team: a change of the role, of
 * the password or of the state waits, and then finds the session that is opened here. Null where one came first: the account is disabled,
 * or its password is no longer that of `passwordHash`, where that is given.
 */
export async function holdAccount(
  tx: Transaction,
  userId: UserId,
  passwordHash: string | null,
): Promise<{ isStaff: boolean } | null> {
  const [row] = await tx.query<{ isStaff: boolean }>(
    `select is_admin or staff_role is not null as "isStaff" from app_user
     where id = $1 and disabled_at is null and ($2::text is null or password_hash = $2) for share`,
    [userId, passwordHash],
    'sessions-hold',
  );
  return row ?? null;
}

/** As SQL: whether a session is neither over nor idle for too long at the moment `now`. */
export const notEnded = (now: string): string =>
  `expires_at > ${now} and last_seen_at + idle_seconds * interval '1 second' > ${now}`;

interface SessionRow extends AccountRow {
  token_hash: Buffer;
  session_opened_at: Date;
  expires_at: Date;
  last_seen_at: Date;
  idle_seconds: number;
  proved_at: Date | null;
}

/**
 * The sessions whose tokens have these hashes, in their order; null for an unknown or ended token, or a disabled
 * account's.
 */
export async function findSessions(
  connection: Connection,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<(FoundSession | null)[]> {
  const rows = await connection.query<SessionRow>(
    `select s.token_hash, s.created_at as session_opened_at, s.expires_at, s.last_seen_at, s.idle_seconds, s.proved_at,
       ${ACCOUNT_COLUMNS}
     from session s join app_user u on u.id = s.user_id
     where s.token_hash = any($1::bytea[]) and s.revoked_at is null and u.disabled_at is null`,
    [tokenHashes],
    'sessions-find',
  );
  const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), readSession(row, now)]));
  return tokenHashes.map((hash) => found.get(hash.toString('hex')) ?? null);
}

/** A use within this time is not recorded again, to save a write. */
const SEEN_MS = 60_000;

function readSession(row: SessionRow, now: Date): FoundSession {
  const unusedMs = now.getTime() - row.last_seen_at.getTime();
  if (row.expires_at <= now) {
    return { kind: 'over', seconds: Math.round((row.expires_at.getTime() - row.session_opened_at.getTime()) / 1000) };
  }
  if (unusedMs >= row.idle_seconds * 1000) return { kind: 'idle', seconds: row.idle_seconds };
  return { kind: 'live', account: readAccount(row), provedAt: row.proved_at, isUnseen: unusedMs >= SEEN_MS };
}

/** As SQL: when the password of user `u` was last set by a mail's link, which remembers the place from where it was. */
const NEWEST_LINK = `coalesce((select max(c.at) from account_change c where c.user_id = u.id and c.change = 'password-reset'), '-infinity')`;

/**
 * How well the caller is recognised as the owner of an account: by the browser's own secret, by the network address, or
 * not. `by-sign-in` leaves out a place that has only set a new password by a mail's link: that shows who has the mailbox, and no more.
 */
export async function findAcquaintance(
  connection: Connection,
  emailKey: string,
  visitor: Visitor,
  how: 'at-all' | 'by-sign-in' = 'at-all',
): Promise<'device' | 'address' | null> {
  const [row] = await connection.query<{ device: boolean; address: boolean }>(
    `select exists (select 1 from known_device d join app_user u on u.id = d.user_id
                    where u.email_key = $1 and d.device = $2 and $4 and (not $5 or d.seen_at > ${NEWEST_LINK})) as device,
            exists (select 1 from known_address k join app_user u on u.id = k.user_id
                    where u.email_key = $1 and k.address_key = $3 and (not $5 or k.seen_at > ${NEWEST_LINK})) as address`,
    [emailKey, deviceKey(visitor), addressKey(visitor.address), visitor.device !== undefined, how === 'by-sign-in'],
    'places-known',
  );
  if (row?.device === true) return 'device';
  return row?.address === true ? 'address' : null;
}

/**
 * Whether a sign-in comes from a new place: an unknown browser or, without a device secret, an unknown address or kind
 * of program. An account's very first place is not new, and where no device was recorded yet the address decides. An account
 * that is older than places are kept, and has none, was used before: its places were forgotten.
 */
export async function isNewPlace(tx: Transaction, userId: UserId, visitor: Visitor, now: Date): Promise<boolean> {
  const [row] = await tx.query<{
    device: boolean;
    address: boolean;
    any_device: boolean;
    any_address: boolean;
    is_old: boolean;
  }>(
    `select coalesce(bool_or(d.device = $2), false) as device, count(*) > 0 as any_device,
            exists (select 1 from known_address k where k.user_id = $1 and k.address_key = $3) as address,
            exists (select 1 from known_address k where k.user_id = $1) as any_address,
            exists (select 1 from app_user u where u.id = $1 and u.verified_at < $4) as is_old
     from known_device d where d.user_id = $1`,
    [userId, deviceKey(visitor), addressKey(visitor.address), new Date(now.getTime() - LEAST_KEPT_MS)],
    'places-new',
  );
  if (row === undefined) return false;
  if (!row.any_device && !row.any_address) return row.is_old;
  if (!row.any_device) return !row.address;
  return visitor.device === undefined ? !(row.device && row.address) : !row.device;
}

/** Places are kept for so long at least, whatever the operator sets. */
const LEAST_KEPT_MS = RETENTION_BOUNDS.signInDays[0] * 86_400_000;

interface StoredSession {
  readonly id: SessionId;
  readonly userAgent: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly isCurrent: boolean;
}

/** More than users read; ending all others also ends those that are not shown. */
const MOST_LISTED = 100;

/** The live sessions of an account: the one of `tokenHash` first, then the most recently used. */
export async function listSessions(
  connection: Connection,
  { userId, tokenHash }: { userId: UserId; tokenHash: Buffer },
  now: Date,
): Promise<StoredSession[]> {
  const rows = await connection.query<{
    id: SessionId;
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

/** What began a session: the password with its second step, a mailed code, or a provider's word. The first is a proof of its owner. */
export type BegunBy = 'sign-in' | 'code' | SignInProvider;

interface NewSession {
  readonly id: SessionId;
  readonly tokenHash: Buffer;
  readonly userId: UserId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** It ends earlier after this many seconds without use. */
  readonly idleSeconds: number;
  /** Null: by a provider of which an older version did not record which. */
  readonly begunBy: BegunBy | null;
  readonly userAgent: string;
  readonly address: string;
}

/** Writes a session. */
export async function insertSession(tx: Transaction, session: NewSession): Promise<void> {
  await tx.query(
    `insert into session (token_hash, user_id, created_at, expires_at, user_agent, address, id, last_seen_at, idle_seconds,
       begun_by, proved_at)
     values ($1, $2, $3, $4, $5, $6, $7, $3, $8, $9, case when $9 = 'sign-in' then $3::timestamptz end)`,
    [
      session.tokenHash,
      session.userId,
      session.createdAt,
      session.expiresAt,
      session.userAgent,
      session.address,
      session.id,
      session.idleSeconds,
      session.begunBy,
    ],
    'sessions-insert',
  );
}

/** Records that the owner of a live session has just proven it. */
export async function saveProved(tx: Transaction, tokenHash: Buffer, now: Date): Promise<void> {
  await tx.query(`update session set proved_at = $2 where token_hash = $1`, [tokenHash, now]);
}

/** Records that live sessions were used now; those that another transaction is recording are left to it. */
export async function noteSeen(connection: Connection, tokenHashes: readonly Buffer[], now: Date): Promise<void> {
  await connection.query(
    `update session set last_seen_at = $2 where token_hash in (
       select token_hash from session where token_hash = any($1::bytea[]) and revoked_at is null and last_seen_at <= $3
       for update skip locked)`,
    [tokenHashes, now, new Date(now.getTime() - SEEN_MS)],
    'sessions-seen',
  );
}

/** Gives a live session that was opened since then another token, and answers whether there was one. */
export async function replaceToken(
  connection: Connection,
  { tokenHash, freshHash, openedSince }: { tokenHash: Buffer; freshHash: Buffer; openedSince: Date },
): Promise<boolean> {
  const rows = await connection.query(
    `update session set token_hash = $2 where token_hash = $1 and revoked_at is null and created_at >= $3 returning id`,
    [tokenHash, freshHash, openedSince],
  );
  return rows.length === 1;
}

/** Ends one session. */
export async function revokeSession(
  tx: Transaction,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  now: Date,
): Promise<void> {
  await tx.query(`update session set revoked_at = $2 where token_hash = $1 and revoked_at is null`, [tokenHash, now]);
  tx.announce(sessionsEnded(userId));
}

/**
 * Ends every session of an account, or every one but that of `kept`; with `of` those that this provider has begun or, as older
 * versions did not record it, may have. Answers how many worked until now.
 */
export async function revokeSessions(
  tx: Transaction,
  userId: UserId,
  now: Date,
  { kept = null, of = null }: { kept?: Buffer | null; of?: SignInProvider | null } = {},
): Promise<number> {
  const rows = await tx.query<{ worked: boolean }>(
    `update session set revoked_at = $2 where user_id = $1 and revoked_at is null and token_hash is distinct from $3
       and ($4::text is null or begun_by is null or begun_by = $4)
     returning ${notEnded('$2::timestamptz')} as worked`,
    [userId, now, kept, of],
  );
  tx.announce(sessionsEnded(userId));
  return rows.filter(({ worked }) => worked).length;
}

/** Ends every session of all accounts. */
export async function revokeEverySession(connection: Connection, now: Date): Promise<void> {
  await connection.query(`update session set revoked_at = $1 where revoked_at is null`, [now]);
}

/** Records that the owner of an account used this network address and device. */
export async function rememberPlace(tx: Transaction, userId: UserId, visitor: Visitor, now: Date): Promise<void> {
  await tx.query(
    `insert into known_address (user_id, address_key, seen_at) values ($1, $2, $3)
     on conflict (user_id, address_key) do update set seen_at = excluded.seen_at`,
    [userId, addressKey(visitor.address), now],
    'addresses-remember',
  );
  await tx.query(
    `insert into known_device (user_id, device, seen_at) values ($1, $2, $3)
     on conflict (user_id, device) do update set seen_at = excluded.seen_at`,
    [userId, deviceKey(visitor), now],
    'devices-remember',
  );
}

/** Removes sessions that ended before a time. */
export async function deleteOldSessions(connection: Connection, endedBefore: Date): Promise<void> {
  await connection.query(`delete from session where expires_at < $1`, [endedBefore]);
}

/** Counts the places that were not seen since `before`, at most `most` of each kind. */
export async function countPlaces(connection: Connection, before: Date, most: number): Promise<PastRows> {
  const [row] = await connection.query<PastRows>(
    `select count(*)::int as count, min(seen_at) as oldest from (
       (select seen_at from known_address where seen_at < $1 order by seen_at limit $2)
       union all (select seen_at from known_device where seen_at < $1 order by seen_at limit $2)) past`,
    [before, most],
  );
  return row ?? { count: 0, oldest: null };
}

/** Removes places that were not seen since `before`, at most `limit` of each kind; answers how many rows went. */
export async function forgetPlaces(tx: Transaction, before: Date, limit: number): Promise<number> {
  const addresses = await tx.query(
    `delete from known_address where (user_id, address_key) in (
       select user_id, address_key from known_address where seen_at < $1 order by seen_at limit $2 for update skip locked) returning 1`,
    [before, limit],
  );
  const devices = await tx.query(
    `delete from known_device where (user_id, device) in (
       select user_id, device from known_device where seen_at < $1 order by seen_at limit $2 for update skip locked) returning 1`,
    [before, limit],
  );
  return addresses.length + devices.length;
}

/** Keeps this place of an account alone: a sign-in from any other is from a new one. */
export async function rememberOnlyPlace(tx: Transaction, userId: UserId, visitor: Visitor, now: Date): Promise<void> {
  await tx.query(`delete from known_address where user_id = $1`, [userId]);
  await tx.query(`delete from known_device where user_id = $1`, [userId]);
  await rememberPlace(tx, userId, visitor, now);
}

/** Ends one live session of an account; false where the account has none of this id. */
export async function revokeSessionOf(
  tx: Transaction,
  { userId, id }: { userId: UserId; id: SessionId },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update session set revoked_at = $3
     where id = $2 and user_id = $1 and revoked_at is null and ${notEnded('$3::timestamptz')} returning id`,
    [userId, id, now],
  );
  tx.announce(sessionsEnded(userId));
  return rows.length > 0;
}

/** A provider that signs in to an account. */
export interface LinkedProvider {
  readonly provider: SignInProvider;
  readonly email: string;
  /** Whether the provider hosts the address, and it is the account's own: then both have one owner. */
  readonly isOwn: boolean;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Records that the answer to a sign-in has come; false where one came before. */
export async function takeAnswer(connection: Connection, stateHash: Buffer, expiresAt: Date): Promise<boolean> {
  const rows = await connection.query(
    `insert into provider_answer (state_hash, expires_at) values ($1, $2) on conflict do nothing returning 1`,
    [stateHash, expiresAt],
  );
  return rows.length > 0;
}

/** Removes the records of answers that no sign-in waits for any more. */
export async function deleteOldAnswers(connection: Connection, now: Date): Promise<void> {
  await connection.query(`delete from provider_answer where expires_at < $1`, [now]);
}

/** Whose account a provider's subject signs in to; null: nobody's. */
export async function findLinkedUser(
  connection: Connection,
  { issuer, subject }: ProviderSubject,
): Promise<UserId | null> {
  const [row] = await connection.query<{ user_id: UserId }>(
    `select user_id from provider_account where issuer = $1 and subject = $2`,
    [issuer, subject],
  );
  return row?.user_id ?? null;
}

/** Records a sign-in, and the address that the provider names, where there is one; false where the subject is no longer linked to this account. */
export async function noteProviderUse(
  tx: Transaction,
  { issuer, subject, userId, email, isEmailVerified }: Omit<NamedSubject, 'provider'> & { userId: UserId },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update provider_account set last_used_at = $4, email = case when $5 = '' then email else $5 end,
       is_proven = case when $5 = '' then is_proven else $6 end
     where issuer = $1 and subject = $2 and user_id = $3 returning 1`,
    [issuer, subject, userId, now, email, isEmailVerified],
  );
  return rows.length > 0;
}

/** As SQL: whether the provider of `p` has the very address of its account `u`, and hosts it. */
const IS_OWN = 'p.is_proven and lower(p.email) = u.email_key';

/** The providers of an account, the first linked first. */
export async function listLinked(connection: Connection, userId: UserId): Promise<LinkedProvider[]> {
  return connection.query<LinkedProvider>(
    `select p.provider, p.email, ${IS_OWN} as "isOwn", p.linked_at as "linkedAt", p.last_used_at as "lastUsedAt"
     from provider_account p join app_user u on u.id = p.user_id where p.user_id = $1 order by p.linked_at`,
    [userId],
  );
}

/** Links a subject to an account; false where the subject, or another of this provider's for the account, is linked already. */
export async function insertLink(
  tx: Transaction,
  link: NamedSubject & { userId: UserId },
  now: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into provider_account (issuer, subject, user_id, provider, email, linked_at, is_proven)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning 1`,
    [link.issuer, link.subject, link.userId, link.provider, link.email, now, link.isEmailVerified],
  );
  return rows.length > 0;
}

/** Unlinks a provider from an account; false where it was not linked. */
export async function deleteLink(tx: Transaction, userId: UserId, provider: SignInProvider): Promise<boolean> {
  const rows = await tx.query(`delete from provider_account where user_id = $1 and provider = $2 returning 1`, [
    userId,
    provider,
  ]);
  return rows.length > 0;
}

/** Unlinks all providers of an account but `kept`, or with null but those that have its own address; answers which. */
export async function unlinkAllBut(
  tx: Transaction,
  userId: UserId,
  kept: readonly SignInProvider[] | null,
): Promise<SignInProvider[]> {
  const rows = await tx.query<{ provider: SignInProvider }>(
    `delete from provider_account p using app_user u
     where p.user_id = $1 and u.id = p.user_id
       and not (case when $2::text[] is null then ${IS_OWN} else p.provider = any($2) end) returning p.provider`,
    [userId, kept],
  );
  return rows.map(({ provider }) => provider);
}
