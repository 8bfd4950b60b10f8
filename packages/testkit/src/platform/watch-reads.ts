import type { Connection, Database, Transaction } from '@kobogate/server/src/platform/database.ts';

/** A statement that read many rows of a table. */
export interface LongRead {
  readonly table: string;
  readonly rows: number;
  readonly statement: string;
}

export interface WatchedDatabase {
  readonly database: Database;
  /** Watches from now on; each statement is then followed by a question of ours. */
  start(): void;
  /** What was found so far, each statement once. */
  found(): LongRead[];
}

/** What the database itself counts, in the functions, triggers and references that a statement runs too; of parts, together. */
const COUNTS = `select coalesce(pg_partition_root(relid)::regclass::text, relname) as table,
    sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
  from pg_stat_xact_user_tables where coalesce(pg_partition_root(relid)::regclass::text, relname) = any($1::text[]) group by 1`;

/**
 * For tests: the same database, which notes the product's own statements that read more rows of a table than `most` says
 * of it, by an index or without one. Not its patient reads, which are made for that.
 */
export function watchReads(database: Database, most: Readonly<Record<string, number>>): WatchedDatabase {
  const tables = Object.keys(most);
  const found = new Map<string, LongRead>();
  let isOn = false;

  const count = async (tx: Connection): Promise<ReadonlyMap<string, number>> => {
    const rows = await tx.query<{ table: string; rows: number }>(COUNTS, [tables]);
    return new Map(rows.map((row) => [row.table, row.rows]));
  };
  const watch = (tx: Transaction): Transaction['query'] => {
    // Statements that are issued together are asked about one after the other.
    let before = Promise.resolve();
    return (text, values, name) => {
      const asked = before.then(async () => {
        const were = await count(tx);
        const answer = await tx.query<never>(text, values, name);
        for (const [table, all] of await count(tx)) {
          const rows = all - (were.get(table) ?? 0);
          const statement = `${text.replaceAll(/\s+/g, ' ').trim()} [${(values ?? []).map(String).join(', ')}]`;
          if (rows > (most[table] ?? 0)) found.set(`${table} ${statement}`, { table, rows, statement });
        }
        return answer;
      });
      before = asked.then(
        () => undefined,
        () => undefined,
      );
      return asked;
    };
  };
  const transaction: Database['transaction'] = (work) =>
    isOn ? database.transaction((tx) => work({ ...tx, query: watch(tx) })) : database.transaction(work);
  const query: Connection['query'] = (text, values, name) =>
    isOn ? transaction((tx) => tx.query<never>(text, values, name)) : database.query(text, values, name);
  return {
    database: { ...database, transaction, query, stale: { query, readPages: database.readPages } },
    start: () => {
      isOn = true;
    },
    found: () => [...found.values()],
  };
}
