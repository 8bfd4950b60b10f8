import { namesIn } from './doors.mjs';
import { isNode, list, nameOf, statementsOf, walk } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */
/** @typedef {import('./syntax.mjs').Node} Node */

const DOOR = /^apps\/server\/src\/[a-z]+\/index\.ts$/;
const MAIN = 'apps/server/src/main.ts';
/** main.ts hands rooms what they need and starts the roles: it must stay short enough to read to the end. */
const MOST_LINES = 120;
/** The room's maker puts these together behind its door. */
const STAYS_INSIDE = /^(?:\w+Dependencies|\w+(?:Routes|Handlers))$/;

/** A bag of dependencies that goes through more functions hides from each what it needs. */
const MOST_HANDS = 4;

/**
 * Problems of bags of dependencies, one sentence each: what is called `dependencies`, or has such a type, goes through four functions
 * at most, each handing all of it to the next. Calls are followed by their names, first within the file. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function bagProblems(sources) {
  const functions = sources.filter(({ path }) => !path.endsWith('.test.ts')).flatMap(functionsIn);
  /** @type {Map<HandedOn, HandedOn[]>} */
  const known = new Map();
  /** @type {(one: HandedOn, before?: readonly HandedOn[]) => HandedOn[]} */
  const longest = (one, before = []) => {
    const found = known.get(one);
    if (found !== undefined) return found;
    let way = [one];
    for (const name of one.handsTo) {
      const named = functions.filter((other) => other.name === name && !before.includes(other) && other !== one);
      const next = named.find(({ path }) => path === one.path) ?? named.find(({ isExported }) => isExported);
      const on = next === undefined ? [] : longest(next, [...before, one]);
      if (on.length >= way.length) way = [one, ...on];
    }
    known.set(one, way);
    return way;
  };
  return functions
    .map((one) => longest(one))
    .filter((way) => way.length > MOST_HANDS)
    .map((way) => `${way[0]?.path}: dependencies are handed through ${way.map(({ name }) => name).join(' → ')}`);
}

/** @typedef {{ path: string, name: string, isExported: boolean, handsTo: string[] }} HandedOn */

/** Whether a parameter is a bag: by its name, or by its type, `OrderDependencies` or a part of it. @type {(parameter: unknown) => boolean} */
const isBag = (parameter) =>
  isNode(parameter) &&
  parameter.type === 'Identifier' &&
  (nameOf(parameter) === 'dependencies' ||
    walk(parameter['typeAnnotation']).some(
      (node) => node.type === 'TSTypeReference' && nameOf(node['typeName']).endsWith('Dependencies'),
    ));

/** Whether an argument is a bag, or an object that all of it is put into. @type {(argument: unknown, bags: ReadonlySet<string>) => boolean} */
function handsOn(argument, bags) {
  if (!isNode(argument)) return false;
  if (argument.type === 'Identifier') return bags.has(nameOf(argument));
  return (
    argument.type === 'ObjectExpression' &&
    list(argument['properties']).some(
      (each) => isNode(each) && each.type === 'SpreadElement' && handsOn(each['argument'], bags),
    )
  );
}

/** A function that a statement declares, with its name. @type {(statement: unknown) => { name: string, made: Node }[]} */
function functionsOf(statement) {
  if (!isNode(statement)) return [];
  if (statement.type === 'FunctionDeclaration') return [{ name: nameOf(statement['id']), made: statement }];
  return list(statement['declarations']).flatMap((each) => {
    const made = isNode(each) ? each['init'] : undefined;
    return isNode(each) && isNode(made) && made.type === 'ArrowFunctionExpression'
      ? [{ name: nameOf(each['id']), made }]
      : [];
  });
}

/** The functions at the top of a file, with those that they give a whole bag. @type {(source: Source) => HandedOn[]} */
function functionsIn(source) {
  return statementsOf(source).flatMap((statement) => {
    const exported = isNode(statement) && isNode(statement['declaration']) ? statement['declaration'] : null;
    return functionsOf(exported ?? statement).map(({ name, made }) => {
      const bags = new Set(list(made['params']).filter(isBag).map(nameOf));
      const calls = bags.size === 0 ? [] : walk(made['body']).filter(({ type }) => type === 'CallExpression');
      const handsTo = calls
        .filter((call) => list(call['arguments']).some((argument) => handsOn(argument, bags)))
        .map((call) => nameOf(call['callee']));
      return { path: source.path, name, isExported: exported !== null, handsTo };
    });
  });
}

/**
 * Problems of the rooms' doors and of main.ts, one sentence each: a door exports a maker and what other rooms ask,
 * never its parts or a bag of their dependencies. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function makerProblems(sources) {
  return sources.flatMap((source) => {
    const { path } = source;
    if (path === MAIN) {
      const lines = source.source.trimEnd().split('\n').length;
      return lines > MOST_LINES
        ? [`${path} has ${lines} lines, and ${MOST_LINES} at most: let a room make what it does`]
        : [];
    }
    if (!DOOR.test(path)) return [];
    const { exported, uses } = namesIn(source);
    // What a door passes on has two names, here and where it is declared.
    const names = new Set([...exported, ...uses].map(({ name }) => name));
    return [
      ...[...names]
        .filter((name) => STAYS_INSIDE.test(name))
        .map((name) => `${path} exports ${name}, which its room’s maker puts together`),
      ...(names.has('*') ? [`${path} exports all of a file: name what others ask`] : []),
    ];
  });
}
