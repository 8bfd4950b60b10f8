import type { Connection, Transaction } from './database.ts';

/** Why records stay: the books of money, the duty to know whose money it was, or the chained record of the team's acts. */
export type KeptFor = 'books' | 'sanctions' | 'audit';

/** Records about a person in one table. */
export interface PersonalTable {
  readonly table: string;
  /** As SQL: which of the rows, as `t`; `$1` is the person's id. */
  readonly where: string;
  /** After an account was closed and its time is over: the rows go, columns are overwritten (as SQL), or all stays for a reason. */
  readonly erased: 'deleted' | { readonly set: Readonly<Record<string, string>> } | { readonly kept: KeptFor };
  /** Nobody is given it: what serves to sign in, or may be another person's. */
  readonly isSecret?: true;
  /** Columns that nobody is given: secrets, names of colleagues, and what the law forbids to disclose. */
  readonly without?: readonly string[];
  /** Columns of bytes that are given out as base64, such as a picture's. */
  readonly asBase64?: readonly string[];
}

/** What a room keeps about a person, by its name in the archive. */
export type PersonalRecords = Readonly<Record<string, PersonalTable>>;

/** One row; numbers are decimal texts, as the largest have more digits than a number keeps. */
export type PersonalRecord = Record<string, unknown>;

/** Everything that some rooms keep about a person, by its name, whether there is any or not. */
export async function readPersonalRecords(
  connection: Connection,
  rooms: readonly PersonalRecords[],
  personId: string,
): Promise<Record<string, PersonalRecord[]>> {
  const found: Record<string, PersonalRecord[]> = {};
  for (const [name, of] of rooms.flatMap((records) => Object.entries(records))) {
    const { table, where, without = [], asBase64 = [], isSecret } = of;
    if (isSecret === true) continue;
    // PostgreSQL breaks base64 into lines.
    const encoded = asBase64.map((column) => `, '${column}', translate(encode(t.${column}, 'base64'), E'\\n', '')`);
    const rows = await connection.query<{ record: PersonalRecord }>(
      `select (
         select jsonb_object_agg(c.key, case jsonb_typeof(c.value) when 'number' then to_jsonb(c.value #>> '{}') else c.value end)
         from jsonb_each(to_jsonb(t) - $2::text[]${encoded.length === 0 ? '' : ` || jsonb_build_object(${encoded.join('').slice(2)})`}) c
       ) as record
       from ${table} t where ${where}`,
      [personId, without],
    );
    found[name] = rows.map(({ record }) => record);
  }
  return found;
}

/**
 * Erases what some rooms need not keep about a person; each room's in its own order, the last room's first, as rows of one may name
 * those of the rooms below it.
 */
export async function erasePersonalRecords(
  tx: Transaction,
  rooms: readonly PersonalRecords[],
  personId: string,
): Promise<void> {
  for (const { table, where, erased } of rooms.toReversed().flatMap((records) => Object.values(records))) {
    if (erased === 'deleted') await tx.query(`delete from ${table} t where ${where}`, [personId]);
    else if ('set' in erased) {
      const columns = Object.entries(erased.set).map(([column, value]) => `${column} = ${value}`);
      await tx.query(`update ${table} t set ${columns.join(', ')} where ${where}`, [personId]);
    }
  }
}
