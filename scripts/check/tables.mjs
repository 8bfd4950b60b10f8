import { ROOMS } from './boundaries.mjs';
import { IS_FOR_TESTS, SERVER, textsOf, withoutComments } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */
/** @typedef {{ readonly name: string, readonly body: string }} Routine a function of the database, or a view */
/** @typedef {{ readonly path: string, readonly room: string, readonly texts: readonly string[] }} Statements of a file */

/**
 * The rooms whose tables a room's statements read although it may not ask them (`ROOMS`): lists that are paged by one index, and sets
 * that are looked at in one statement (decision 30). A change of such a table has to look at these rooms too, so the list may only
 * become shorter.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const READS = {
  controls: ['identity', 'custody', 'sales', 'payouts'],
  sales: ['identity', 'payouts'],
  messaging: ['custody', 'payouts', 'admin'],
  books: ['identity'],
  admin: ['ledger', 'pricing', 'custody', 'payouts', 'books'],
};

const CREATES = /\bcreate table (?:if not exists )?(?<name>\w+)/gi;
const ROUTINES = /\bcreate (?:or replace )?function (?<name>\w+)[^$]*?\$(?<tag>\w*)\$(?<body>[\s\S]*?)\$\k<tag>\$/gi;
const VIEWS = /\bcreate (?:or replace )?view (?<name>\w+)[^;]*?\bas\b(?<body>[^;]*);/gi;
const NAME = String.raw`(?:only\s+)?(?:"?public"?\s*\.\s*)?"?(?<table>\w+)"?`;
const WRITES = new RegExp(
  String.raw`\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?:alter|drop)\s+table(?:\s+if\s+exists)?)\s+${NAME}`,
  'gi',
);
const COPIES = new RegExp(String.raw`\bcopy\s+${NAME}\s*(?:\([^)]*\)\s*)?from\b`, 'gi');
const READING = new RegExp(String.raw`\b(?:from|join|using|lock\s+table)\s+${NAME}`, 'gi');
/** The list of a `from`, in a text without brackets. */
const FROM_LIST =
  /\b(?:from|using)\s(?:(?!\b(?:where|group|order|limit|union|except|intersect|returning|for|having)\b)[^;])*/gi;
const FURTHER = new RegExp(String.raw`,\s*(?:lateral\s+)?${NAME}`, 'gi');
/** A write whose table is not written out behind it: put in, or in another text that is added. */
const PUTS_IN =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?(?:\$\{\}|$)|\bupdate\s+(?:only\s+)?"?\$\{\}"?(?:\s+(?:as\s+)?\w+)?\s+set\b|^\s*update\s+$/i;

/** Names the tables that are erased for a room, which the platform does. */
const ERASED = '/personal-records.ts';

/** The folder of the server that a file is in: a room, or the platform. @type {(path: string) => string} */
const roomOf = (path) => path.slice(SERVER.length).split('/', 1)[0] ?? '';

/** What a file writes and reads. @type {(source: Source) => Statements} */
const statementsIn = (source) => ({
  path: source.path,
  room: roomOf(source.path),
  texts: textsOf(source).map(withoutComments),
});

/** @type {(pattern: RegExp, text: string) => string[]} */
const namesIn = (pattern, text) =>
  [...text.matchAll(pattern)].map(({ groups }) => (groups?.['table'] ?? groups?.['name'] ?? '').toLowerCase());

/** @type {(pattern: RegExp, text: string) => Routine[]} */
const routinesIn = (pattern, text) =>
  [...text.matchAll(pattern)].map(({ groups }) => ({ name: groups?.['name'] ?? '', body: groups?.['body'] ?? '' }));

/** The names that a text reads from, those behind a comma too: `from deposit d, payout p`. @type {(text: string) => string[]} */
function readIn(text) {
  const found = namesIn(READING, text);
  const addListed = (/** @type {string} */ part) => {
    for (const [list] of part.matchAll(FROM_LIST)) found.push(...namesIn(FURTHER, list));
    return '';
  };
  let rest = text;
  while (/\([^()]*\)/.test(rest)) rest = rest.replaceAll(/\([^()]*\)/g, (inner) => addListed(inner.slice(1, -1)));
  addListed(rest);
  return found;
}

/**
 * What migrations created: the tables, the tables behind each view, and what each function of the database writes.
 * @param {readonly Source[]} migrations
 */
function readSchema(migrations) {
  const text = migrations.map(({ source }) => withoutComments(source)).join('\n');
  const tables = new Set(namesIn(CREATES, text));
  const behind = new Map(routinesIn(VIEWS, text).map(({ name, body }) => [name, readIn(body)]));
  const inTables = (/** @type {readonly string[]} */ names) =>
    names.flatMap((name) => behind.get(name) ?? [name]).filter((name) => tables.has(name));
  const functions = routinesIn(ROUTINES, text);
  /** @type {(sql: string, seen?: ReadonlySet<string>) => string[]} the tables that a text writes, itself or by functions */
  const written = (sql, seen = new Set()) => [
    ...inTables([...namesIn(WRITES, sql), ...namesIn(COPIES, sql)]),
    ...functions
      .filter(({ name }) => !seen.has(name) && new RegExp(String.raw`\b${name}\s*\(`).test(sql))
      .flatMap(({ name, body }) => written(body, new Set([...seen, name]))),
  ];
  return { tables, written, read: (/** @type {string} */ sql) => inTables(readIn(sql)) };
}

/** Whether a file writes a table that is put in. @type {(file: Statements) => boolean} */
const putsIn = ({ texts }) => texts.some((text) => PUTS_IN.test(text));

/**
 * The files that write each table. Where a table is put in, all count that the file names; a room's `personal-records.ts` names those
 * that are erased for it.
 * @param {readonly Statements[]} files
 * @param {ReturnType<typeof readSchema>} schema
 */
function writersOf(files, { tables, written }) {
  /** @type {Map<string, Set<Statements>>} */
  const writers = new Map();
  for (const file of files) {
    const { path, texts } = file;
    const named = path.endsWith(ERASED) || putsIn(file) ? texts.filter((text) => tables.has(text)) : [];
    for (const table of [...texts.flatMap((text) => written(text)), ...named])
      writers.set(table, (writers.get(table) ?? new Set()).add(file));
  }
  return writers;
}

/** The room that writes a table. @type {(files: ReadonlySet<Statements> | undefined) => string | undefined} */
const ownerOf = (files) => [...(files ?? [])][0]?.room;

/**
 * Tables that more than one room writes, or more than one file, a sentence each.
 * @param {ReturnType<typeof writersOf>} writers
 */
function writerProblems(writers) {
  return [...writers].flatMap(([table, files]) => {
    const rooms = new Map([...files].map(({ room, path }) => [room, path]));
    if (rooms.size > 1) return [`${table} is written by more than one room: ${[...rooms.values()].join(', ')}`];
    const paths = [...files].map(({ path }) => path).filter((path) => path.endsWith('/db.ts'));
    return paths.length < 2 ? [] : [`${table} is written in more than one file: ${paths.join(', ')}`];
  });
}

/**
 * Tables that are read by a room which may neither ask the table's room nor is listed for it, and listed reads that are gone, a sentence
 * each.
 * @param {readonly Statements[]} files
 * @param {ReturnType<typeof readSchema>} schema
 * @param {ReturnType<typeof writersOf>} writers
 * @param {typeof READS} reads
 */
function readProblems(files, schema, writers, reads) {
  /** @type {Set<string>} */
  const used = new Set();
  const unlisted = files.flatMap(({ path, room, texts }) =>
    [...new Set(texts.flatMap(schema.read))].flatMap((table) => {
      const owner = ownerOf(writers.get(table));
      const asked = ROOMS[room];
      if (owner === undefined || owner === room || asked === undefined || asked.includes(owner)) return [];
      used.add(`${room} ${owner}`);
      return reads[room]?.includes(owner) === true
        ? []
        : [`${path} reads ${table}, which is ${owner}’s: ask that room, or for what it hands out`];
    }),
  );
  const gone = Object.entries(reads).flatMap(([room, owners]) =>
    owners
      .filter((owner) => !used.has(`${room} ${owner}`))
      .map((owner) => `${room} reads no table of ${owner}: take it from the list of reads`),
  );
  return [...unlisted, ...gone];
}

/**
 * What is wrong with who writes and reads the tables, a sentence each: each has one file of one room that writes it, and that room is
 * responsible for its content. Functions and views of the database count as what they do. Pure.
 * @param {readonly Source[]} migrations
 * @param {readonly Source[]} sources
 * @param {typeof READS} [reads]
 * @returns {string[]}
 */
export function tableProblems(migrations, sources, reads = READS) {
  const schema = readSchema(migrations);
  const files = sources.filter(({ path }) => !IS_FOR_TESTS.test(path)).map(statementsIn);
  const writers = writersOf(files, schema);
  const unnamed = files.filter(
    (file) => file.room !== 'platform' && putsIn(file) && !file.texts.some((text) => schema.tables.has(text)),
  );
  return [
    ...writerProblems(writers),
    ...unnamed.map(
      ({ path }) => `${path} puts in the table that it writes: name it there, so that one can see whose it is`,
    ),
    ...readProblems(files, schema, writers, reads),
  ];
}

/**
 * The room that writes each table. Pure.
 * @param {readonly Source[]} migrations
 * @param {readonly Source[]} sources
 * @returns {ReadonlyMap<string, string>}
 */
export function ownersOfTables(migrations, sources) {
  const files = sources.filter(({ path }) => !IS_FOR_TESTS.test(path)).map(statementsIn);
  const writers = writersOf(files, readSchema(migrations));
  return new Map([...writers].map(([table, by]) => [table, ownerOf(by) ?? '']));
}
