import type { Connection } from '../database.ts';
import type { SequenceValue } from './manifest.ts';

/** A table and its columns, without the generated columns. One in parts is one table. */
export interface Table {
  readonly name: string;
  readonly isInParts: boolean;
  readonly columns: readonly string[];
}

// Objects of an extension, such as its statistics views, are not part of the product.
const OURS = `c.relnamespace = to_regnamespace(quote_ident(current_schema()))
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** The name, quoted for a statement. Pure. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The names, each quoted, with commas between. Pure. */
export const quoteAll = (names: readonly string[]): string => names.map(quote).join(', ');

/** The tables of the schema, by name. */
export const listTables = (connection: Connection): Promise<Table[]> =>
  connection.query<Table>(
    `select c.relname::text as name, c.relkind = 'p' as "isInParts", array(
       select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c where ${OURS} and c.relkind in ('r', 'p') and not c.relispartition order by c.relname`,
  );

/** Whether the schema holds nothing yet that could be a customer's data. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  const rows = await connection.query(
    `select 1 from pg_class c where ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') limit 1`,
  );
  return rows.length === 0;
}

/** Where each sequence is now: at least as far as any row that the caller's transaction sees. */
export async function readSequences(connection: Connection): Promise<SequenceValue[]> {
  const names = await connection.query<{ name: string }>(
    `select c.relname::text as name from pg_class c where ${OURS} and c.relkind = 'S' order by c.relname`,
  );
  const values: SequenceValue[] = [];
  for (const { name } of names) {
    const rows = await connection.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quote(name)}`,
    );
    values.push(...rows.map(({ value, isCalled }) => ({ name, value, isCalled })));
  }
  return values;
}

/** A foreign key, as the statements that drop and add it. */
export interface ForeignKey {
  readonly drop: string;
  readonly add: string;
}

/** The schema's foreign keys; parts have those of their table. Each `add` creates the same key again and checks every row against it. */
export const listForeignKeys = (connection: Connection): Promise<ForeignKey[]> =>
  connection.query<ForeignKey>(
    `select format('alter table %I drop constraint %I', c.relname, f.conname) as drop,
       format('alter table %I add constraint %I %s', c.relname, f.conname, pg_get_constraintdef(f.oid)) as add
     from pg_constraint f join pg_class c on c.oid = f.conrelid where f.contype = 'f' and f.conparentid = 0 and ${OURS} order by c.relname, f.conname`,
  );

/** Other programs that are connected to this database now, by application name or role. */
export async function listOtherSessions(connection: Connection): Promise<string[]> {
  const rows = await connection.query<{ name: string }>(
    `select distinct coalesce(nullif(application_name, ''), usename::text, 'a program without a name') as name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by name`,
  );
  return rows.map(({ name }) => name);
}
