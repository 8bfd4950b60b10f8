import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { sourceFiles } from './imports.mjs';

const SERVER = 'apps/server/src';
/** Tests and test helpers: they may emit any event. */
export const IS_FOR_TESTS = /\.test\.ts$/;
/** The one file that names every event, and the one that may write to the queue. */
const MAP = `${SERVER}/events.ts`;
const EVENT_TYPE = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/;

/** @typedef {{ readonly path: string, readonly source: string }} Source */
/** @typedef {Record<string, unknown> & { type: string }} Node */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
export function isNode(value) {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/**
 * Every node of a syntax tree.
 * @param {unknown} value
 * @returns {Generator<Node>}
 */
function* walk(value) {
  if (Array.isArray(value)) for (const item of value) yield* walk(item);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) if (typeof child === 'object') yield* walk(child);
  }
}

/** @type {(source: Source) => Node[]} */
function nodesOf({ path, source }) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return [...walk(program)];
}

/** @type {(node: unknown) => unknown[]} */
export const list = (node) => (Array.isArray(node) ? node : []);

/** The name of a property's key, written out or quoted. @type {(property: unknown) => string | undefined} */
function keyOf(property) {
  if (!isNode(property) || property.type !== 'Property' || property['computed'] === true) return undefined;
  const { key } = property;
  if (!isNode(key)) return undefined;
  const name = key.type === 'Identifier' ? key['name'] : key['value'];
  return typeof name === 'string' ? name : undefined;
}

/**
 * The texts that a value may be, or null where they are not literals.
 * @param {unknown} node
 * @returns {readonly string[] | null}
 */
function textsOf(node) {
  if (!isNode(node)) return null;
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return textsOf(node['expression']);
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : null;
  if (node.type !== 'ConditionalExpression') return null;
  const [yes, no] = [textsOf(node['consequent']), textsOf(node['alternate'])];
  return yes === null || no === null ? null : [...yes, ...no];
}

/** An event as it is written for the queue: an object with a type and a payload. @type {(node: Node) => unknown} */
function emittedType(node) {
  if (node.type !== 'ObjectExpression') return undefined;
  const properties = list(node['properties']);
  if (!properties.some((property) => keyOf(property) === 'payload')) return undefined;
  const type = properties.find((property) => keyOf(property) === 'type');
  return isNode(type) ? type['value'] : undefined;
}

/** Whether a file imports the queue's writer. @type {(node: Node) => boolean} */
const takesEnqueue = (node) =>
  node.type === 'ImportSpecifier' && isNode(node['imported']) && node['imported']['name'] === 'enqueue';

/**
 * What the types of `events.ts` can't check: an event of the map that is never emitted, whose handler never runs, and
 * code that writes to the queue directly. The types ensure that every event is handled. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function eventProblems(sources) {
  /** @type {Set<string>} */
  const emitted = new Set();
  /** @type {string[]} */
  const named = [];
  const problems = [];
  for (const source of sources.filter(({ path }) => !IS_FOR_TESTS.test(path))) {
    const { path } = source;
    for (const node of nodesOf(source)) {
      for (const text of textsOf(emittedType(node)) ?? []) emitted.add(text);
      if (path === MAP) {
        const name = node.type === 'Property' ? keyOf(node) : undefined;
        if (name !== undefined && EVENT_TYPE.test(name)) named.push(name);
      } else if (takesEnqueue(node))
        problems.push(`${path} writes to the queue past ${MAP}, where its events have to stand`);
    }
  }
  return [
    ...problems,
    ...named.filter((type) => !emitted.has(type)).map((type) => `${MAP} names ${type}, which nothing emits`),
  ];
}

/**
 * Reads the server's sources below a root.
 * @param {string} root
 * @returns {Promise<Source[]>}
 */
export async function readServer(root) {
  const paths = (await sourceFiles(root, SERVER)).filter((path) => path.endsWith('.ts'));
  return Promise.all(paths.map(async (path) => ({ path, source: await readFile(join(root, path), 'utf8') })));
}
