import type { Connection, Database } from '@kobogate/server/src/platform/database.ts';

/** A statement's name among those that the product leaves unnamed: one for each text. */
const names = new Map<string, string>();

const nameOf = (text: string): string => {
  const name = names.get(text) ?? `test-${names.size}`;
  names.set(text, name);
  return name;
};

const named =
  (connection: Connection): Connection['query'] =>
  (text, values, name) =>
    // One without parameters may be several statements, which no name can stand for.
    connection.query<never>(text, values, name ?? (values === undefined ? undefined : nameOf(text)));

/**
 * For tests: the same database, in which each connection prepares every statement with parameters once: with small tables,
 * reading and planning a statement takes longer than running it. The product leaves some unnamed, to be planned by the values
 * of each call.
 */
export function planOnce(database: Database): Database {
  return {
    ...database,
    query: named(database),
    patient: { query: named(database.patient) },
    stale: { ...database.stale, query: named(database.stale) },
    transaction: (work, pace) => database.transaction((tx) => work({ ...tx, query: named(tx) }), pace),
  };
}
