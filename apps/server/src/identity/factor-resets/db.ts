import { endpoints, type FactorResetId, type SignInProvider, type UserId } from '@kobogate/contract';
import { countsStill } from '../../controls/index.ts';
import type { Connection, Transaction } from '../../platform/database.ts';
import type { PastRows } from '../../platform/past-rows.ts';
import type { AccountChange } from '../accounts/db.ts';
import type { FactorReset, ResetOutcome } from './factor-reset.ts';

type ResetRow = Omit<FactorReset, 'first'> & {
  firstBy: UserId | null;
  firstName: string;
  firstAt: Date | null;
  firstReason: string | null;
};

const OPEN = `
  select r.id, r.user_id as "userId", r.asked_at as "askedAt", r.due_at as "dueAt", r.statement, r.begun_by as "begunBy",
    r.user_agent as "userAgent", r.address, r.known_by as "knownBy", r.granted_at as "grantedAt", a.id as "firstBy",
    trim(a.first_name || ' ' || a.last_name) as "firstName", r.first_at as "firstAt", r.first_reason as "firstReason"
  from factor_reset r left join app_user a
    on a.id = r.first_by and ${countsStill('a', 'r.first_at', endpoints.adminUsers.decideReset)}
  where r.user_id = $1 and r.ended_at is null`;

function readReset({ firstBy, firstName, firstAt, firstReason, ...reset }: ResetRow): FactorReset {
  const isNamed = firstBy !== null && firstAt !== null && firstReason !== null;
  return { ...reset, first: isNamed ? { adminId: firstBy, by: firstName, at: firstAt, reason: firstReason } : null };
}

/** The open request of a person; null where none is. */
export async function findOpenReset(connection: Connection, userId: UserId): Promise<FactorReset | null> {
  const [row] = await connection.query<ResetRow>(OPEN, [userId], 'factor-reset-find');
  return row === undefined ? null : readReset(row);
}

/** The same, locked until the transaction ends. The caller has locked the account. */
export async function lockOpenReset(tx: Transaction, userId: UserId): Promise<FactorReset | null> {
  const [row] = await tx.query<ResetRow>(`${OPEN} for update of r`, [userId], 'factor-reset-lock');
  return row === undefined ? null : readReset(row);
}

/** Why and when the last request of a person was refused; null where none was, or another came after it. */
export async function findRefusal(
  connection: Connection,
  userId: UserId,
): Promise<{ at: Date; reason: string } | null> {
  const [row] = await connection.query<{ at: Date; reason: string | null }>(
    `select ended_at as at, case when outcome = 'refused' then refusal end as reason from factor_reset
     where user_id = $1 order by ended_at desc nulls first limit 1`,
    [userId],
  );
  return row === undefined || row.reason === null ? null : { at: row.at, reason: row.reason };
}

/** Writes a request; false where the person has an open one. */
export async function insertReset(tx: Transaction, reset: Omit<FactorReset, 'first' | 'grantedAt'>): Promise<boolean> {
  const rows = await tx.query(
    `insert into factor_reset (id, user_id, asked_at, due_at, statement, begun_by, user_agent, address, known_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (user_id) where ended_at is null do nothing returning id`,
    [
      reset.id,
      reset.userId,
      reset.askedAt,
      reset.dueAt,
      reset.statement,
      reset.begunBy,
      reset.userAgent,
      reset.address,
      reset.knownBy,
    ],
  );
  return rows.length > 0;
}

/** Records the first of the two administrators who grant a locked request, by the database's clock as their role is. */
export async function saveFirstGrant(
  tx: Transaction,
  { id, adminId, reason }: { id: FactorResetId; adminId: UserId; reason: string },
): Promise<void> {
  await tx.query(
    `update factor_reset set first_by = $2, first_at = clock_timestamp(), first_reason = $3 where id = $1`,
    [id, adminId, reason],
  );
}

/** Records that both have granted a locked request. */
export async function saveGranted(tx: Transaction, id: FactorResetId, now: Date): Promise<void> {
  await tx.query(`update factor_reset set granted_at = $2 where id = $1`, [id, now]);
}

/** Ends a locked request. */
export async function saveEnd(
  tx: Transaction,
  {
    id,
    outcome,
    refusal = null,
    now,
  }: { id: FactorResetId; outcome: ResetOutcome; refusal?: string | null; now: Date },
): Promise<void> {
  await tx.query(`update factor_reset set ended_at = $2, outcome = $3, refusal = $4 where id = $1`, [
    id,
    now,
    outcome,
    refusal,
  ]);
}

/**
 * Ends the open request of a person without a message, because what they did, or what was decided on the account, has one. With
 * `of` only a request that this provider's word began, or may have begun. One that is being carried out is waited for, and
 * stays as it ended.
 */
export async function lapseReset(
  connection: Connection,
  userId: UserId,
  now: Date,
  of: SignInProvider | null = null,
): Promise<void> {
  await connection.query(
    `update factor_reset set ended_at = $2, outcome = 'lapsed'
     where user_id = $1 and ended_at is null and ($3::text is null or begun_by is null or begun_by = $3)`,
    [userId, now, of],
    'factor-reset-lapse',
  );
}

/** Ends all open requests. */
export async function lapseEveryReset(connection: Connection, now: Date): Promise<void> {
  await connection.query(`update factor_reset set ended_at = $1, outcome = 'lapsed' where ended_at is null`, [now]);
}

/** Whose request it is, and how it ended; null where there is none of this id, or it was forgotten. */
export async function findResetById(
  connection: Connection,
  id: FactorResetId,
): Promise<{ userId: UserId; outcome: ResetOutcome | null } | null> {
  const [row] = await connection.query<{ userId: UserId; outcome: ResetOutcome | null }>(
    `select user_id as "userId", outcome from factor_reset where id = $1`,
    [id],
  );
  return row ?? null;
}

/** The people whose requests were granted and have waited long enough, the longest waiting first. */
export async function listDueResets(connection: Connection, now: Date): Promise<UserId[]> {
  const rows = await connection.query<{ userId: UserId }>(
    `select user_id as "userId" from factor_reset where ended_at is null and granted_at is not null and due_at <= $1
     order by due_at limit 100`,
    [now],
    'factor-resets-due',
  );
  return rows.map(({ userId }) => userId);
}

/**
 * Whether its owner has done since what ends a request: a new password, a second factor that was used or set up, a sign-in. Each ends it
 * as it happens, but in a version that knows no requests.
 */
export async function isOutdated(tx: Transaction, { userId, askedAt }: FactorReset): Promise<boolean> {
  const [row] = await tx.query<{ isOutdated: boolean }>(
    `select exists (select from account_change where user_id = $1 and at > $2 and change = any($3))
       or exists (select from session where user_id = $1 and created_at > $2) as "isOutdated"`,
    [userId, askedAt, ENDING],
  );
  return row?.isOutdated === true;
}

const ENDING: readonly AccountChange[] = [
  'password',
  'password-reset',
  'two-factor-on',
  'two-factor-off',
  'app-added',
  'app-replaced',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
];

/** Counts the requests that ended before a time, at most `most`. */
export async function countEndedResets(connection: Connection, before: Date, most: number): Promise<PastRows> {
  const [row] = await connection.query<PastRows>(
    `select count(*)::int as count, min(ended_at) as oldest from (
       select ended_at from factor_reset where ended_at < $1 order by ended_at limit $2) past`,
    [before, most],
  );
  return row ?? { count: 0, oldest: null };
}

/** Removes requests that ended before a time, at most `limit`; answers how many went. */
export async function forgetResets(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from factor_reset where id in (
       select id from factor_reset where ended_at < $1 order by ended_at limit $2 for update skip locked) returning 1`,
    [before, limit],
  );
  return rows.length;
}

/** As SQL: the requests `r` that wait for the administrators. */
export const RESETS_TO_DECIDE = 'from factor_reset r where r.ended_at is null and r.granted_at is null';
