/**
 * Migrations expand before they contract: while nodes are replaced one after the other, the version before runs on the
 * new schema, and it is what one goes back to. So a migration adds; what takes away waits for the version after the one
 * whose program no longer uses it, in a file of its own that begins with `-- contract, unused since 1.2.0: why`.
 *
 * Those run while the tables are written to, so an index on a table that is there already is built in a file that begins with
 * `-- live, why`, by `create index concurrently`: in a transaction all that writes to the table would wait for it.
 */

import { readHistory, tighteningProblems } from './tightening.mjs';

/** From here on; the earlier ones were written before there was a released version to go back to. */
const FIRST = 155;
/** From here on indexes are built live. */
const FIRST_LIVE = 257;
const LIVE = /^-- live, \S/;
const LIVE_STATEMENT = /^(?:create (?:unique )?index concurrently \w+ on \w+\b|drop index concurrently if exists \w+$)/;
const CONTRACT = /^(?:-- live, [^\n]*\n)?-- contract, unused since (?<version>\d+\.\d+\.\d+): \S/;

/** Written before the check looked at what a migration demands, and never edited again: why the version before runs on each. */
const LOOKED_THROUGH = {
  '0194_treasury_plans.sql':
    'no statement of before names the index; it refused a second open plan, which is now allowed',
  '0215_nonce_orders.sql': 'the check has one kind more',
  '0222_closed_accounts.sql':
    'the version before writes no new column of its check, and can’t enable a closed account, as it should be; the other check is looser',
  '0223_retention.sql': 'the trigger before it refused more',
  '0253_decline_after_approval.sql': 'the check is looser',
};

/** @type {readonly { readonly what: string, readonly pattern: RegExp }[]} */
const TAKES_AWAY = [
  { what: 'drops', pattern: /\bdrop\s+(?:table|column|view|materialized\s+view|function|type|sequence|schema)\b/ },
  { what: 'renames', pattern: /\balter\s+(?:table|type|view|sequence)\b[^;]*\brename\b/ },
  { what: 'changes the type of', pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/ },
  { what: 'demands a value of', pattern: /\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/ },
  {
    what: 'demands a value without a default of',
    pattern:
      /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?\w+\s+(?:(?!\bdefault\b|\bgenerated\b)[^,;])*\bnot\s+null\b(?!(?:(?!\badd\b)[^,;])*\b(?:default|generated)\b)/,
  },
];

/** SQL without comments and texts, in lower case. @type {(sql: string) => string} */
const bare = (sql) =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();

const PARTING = /\balter table (?<table>\w+) rename to (?<part>\w+) ?;/g;

/**
 * Bare SQL without renames by which a table becomes a part of one that has its name: that takes nothing away.
 * @type {(source: string) => string}
 */
const withoutParting = (source) => {
  const sql = bare(source);
  return sql.replaceAll(PARTING, (rename, table, part) => {
    const isMade = new RegExp(`\\bcreate table ${table} \\([^;]*\\) partition by `).test(sql);
    return isMade && source.includes(`alter table ${table} attach partition ${part} `) ? '' : rename;
  });
};

/** @type {(one: string, other: string) => boolean} */
const isOlder = (one, other) => {
  const [left, right] = [one, other].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((index) => left?.[index] !== right?.[index]);
  return at !== undefined && (left?.[at] ?? 0) < (right?.[at] ?? 0);
};

/**
 * What locks tables that others write to, or runs in the wrong kind of file. Pure.
 * @type {(source: string) => string[]}
 */
const lockProblems = (source) => {
  const sql = bare(source);
  const statements = sql.split(';').map((each) => each.trim());
  if (LIVE.test(source)) {
    const other = statements.find((each) => each !== '' && !LIVE_STATEMENT.test(each));
    return other === undefined ? [] : [`is live, and does more than build and drop indexes: ${other.slice(0, 60)}`];
  }
  if (/\bconcurrently\b/.test(sql)) return ['builds or drops an index concurrently: begin it with “-- live, why”'];
  const isMade = (/** @type {string} */ table) =>
    new RegExp(`\\bcreate (?:unlogged )?table (?:if not exists )?${table}\\b`).test(sql);
  const indexed = statements.flatMap((each) => [
    // Of a partitioned table alone: its parts get theirs one by one.
    /^create (?:unique )?index (?:if not exists )?(?:\w+ )?on (?!only\b)(?<table>\w+)/.exec(each)?.groups?.['table'] ??
      [],
    /^alter table (?<table>\w+)\b.*\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?! using index)/.exec(
      each,
    )?.groups?.['table'] ?? [],
  ]);
  return [...new Set(indexed.flat())]
    .filter((table) => !isMade(table))
    .map(
      (table) =>
        `builds an index on ${table} while all that writes to it waits: CONTRIBUTING.md says how it is built live`,
    );
};

/**
 * A sentence for each migration that takes something away from the version before, locks a table that
 * is there already while it builds an index, or has another's number. Pure.
 * @param {readonly { readonly path: string, readonly source: string }[]} migrations
 * @param {string} version of the program
 * @returns {string[]}
 */
export function migrationProblems(migrations, version) {
  const bares = migrations.map(({ source }) => bare(source));
  const numbers = migrations.map(({ path }) => Number(/(\d{4})_/.exec(path)?.[1] ?? 0));
  return migrations.flatMap(({ path, source }, at) => {
    const number = numbers[at] ?? 0;
    if (number < FIRST) return [];
    if (numbers.indexOf(number) < at) return [`${path} has the number of another migration: their order is not stated`];
    const locks = number < FIRST_LIVE ? [] : lockProblems(source).map((problem) => `${path} ${problem}`);
    if (locks.length > 0) return locks;
    const since = CONTRACT.exec(source)?.groups?.['version'];
    if (since !== undefined) {
      return isOlder(since, version) ? [] : [`${path}: the version ${since} is not before this one, ${version}`];
    }
    const found = TAKES_AWAY.filter(({ pattern }) => pattern.test(withoutParting(source))).map(
      ({ what }) => `${what} something that the version before may use`,
    );
    const isLookedThrough = (path.split('/').at(-1) ?? '') in LOOKED_THROUGH;
    const tightened = isLookedThrough
      ? []
      : tighteningProblems(source, bares[at] ?? '', readHistory(bares.slice(0, at)));
    return [...found, ...tightened].map(
      (problem) => `${path} ${problem}: CONTRIBUTING.md says how it is done in two versions`,
    );
  });
}
