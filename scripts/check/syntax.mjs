import { parseSync } from 'oxc-parser';

/** @typedef {{ readonly path: string, readonly source: string }} Source */
/** @typedef {Record<string, unknown> & { type: string }} Node */

export const SERVER = 'apps/server/src/';
/** Tests, which may do what the product may not. */
export const IS_FOR_TESTS = /\.test\.tsx?$/;

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
export function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** @type {(node: unknown) => unknown[]} */
export const list = (node) => (Array.isArray(node) ? node : []);

/** What an identifier or a quoted key says. @type {(node: unknown) => string} */
export function nameOf(node) {
  const name = isNode(node) ? (node['name'] ?? node['value']) : undefined;
  return typeof name === 'string' ? name : '';
}

/**
 * A syntax tree's nodes, each before those inside it.
 * @param {unknown} value
 * @param {Node[]} [into]
 * @returns {Node[]}
 */
export function walk(value, into = []) {
  if (Array.isArray(value)) for (const item of value) walk(item, into);
  else if (isNode(value)) {
    into.push(value);
    for (const child of Object.values(value)) if (typeof child === 'object') walk(child, into);
  }
  return into;
}

/** What was parsed, as several rules read the same file. @type {WeakMap<Source, import('oxc-parser').ParseResult>} */
const parsed = new WeakMap();

/** @type {(source: Source) => import('oxc-parser').ParseResult} throws where the file can't be read as source */
function parse(source) {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const result = parseSync(source.path, source.source);
  const [error] = result.errors;
  if (error !== undefined) throw new Error(`${source.path}: ${error.message}`);
  parsed.set(source, result);
  return result;
}

/**
 * The imports and exports at the top of a file, for which no syntax tree is made: most of the time goes into that. Throws where the
 * file can't be read as source.
 * @param {Source} source
 */
export const moduleOf = (source) => parse(source).module;

/**
 * The statements of a file. Throws where it can't be read as source.
 * @param {Source} source
 * @returns {readonly unknown[]}
 */
export const statementsOf = (source) => parse(source).program.body;

/**
 * The texts of a file, each as a whole: `${}` stands where something is put into one.
 * @param {Source} source
 * @returns {string[]}
 */
export function textsOf(source) {
  return walk(statementsOf(source)).flatMap((node) => {
    if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
    if (node.type !== 'TemplateLiteral') return [];
    const parts = list(node['quasis']).map((part) => (isNode(part) ? Object(part['value']).cooked : ''));
    return [parts.join('${}')];
  });
}

/** SQL without its comments. @type {(text: string) => string} */
export const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\/|--[^\n]*/g, ' ');
