import { parseSync } from 'oxc-parser';
import { IS_FOR_TESTS, isNode } from './events.mjs';

/** @typedef {import('./events.mjs').Source} Source */

const SERVER = 'apps/server/src/';
/** One for each aggregate: tables that change together have their statements in one file. */
const MOST_FILES = 44;
/** Statements on the platform's own tables and on the database itself. */
const PLATFORM = `${SERVER}platform/`;
const STATEMENT =
  /^\s*(?:select\s|with(?:\s+recursive)?\s+\w+\s*(?:\([\w\s,]*\)\s*)?as\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|merge\s+into\s|truncate\s|lock\s+table\s)/;

/** Whether a text is an SQL statement. @type {(text: unknown) => boolean} */
const isStatement = (text) => typeof text === 'string' && STATEMENT.test(text);

/** `connection.query`, with any name of the connection. @type {(callee: unknown) => boolean} */
const isQuery = (callee) => isNode(callee) && isNode(callee['property']) && callee['property']['name'] === 'query';

/** Whether a syntax tree contains SQL: a statement, or a call that passes one. @type {(value: unknown) => boolean} */
function hasSql(value) {
  if (Array.isArray(value)) return value.some(hasSql);
  if (!isNode(value)) return false;
  if (value.type === 'CallExpression' && isQuery(value['callee'])) return true;
  const text = value.type === 'TemplateElement' ? Object(value['value']).cooked : value['value'];
  if ((value.type === 'TemplateElement' || value.type === 'Literal') && isStatement(text)) return true;
  return Object.values(value).some((child) => typeof child === 'object' && hasSql(child));
}

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
    ...own.flatMap(({ path, source }) => {
      if (path.endsWith('/db.ts')) return [];
      if (/\/db-[^/]*\.ts$/.test(path))
        return [`${path}: an aggregate has one db.ts, and a second aggregate a folder of its own`];
      const { program, errors } = parseSync(path, source);
      if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
      return hasSql(program.body) ? [`${path} has SQL, which belongs in the db.ts of its aggregate`] : [];
    }),
    ...(files.length > MOST_FILES ? [`${files.length} files db.ts, and ${MOST_FILES} aggregates at most`] : []),
  ];
}
