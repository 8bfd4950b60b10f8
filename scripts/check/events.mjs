import { namesIn } from './doors.mjs';
import { IS_FOR_TESTS, isNode, list, SERVER, statementsOf, walk } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */
/** @typedef {import('./syntax.mjs').Node} Node */

/** The one file that names every event, and the one that may write to the queue. */
const MAP = `${SERVER}events.ts`;
const QUEUE = `${SERVER}platform/queue.ts`;
const EVENT_TYPE = /^[a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*$/;

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

/**
 * The events that a file emits, as far as their types are written out.
 * @param {Source} source
 * @returns {string[]}
 */
export const emittedIn = (source) => walk(statementsOf(source)).flatMap((node) => textsOf(emittedType(node)) ?? []);

/** What takes an event by its name without its type: only the map hands it on, with the type. */
const BY_NAME = new Set(['enqueue', 'runNow', 'bringForward', 'forgetDead', '*']);

/** Whether a file takes one of them from the queue, by name or with the whole module. @type {(source: Source) => boolean} */
const passesTheMap = (source) =>
  source.path !== MAP && namesIn(source).uses.some(({ to, name }) => to === QUEUE && BY_NAME.has(name));

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
    if (passesTheMap(source)) problems.push(`${path} writes to the queue past ${MAP}, where its events have to stand`);
    for (const text of emittedIn(source)) emitted.add(text);
    for (const node of walk(statementsOf(source))) {
      if (path === MAP) {
        const name = node.type === 'Property' ? keyOf(node) : undefined;
        if (name !== undefined && EVENT_TYPE.test(name)) named.push(name);
      }
    }
  }
  return [
    ...problems,
    ...named.filter((type) => !emitted.has(type)).map((type) => `${MAP} names ${type}, which nothing emits`),
  ];
}
