import type { Connection, Transaction } from '../../platform/database.ts';

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
