/** @typedef {{ readonly path: string, readonly source: string }} Source */

const DOOR = /^apps\/server\/src\/[a-z]+\/index\.ts$/;
const MAIN = 'apps/server/src/main.ts';
/** main.ts hands rooms what they need and starts the roles: it must stay short enough to read to the end. */
const MOST_LINES = 120;
/** The room's maker puts these together behind its door. */
const STAYS_INSIDE = /^(?:\w+Dependencies|\w+(?:Routes|Handlers))$/;

/** A bag of dependencies that goes through more functions hides from each what it needs. */
const MOST_HANDS = 4;

/**
 * Problems of bags of dependencies, one sentence each: what is called `dependencies` goes through four functions at most,
 * each handing it to the next. Calls are followed by their names, first within the file. Pure.
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

/** @type {(source: Source) => HandedOn[]} the functions at the top of a file, with those that they give all `dependencies` */
function functionsIn({ path, source }) {
  const starts = [...source.matchAll(/^(export )?(?:async )?function (\w+)|^(export )?const (\w+) = (?:async )?\(/gm)];
  return starts.map((start, index) => {
    const name = start[2] ?? start[4] ?? '';
    const body = source.slice(start.index, starts[index + 1]?.index);
    const handsTo = [...body.matchAll(/(\w+)\(\s*dependencies\b(?!\.)/g)].map(([, called = '']) => called);
    return { path, name, isExported: (start[1] ?? start[3]) !== undefined, handsTo };
  });
}

/**
 * Problems of the rooms' doors and of main.ts, one sentence each: a door exports a maker and what other rooms ask,
 * never its parts or a bag of their dependencies. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function makerProblems(sources) {
  return sources.flatMap(({ path, source }) => {
    if (path === MAIN) {
      const lines = source.trimEnd().split('\n').length;
      return lines > MOST_LINES
        ? [`${path} has ${lines} lines, and ${MOST_LINES} at most: let a room make what it does`]
        : [];
    }
    return DOOR.test(path)
      ? namesIn(source)
          .filter((name) => STAYS_INSIDE.test(name))
          .map((name) => `${path} exports ${name}, which its room’s maker puts together`)
      : [];
  });
}

/** @type {(source: string) => string[]} */
function namesIn(source) {
  return [...source.matchAll(/\{([^}]*)\}/g)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.replace(/^\s*type\s/, '').trim())
      .filter((name) => name !== ''),
  );
}
