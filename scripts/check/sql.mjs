import { IS_FOR_TESTS, isNode, nameOf, SERVER, statementsOf, textsOf, walk, withoutComments } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */

/** One for each aggregate, and for each page that reads several: only a new aggregate raises it. */
const MOST_FILES = 44;
/** Statements on the platform's own tables and on the database itself. */
const PLATFORM = `${SERVER}platform/`;
/** Which rows are a person's, as parts of the platform's statements. */
const ERASED = '/personal-records.ts';
const NAME = String.raw`(?:only\s+)?(?:[\w."]+|\$\{\})`;
const STATEMENTS = [
  String.raw`select\s`,
  String.raw`with(?:\s+recursive)?\s+\w+\s*(?:\([\w\s,]*\)\s*)?as\s`,
  String.raw`insert\s+into\s`,
  String.raw`update\s+${NAME}(?:\s+(?:as\s+)?\w+)?\s+set\s`,
  String.raw`(?:delete\s+from|merge\s+into|truncate|(?:lock|alter|drop|create)\s+table)\s`,
  String.raw`(?:values|call\s+\w+)\s*\(`,
  String.raw`copy\s+${NAME}\s*(?:\([^)]*\)\s*)?(?:from|to)\s`,
];
const STATEMENT = new RegExp(String.raw`^[\s(]*(?:${STATEMENTS.join('|')})`);

/**
 * Whether a text is an SQL statement, in small letters or in capitals: a text for users has both.
 * @type {(text: string) => boolean}
 */
function isStatement(text) {
  const sql = withoutComments(text);
  const [word = ''] = /[a-z]+/i.exec(sql) ?? [];
  return STATEMENT.test(word === word.toUpperCase() ? sql.toLowerCase() : sql);
}

/** `connection.query`, with any name of the connection, in either notation. @type {(node: unknown) => boolean} */
const isQuery = (node) => {
  const callee = isNode(node) && node.type === 'CallExpression' ? node['callee'] : undefined;
  return isNode(callee) && nameOf(callee['property']) === 'query';
};

/** Whether a file has SQL: a statement, or a call that passes one. @type {(source: Source) => boolean} */
const hasSql = (source) => textsOf(source).some(isStatement) || walk(statementsOf(source)).some(isQuery);

/**
 * SQL outside of the one `db.ts` of its aggregate, a sentence each: a file beside it, a statement in another, or more
 * such files than there are aggregates. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function sqlProblems(sources) {
  const own = sources.filter(
    ({ path }) => path.startsWith(SERVER) && !path.startsWith(PLATFORM) && !IS_FOR_TESTS.test(path),
  );
  const files = own.filter(({ path }) => path.endsWith('/db.ts'));
  return [
    ...own.flatMap((source) => {
      const { path } = source;
      if (path.endsWith('/db.ts') || path.endsWith(ERASED)) return [];
      if (/\/db-[^/]*\.ts$/.test(path))
        return [`${path}: an aggregate has one db.ts, and a second aggregate a folder of its own`];
      return hasSql(source) ? [`${path} has SQL, which belongs in the db.ts of its aggregate`] : [];
    }),
    ...(files.length > MOST_FILES ? [`${files.length} files db.ts, and ${MOST_FILES} aggregates at most`] : []),
  ];
}
