import { endpoints, type UserId } from '@kobogate/contract';
import { countsStill } from '../approvals/db.ts';
import type { Connection, Transaction } from '../../platform/database.ts';

/** One stored change of one subject. The newest of a subject applies. */
export interface StoredChange {
  readonly subject: string;
  readonly version: number;
  readonly before: unknown;
  readonly after: unknown;
  readonly at: Date;
  /** The administrator's name, or the names of the two who agreed. */
  readonly by: string | null;
}

/** The newest change of each changed subject. */
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
            nullif(concat_ws(' and ', agreed.first_name || ' ' || agreed.last_name,
              admin.first_name || ' ' || admin.last_name), '') as by
     from unnest($1::text[]) as wanted (subject)
     cross join lateral (
       select * from setting_change where setting_change.subject = wanted.subject order by version desc limit $2
     ) as change
     left join app_user admin on admin.id = change.changed_by
     left join app_user agreed on agreed.id = change.agreed_by
     order by change.subject, change.version desc`,
    [subjects, limit],
  );
}

/** A change that waits for a second administrator. */
interface Proposal {
  readonly after: unknown;
  readonly adminId: UserId;
  readonly by: string;
  readonly at: Date;
}

/** As SQL: the open proposals `p` by administrators `a`, whose approvals still count, based on the present values. */
export const OPEN_PROPOSALS = `from setting_proposal p join app_user a on a.id = p.proposed_by
  where ${countsStill('a', 'p.proposed_at', endpoints.settings.saveApprovals)}
    and p.version = (select coalesce(max(c.version), 0) from setting_change c where c.subject = p.subject)`;

const OPEN = `select p.value as after, p.proposed_by as "adminId", a.first_name || ' ' || a.last_name as by, p.proposed_at as at
  ${OPEN_PROPOSALS} and p.subject = $1`;

/** The open proposal of a subject. */
export async function findProposal(connection: Connection, subject: string): Promise<Proposal | null> {
  const [proposal] = await connection.query<Proposal>(OPEN, [subject]);
  return proposal ?? null;
}

/** The same as `findProposal`, locked until the transaction ends. */
export async function loadProposalForUpdate(tx: Transaction, subject: string): Promise<Proposal | null> {
  const [proposal] = await tx.query<Proposal>(`${OPEN} for update of p`, [subject]);
  return proposal ?? null;
}

/** A change to be appended. */
export interface NewChange {
  readonly subject: string;
  readonly version: number;
  readonly before: unknown;
  readonly after: unknown;
  readonly adminId: UserId;
  /** Who asked for it first, where it takes two. */
  readonly agreedBy?: UserId | null;
}

/** Appends the change that follows `version`; false where another one follows it already. */
export async function insertChange(tx: Transaction, change: NewChange): Promise<boolean> {
  const { subject, version, before, after, adminId, agreedBy = null } = change;
  const rows = await tx.query(
    `insert into setting_change (subject, version, before, after, changed_by, agreed_by)
     select $1, $2::integer + 1, $3::jsonb, $4::jsonb, $5, $6
     where $2 = (select coalesce(max(version), 0) from setting_change where subject = $1)
     on conflict do nothing returning version`,
    [subject, version, JSON.stringify(before), JSON.stringify(after), adminId, agreedBy],
  );
  return rows.length > 0;
}

/** Writes the proposal of a subject in place of an earlier one. */
export async function saveProposal(
  tx: Transaction,
  proposal: { subject: string; version: number; value: unknown; adminId: UserId },
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
