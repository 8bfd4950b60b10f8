/**
 * What a migration demands, refuses or removes that the version before did not know of: while that one still runs, its statements would
 * fail or miss something. Whether a rule is looser than the one before can't be read from SQL, so a migration that replaces a check by a
 * looser one says so: `-- loosens NAME: why`.
 */

/** @typedef {{ readonly uniques: ReadonlyMap<string, string>, readonly functions: ReadonlyMap<string, string> }} History */

const FUNCTION = /\bcreate (?:or replace )?function (?<name>[\w.]+)[^;]*? as (?<tag>\$\w*\$)(?<body>.*?)\k<tag>/g;
const UNIQUE_INDEX =
  /\bcreate unique index (?:concurrently )?(?:if not exists )?(?<name>\w+ )?on (?:only )?(?<table>\w+)(?<key>[^;]*)/g;
const RAISES = /\braise exception\b/;
/** What a trigger before a row answers to leave it out. */
const LEAVES_OUT = /\braise exception\b|\breturn null\b/;
const LOOSENS = /^-- loosens (?<name>\w+): \S/gm;
/** Words of an expression that name no column. */
const WORDS = new Set(
  'and or not is null in between like ilike similar to true false case when then else end any all array distinct from unknown collate'.split(
    ' ',
  ),
);

/**
 * What earlier migrations, as bare SQL, have made: unique indexes and constraints with their table and key, functions with their body.
 * Pure.
 * @param {readonly string[]} earlier
 * @returns {History}
 */
export function readHistory(earlier) {
  /** @type {Map<string, string>} */
  const uniques = new Map();
  /** @type {Map<string, string>} */
  const functions = new Map();
  for (const sql of earlier) {
    for (const { groups } of sql.matchAll(UNIQUE_INDEX)) uniques.set(nameOf(groups), keyOf(groups));
    for (const { groups } of sql.matchAll(/\bconstraint (?<name>\w+) (?:unique|primary key|exclude)\b/g)) {
      uniques.set(groups?.['name'] ?? '', 'constraint');
    }
    for (const [name, body] of functionsOf(sql)) functions.set(name, body);
  }
  return { uniques, functions };
}

/** @typedef {Record<string, string | undefined> | undefined} Groups */
/** @type {(groups: Groups) => string} */
const nameOf = (groups) => (groups?.['name'] ?? '').trim();
/** @type {(groups: Groups) => string} */
const keyOf = (groups) => `${groups?.['table']} ${groups?.['key']}`.replaceAll(/\s+/g, ' ').trim();

/** @type {(sql: string) => readonly (readonly [string, string])[]} */
const functionsOf = (sql) =>
  [...sql.matchAll(FUNCTION)].map(({ groups }) => [groups?.['name'] ?? '', groups?.['body'] ?? '']);

/**
 * The names that an expression has, without functions and keywords.
 * @type {(expression: string) => string[]}
 */
const columnsIn = (expression) =>
  [
    ...expression
      .replaceAll("''", ' ')
      .replaceAll(/::\s*\w+(?:\[\])?/g, ' ')
      .matchAll(/(?<![\w.])[a-z_]\w*(?!\s*\(|\w)/g),
  ]
    .map(([word]) => word)
    .filter((word) => !WORDS.has(word));

/** The text up to the bracket that closes the first one. @type {(text: string) => string} */
function inBrackets(text) {
  let depth = 0;
  for (let at = text.indexOf('('); at < text.length && at !== -1; at += 1) {
    depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
    if (depth === 0) return text.slice(text.indexOf('(') + 1, at);
  }
  return text;
}

const ADDS_COLUMN =
  /\badd (?:column )?(?:if not exists )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)(?<name>\w+)(?<rest>[^,]*)/g;

/**
 * The columns that a migration adds to a table; only those that are null where nobody gives them, with `isNull`.
 * @type {(statements: readonly string[], table: string, isNull?: boolean) => ReadonlySet<string>}
 */
const addedTo = (statements, table, isNull = false) =>
  new Set(
    statements
      .filter((each) => new RegExp(`^alter table (?:only )?${table}\\b`).test(each))
      .flatMap((each) => Array.from(each.matchAll(ADDS_COLUMN)))
      .filter(({ groups }) => !isNull || !/\bdefault\b|\bnot null\b|\bgenerated\b/.test(groups?.['rest'] ?? ''))
      .map(({ groups }) => groups?.['name'] ?? ''),
  );

/**
 * What the version before would trip over, each in words that follow the migration's name. Pure.
 * @param {string} source
 * @param {string} bareSql without comments and texts
 * @param {History} history
 * @returns {string[]}
 */
export function tighteningProblems(source, bareSql, history) {
  const outside = bareSql.replaceAll(FUNCTION, 'create function done');
  const statements = outside.split(';').map((each) => each.trim());
  const made = new Set(
    [...outside.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?(\w+)/g)].map(([, name]) => name ?? ''),
  );
  const loosened = new Set([...source.matchAll(LOOSENS)].map(({ groups }) => groups?.['name'] ?? ''));
  const own = new Map(functionsOf(bareSql));
  const functions = new Map([...history.functions, ...own]);
  /** @type {readonly ((statement: string) => readonly string[])[]} */
  const rules = [
    (statement) => removals(statement, made),
    (statement) => constraints(statement, statements, { made, loosened }),
    (statement) => uniqueKeys(statement, statements, made),
    (statement) => lostKeys(statement, bareSql, history),
    (statement) => triggers(statement, made, functions),
    (statement) => (DROPS_DEFAULT.test(statement) ? ['drops a default'] : []),
    (statement) => (HIDES.test(statement) ? ['hides rows or rewrites statements'] : []),
  ];
  const refusing = [...own.keys()].filter((name) => {
    const before = history.functions.get(name);
    return before !== undefined && RAISES.test(own.get(name) ?? '') && !RAISES.test(before);
  });
  return [
    ...statements.flatMap((statement) => rules.flatMap((rule) => rule(statement))),
    ...refusing.map((name) => `lets ${name} refuse`),
  ];
}

const DROPS_DEFAULT = /\balter (?:column )?\w+ drop default\b/;
const HIDES = /\benable row level security\b|^create (?:or replace )?(?:policy|rule)\b/;

/** @type {(statement: string, made: ReadonlySet<string>) => string[]} */
function removals(statement, made) {
  const [, table] =
    /\bdelete from (?:only )?(\w+)/.exec(statement) ??
    /(?:^|\bbegin )truncate (?:table )?(?:only )?(\w+)/.exec(statement) ??
    [];
  if (table !== undefined && !made.has(table)) return [`removes rows of ${table}`];
  return /(?:^|\bbegin )revoke\b/.test(statement) ? ['takes a right away'] : [];
}

const ADDS_CHECK = /\badd (?:constraint (?<name>\w+) )?(?:check ?\(|foreign key ?\()/g;

/** @type {(statement: string, statements: readonly string[], known: { made: ReadonlySet<string>, loosened: ReadonlySet<string> }) => string[]} */
function constraints(statement, statements, { made, loosened }) {
  const [, table] = /^alter table (?:only )?(\w+)/.exec(statement) ?? [];
  if (table === undefined || made.has(table)) return [];
  const added = addedTo(statements, table);
  return [...statement.matchAll(ADDS_CHECK)].flatMap((found) => {
    const name = found.groups?.['name'];
    const isNew = columnsIn(inBrackets(statement.slice(found.index))).every((column) => added.has(column));
    const isReplaced =
      name !== undefined &&
      statements.some((each) => new RegExp(`\\bdrop constraint (?:if exists )?${name}\\b`).test(each));
    return isNew || (isReplaced && loosened.has(name))
      ? []
      : [`demands more of the rows of ${table} (${name ?? 'a check'})`];
  });
}

/** @type {(statement: string, statements: readonly string[], made: ReadonlySet<string>) => string[]} */
function uniqueKeys(statement, statements, made) {
  const index = [...statement.matchAll(UNIQUE_INDEX)][0]?.groups;
  const constraint =
    /^alter table (?:only )?(?<table>\w+)\b.*?\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?! using index)(?<key>.*)/.exec(
      statement,
    )?.groups;
  const { table, key } = index ?? constraint ?? {};
  if (table === undefined || key === undefined || made.has(table)) return [];
  // Rows of the version before have null there, which equals no other null.
  const added = addedTo(statements, table, true);
  return columnsIn(inBrackets(key)).some((column) => added.has(column)) ? [] : [`demands that rows of ${table} differ`];
}

/** Of what `on conflict` of the version before may name. @type {(statement: string, sql: string, history: History) => string[]} */
function lostKeys(statement, sql, { uniques }) {
  const kept = new Set([...sql.matchAll(UNIQUE_INDEX)].map(({ groups }) => keyOf(groups)));
  const dropped = [
    ...[...statement.matchAll(/^drop index (?:concurrently )?(?:if exists )?(.*)/g)].flatMap(([, names]) =>
      (names ?? '').split(','),
    ),
    ...[...statement.matchAll(/\bdrop constraint (?:if exists )?(\w+)/g)].map(([, name]) => name ?? ''),
  ].map((name) => name.trim().split(' ', 1)[0] ?? '');
  return dropped
    .filter((name) => /_(?:key|pkey|excl)$/.test(name) || (uniques.has(name) && !kept.has(uniques.get(name) ?? '')))
    .map((name) => `drops the unique ${name}`);
}

const TRIGGER =
  /^create (?:or replace )?(?:constraint )?trigger \w+ (?<when>.*?) on (?<table>\w+)\b.*\bexecute (?:function|procedure) (?<name>[\w.]+)/;

/** @type {(statement: string, made: ReadonlySet<string>, functions: ReadonlyMap<string, string>) => string[]} */
function triggers(statement, made, functions) {
  const { when = '', table = '', name = '' } = TRIGGER.exec(statement)?.groups ?? {};
  // The program truncates no table.
  if (table === '' || made.has(table) || /^(?:before|after) truncate$/.test(when)) return [];
  const body = functions.get(name);
  const refuses = /^(?:before|instead of)\b/.test(when) ? LEAVES_OUT : RAISES;
  return body === undefined || refuses.test(body) ? [`adds a trigger that may refuse rows of ${table}`] : [];
}
