import type { Connection } from './database.ts';

/** Records about a person in one table. */
export interface PersonalTable {
  readonly table: string;
  /** As SQL: which of the rows, as `t`; `$1` is the person's id. */
  readonly where: string;
  /** Columns that nobody is given: secrets, names of colleagues, and what the law forbids to disclose. */
  readonly without?: readonly string[];
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
  for (const [name, { table, where, without = [] }] of rooms.flatMap((records) => Object.entries(records))) {
    const rows = await connection.query<{ record: PersonalRecord }>(
      `select (
         select jsonb_object_agg(c.key, case jsonb_typeof(c.value) when 'number' then to_jsonb(c.value #>> '{}') else c.value end)
         from jsonb_each(to_jsonb(t) - $2::text[]) c
       ) as record
       from ${table} t where ${where}`,
      [personId, without],
    );
    found[name] = rows.map(({ record }) => record);
  }
  return found;
}
