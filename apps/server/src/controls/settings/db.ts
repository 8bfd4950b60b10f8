import type { Connection, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';

/** One change of one subject, as it is kept. The newest of a subject is what holds. */
export interface StoredChange {
  readonly subject: string;
  readonly version: number;
  readonly before: unknown;
  readonly after: unknown;
  readonly at: Date;
  /** The administrator's name. */
  readonly by: string | null;
}

/** What an administrator can do to somebody's account, order, payout, refund, or coins in suspense. */
export const ADMIN_ACTIONS = [
  'user-disabled',
  'user-enabled',
  'user-promoted',
  'user-demoted',
  'user-tier-set',
  'order-approved',
  'order-first-approved',
  'order-declined',
  'payout-asked',
  'payout-not-made',
  'payout-retried',
  'suspense-credited',
  'deposit-owner-named',
  'deposit-credited',
  'payment-explained',
  'refund-first-approved',
  'refund-approved',
  'refund-declined',
  'refund-listing-accepted',
  'payout-rerouted',
  'transfer-first-approved',
  'transfer-booked',
  'transfer-owed',
  'transfer-noted',
  'transfer-settled',
  'fence-first-lifted',
  'fence-lifted',
  'fence-read-further',
] as const;

export type AdminActionType = (typeof ADMIN_ACTIONS)[number];

/** The newest change of each of the subjects that were ever changed. */
export async function loadNewest(
  connection: Connection,
  subjects: readonly string[],
): Promise<Map<string, Pick<StoredChange, 'version' | 'after'>>> {
  const rows = await connection.query<Pick<StoredChange, 'subject' | 'version' | 'after'>>(
    `select distinct on (subject) subject, version, after from setting_change
     where subject = any ($1::text[]) order by subject, version desc`,
    [subjects],
    'settings-newest',
  );
  return new Map(rows.map(({ subject, ...change }) => [subject, change]));
}

/** The changes of the subjects, of each the newest first and at most `limit`. */
export function loadHistory(
  connection: Connection,
  subjects: readonly string[],
  limit: number,
): Promise<StoredChange[]> {
  return connection.query<StoredChange>(
    `select change.subject, change.version, change.before, change.after, change.changed_at as at,
            admin.first_name || ' ' || admin.last_name as by
     from unnest($1::text[]) as wanted (subject)
     cross join lateral (
       select * from setting_change where setting_change.subject = wanted.subject order by version desc limit $2
     ) as change
     left join app_user admin on admin.id = change.changed_by
     order by change.subject, change.version desc`,
    [subjects, limit],
  );
}

/**
 * As SQL: whether what the administrator `admin` approved at `at` still counts. Not once they are disabled or demoted, nor
 * when they are given their place back: what was pressed before may have been pressed by somebody else.
 */
export const countsStill = (admin: string, at: string): string =>
  `${admin}.is_admin and ${admin}.disabled_at is null and coalesce(${admin}.admin_since <= ${at}, true)`;

/** A change that waits for a second administrator. */
interface Proposal {
  readonly after: unknown;
  readonly adminId: string;
  readonly by: string;
  readonly at: Date;
}

const OPEN = `select p.value as after, p.proposed_by as "adminId", a.first_name || ' ' || a.last_name as by, p.proposed_at as at
  from setting_proposal p join app_user a on a.id = p.proposed_by
  where p.subject = $1 and ${countsStill('a', 'p.proposed_at')}
    and p.version = (select coalesce(max(version), 0) from setting_change where subject = $1)`;

/** The open proposal of a subject: made to what still holds, by somebody whose approvals count still. */
export async function findProposal(connection: Connection, subject: string): Promise<Proposal | null> {
  const [proposal] = await connection.query<Proposal>(OPEN, [subject]);
  return proposal ?? null;
}

/** As `findProposal`, locked until the transaction ends. */
export async function loadProposalForUpdate(tx: Transaction, subject: string): Promise<Proposal | null> {
  const [proposal] = await tx.query<Proposal>(`${OPEN} for update of p`, [subject]);
  return proposal ?? null;
}

/** Whether somebody became an administrator, or was enabled again as one, within the last day. */
export async function isNewAdmin(tx: Transaction, adminId: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from app_user where id = $1 and admin_since > clock_timestamp() - interval '1 day'`,
    [adminId],
  );
  return rows.length > 0;
}

/** How many administrators can log in. */
export async function countAdmins(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ count: number }>(
    `select count(*)::int as count from app_user where is_admin and verified_at is not null and disabled_at is null`,
  );
  return row?.count ?? 0;
}

/** Where every administrator who can log in gets mail. */
export async function listAdminEmails(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ email: string }>(
    `select email from app_user where is_admin and verified_at is not null and disabled_at is null order by id`,
  );
  return rows.map(({ email }) => email);
}

/** Why administrators approved an order, oldest first, where they said why. */
export function listApprovalReasons(
  connection: Connection,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<{ at: Date; by: string; reason: string }[]> {
  return connection.query(
    `select x.at, trim(a.first_name || ' ' || a.last_name) as by, x.reason
     from admin_action x join app_user a on a.id = x.admin_id
     where x.user_id = $2 and x.order_id = $1 and x.action in ('order-first-approved', 'order-approved')
       and x.reason is not null
     order by x.at, x.id`,
    [id, userId],
    'approval-reasons',
  );
}

/** Appends the change that follows `version`; false where somebody else's follows it already. */
export async function insertChange(
  tx: Transaction,
  change: { subject: string; version: number; before: unknown; after: unknown; adminId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into setting_change (subject, version, before, after, changed_by)
     select $1, $2::integer + 1, $3::jsonb, $4::jsonb, $5
     where $2 = (select coalesce(max(version), 0) from setting_change where subject = $1)
     on conflict do nothing returning version`,
    [change.subject, change.version, JSON.stringify(change.before), JSON.stringify(change.after), change.adminId],
  );
  return rows.length > 0;
}

/** Writes the proposal of a subject in the place of an earlier one. */
export async function saveProposal(
  tx: Transaction,
  proposal: { subject: string; version: number; value: unknown; adminId: string },
): Promise<void> {
  await tx.query(
    `insert into setting_proposal (subject, version, value, proposed_by, proposed_at)
     values ($1, $2, $3::jsonb, $4, clock_timestamp())
     on conflict (subject) do update set version = excluded.version, value = excluded.value,
       proposed_by = excluded.proposed_by, proposed_at = clock_timestamp()`,
    [proposal.subject, proposal.version, JSON.stringify(proposal.value), proposal.adminId],
  );
}

/** Drops the proposal of a subject, where there is one. */
export async function dropProposal(tx: Transaction, subject: string): Promise<void> {
  await tx.query(`delete from setting_proposal where subject = $1`, [subject]);
}

interface AdminAction {
  readonly action: AdminActionType;
  readonly adminId: string;
  /** On whom; for an order or a payout, whose it is. */
  readonly userId: string;
  readonly orderId?: string;
  readonly reason?: string | null;
}

/** Writes who did what, to whom and why, in the transaction that does it. It can't be changed afterwards. */
export async function recordAdminAction(tx: Transaction, action: AdminAction): Promise<void> {
  await tx.query(
    `insert into admin_action (id, admin_id, action, user_id, order_id, reason) values ($1, $2, $3, $4, $5, $6)`,
    [newId(), action.adminId, action.action, action.userId, action.orderId ?? null, action.reason ?? null],
  );
}
