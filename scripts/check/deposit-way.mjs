import { posix } from 'node:path';
import { IS_FOR_TESTS, isNode, list, nameOf, SERVER, statementsOf } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */
/** @typedef {import('./syntax.mjs').Node} Node */
/** @typedef {{ readonly file: string, readonly name: string }} Place a declaration */
/**
 * @typedef {{ declared: Map<string, Node>, passedOn: Map<string, Place> }} Module `passedOn`: what it imports, or
 * exports of others
 */

const PLATFORM = `${SERVER}platform/`;

/** What one can read in an afternoon; the limit may only be lowered. */
const MOST_FILES = 70;
/** Where coins are seen and credited. */
const ENTRY = { file: `${SERVER}custody/deposits/watch-network.ts`, name: 'watchNetwork' };
/** The events that lead from credited coins to the bank's payment, */
const EVENTS = new Set(['deposit.confirmed', 'order.payable', 'payout.due', 'payout.check', 'payout.paid']);
/** and the rooms whose handlers do that. Messaging only reports it. */
const ROOMS = ['controls', 'custody', 'sales', 'payouts'];

/** @type {(node: Node) => string[]} */
function declaredNames(node) {
  if (node.type !== 'VariableDeclaration') return isNode(node['id']) ? [nameOf(node['id'])] : [];
  return list(node['declarations']).flatMap((each) => (isNode(each) ? namesIn(each['id']) : []));
}

/** The names that a pattern binds. @type {(pattern: unknown) => string[]} */
function namesIn(pattern) {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  return [...list(pattern['properties']), ...list(pattern['elements'])].flatMap((each) =>
    isNode(each) ? namesIn(each['value'] ?? each) : [],
  );
}

/** @type {(source: Source) => Module} */
function readModule(source) {
  /** @type {Module} */
  const found = { declared: new Map(), passedOn: new Map() };
  for (const statement of statementsOf(source)) {
    if (!isNode(statement)) continue;
    const from = isNode(statement['source']) ? String(statement['source']['value']) : null;
    const file = from?.startsWith('.') === true ? posix.join(posix.dirname(source.path), from) : null;
    for (const each of list(statement['specifiers'])) {
      if (!isNode(each) || file === null) continue;
      if (each.type === 'ImportSpecifier')
        found.passedOn.set(nameOf(each['local']), { file, name: nameOf(each['imported']) });
      if (each.type === 'ExportSpecifier')
        found.passedOn.set(nameOf(each['exported']), { file, name: nameOf(each['local']) });
    }
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement;
    for (const name of declaredNames(declaration)) found.declared.set(name, declaration);
  }
  return found;
}

/**
 * The names that run-time code uses: no types, and no keys.
 * @param {unknown} node
 * @param {Set<string>} [into]
 * @returns {Set<string>}
 */
function usedNames(node, into = new Set()) {
  if (Array.isArray(node)) for (const each of node) usedNames(each, into);
  if (!isNode(node) || /^TS(?!As|Satisfies|NonNull)/.test(node.type)) return into;
  if (node.type === 'Identifier') into.add(nameOf(node));
  for (const [key, child] of Object.entries(node)) {
    const isKey = (key === 'property' || key === 'key') && node['computed'] !== true && node['shorthand'] !== true;
    if (typeof child === 'object' && !isKey) usedNames(child, into);
  }
  return into;
}

/** @type {(node: unknown) => boolean} */
const isOnTheWay = (node) => isNode(node) && node.type === 'Property' && EVENTS.has(nameOf(node['key']));

/** Whether a syntax tree contains a table of handlers. @type {(node: unknown) => boolean} */
function hasHandlers(node) {
  if (Array.isArray(node)) return node.some(hasHandlers);
  return (
    isNode(node) &&
    (isOnTheWay(node) || Object.values(node).some((child) => typeof child === 'object' && hasHandlers(child)))
  );
}

/**
 * The names used by a function's handlers on the way, and by what it makes for them only. @type {(node: Node) =>
 * Set<string>}
 */
function namesForHandlers(node) {
  /** @type {Set<string>} */
  const used = new Set();
  /** @type {Node[]} */
  const others = [];
  /** @type {(each: unknown) => void} */
  const sort = (each) => {
    if (Array.isArray(each)) each.forEach(sort);
    else if (!isNode(each)) return;
    else if (isOnTheWay(each)) usedNames(each['value'], used);
    else if (hasHandlers(each)) Object.values(each).forEach((child) => typeof child === 'object' && sort(child));
    else others.push(each);
  };
  sort(node);
  for (let before = -1; before < used.size;) {
    before = used.size;
    for (const other of others) if (declaredNames(other).some((name) => used.has(name))) usedNames(other, used);
  }
  return used;
}

/**
 * The files that a reader opens to follow a deposit to its naira: those of the functions that are called on the way,
 * from the watcher's read of a network through the handlers of the events that follow. A name that a door re-exports is
 * looked up where it is declared. Types, the platform, packages, and implementations of ports are not counted. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function depositWay(sources) {
  const product = sources.filter(({ path }) => !IS_FOR_TESTS.test(path) && !path.startsWith(PLATFORM));
  const modules = new Map(product.map((source) => [source.path, readModule(source)]));
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {Set<string>} */
  const files = new Set();
  /** @type {(file: string, names: Set<string>) => void} */
  const open = (file, names) => {
    files.add(file);
    for (const name of names) follow({ file, name });
  };
  /** @type {(place: Place) => void} */
  const follow = ({ file, name }) => {
    const found = modules.get(file);
    const declaration = found?.declared.get(name);
    const elsewhere = found?.passedOn.get(name);
    if (declaration === undefined) {
      if (elsewhere !== undefined) follow(elsewhere);
      return;
    }
    if (seen.has(`${file} ${name}`)) return;
    seen.add(`${file} ${name}`);
    open(file, usedNames(declaration));
  };
  follow(ENTRY);
  for (const [file, { declared }] of modules) {
    if (!ROOMS.some((room) => file.startsWith(`${SERVER}${room}/`))) continue;
    for (const declaration of declared.values()) {
      const names = hasHandlers(declaration) ? namesForHandlers(declaration) : null;
      if (names !== null) open(file, names);
    }
  }
  return [...files].toSorted();
}

/**
 * Whether the way of a deposit to its naira goes through too many files. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function depositWayProblems(sources) {
  const files = depositWay(sources);
  if (!files.includes(ENTRY.file)) return [`${ENTRY.file} has no ${ENTRY.name}, where a deposit begins`];
  if (files.length <= MOST_FILES) return [];
  return [
    `a deposit's way to its naira goes through ${files.length} files, and ${MOST_FILES} at most:\n${files.join('\n')}`,
  ];
}
