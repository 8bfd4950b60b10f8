/** @typedef {{ readonly path: string, readonly source: string }} Source */

const DOOR = /^apps\/server\/src\/[a-z]+\/index\.ts$/;
const MAIN = 'apps/server/src/main.ts';
/** main.ts hands rooms what they need and starts the roles: it must stay short enough to read to the end. */
const MOST_LINES = 130;
/** The room's maker puts these together behind its door. */
const STAYS_INSIDE = /^(?:\w+Dependencies|\w+(?:Routes|Handlers))$/;

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
