import { namedInside, target } from './imports.mjs';
import { moduleOf } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */
/**
 * @typedef {{ from: string, to: string, name: string }} Use an imported or re-exported name; `*` is all of them
 * @typedef {{ file: string, name: string, isUsedThere: boolean }} Exported
 * @typedef {{ exported: readonly Exported[], uses: readonly Use[] }} Names
 */

const PRODUCT = /^(?:packages\/(?<name>[\w-]+)|apps\/server)\/src\//;
const DOOR = /^(?:packages\/[\w-]+\/src|apps\/server\/src\/[\w-]+)\/index\.ts$/;
/**
 * Doors for others than us: merchants build with the client; and the arithmetic of money is complete and proved as a
 * whole, whichever part of it the product calls today.
 */
const FOR_OTHERS = new Set(['client', 'money']);
/** Browser tests and the like are outside, like merchants: what they read of the contract is for merchants too. */
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$|^(?:packages\/testkit|bench|scripts)\//.test(file);

/**
 * Names that no product code takes, one sentence each: of a package's or a room's door, where the file itself does not count, and of
 * any other file of a package or the server that does not use them itself. Pure.
 * @param {Names} names
 * @returns {string[]}
 */
export function doorProblems({ exported, uses }) {
  const taken = new Set(uses.filter(({ from }) => !isTest(from)).map(({ to, name }) => `${to} ${name}`));
  return exported.flatMap(({ file, name, isUsedThere }) => {
    const of = PRODUCT.exec(file)?.groups?.['name'];
    if (!PRODUCT.test(file) || isTest(file) || FOR_OTHERS.has(of ?? '')) return [];
    if (isUsedThere && !DOOR.test(file)) return [];
    if (taken.has(`${file} ${name}`) || taken.has(`${file} *`)) return [];
    return [`${file} exports ${name}, which no product code imports: what tests alone need belongs in testkit`];
  });
}

/**
 * Names of the server that a bench imports and no file that the product runs does, one sentence each: what was made for
 * benches and tests is not what the product runs. Pure.
 * @param {Pick<Names, 'uses'>} names
 * @param {ReadonlySet<string>} product the files that the server's programs reach
 * @returns {string[]}
 */
export function benchNameProblems({ uses }, product) {
  const taken = new Set(uses.filter(({ from }) => product.has(from)).map(({ to, name }) => `${to} ${name}`));
  return uses.flatMap(({ from, to, name }) =>
    from.startsWith('bench/') && to.startsWith('apps/server/src/') && !taken.has(`${to} ${name}`)
      ? [`${from} imports ${name} of ${to}, which the product does not: a bench measures what the product runs`]
      : [],
  );
}

/**
 * The exports of a file, and the names that it imports from others. Throws where the file can't be read as source.
 * @param {Source} source
 * @returns {Names}
 */
export function namesIn(source) {
  const file = source.path;
  const { staticImports, staticExports } = moduleOf(source);
  const imports = staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({
      from: file,
      to: target(file, moduleRequest.value),
      name: importName.name ?? '*',
    })),
  );
  const entries = staticExports.flatMap((statement) => statement.entries);
  const passed = entries.flatMap(({ moduleRequest, importName }) =>
    moduleRequest === null ? [] : [{ from: file, to: target(file, moduleRequest.value), name: importName.name ?? '*' }],
  );
  const whole = namedInside(source).map((request) => ({
    from: file,
    to: target(file, request),
    name: '*',
  }));
  /** @type {readonly string[]} */
  const words = source.source.match(/[\w$]+/g) ?? [];
  const exported = entries.flatMap(({ exportName: { name } }) =>
    name === null ? [] : [{ file, name, isUsedThere: words.indexOf(name) !== words.lastIndexOf(name) }],
  );
  return { exported, uses: [...imports, ...passed, ...whole] };
}

/**
 * The names of some source files together.
 * @param {readonly Source[]} sources
 * @returns {Names}
 */
export function namesOf(sources) {
  const names = sources.map(namesIn);
  return { exported: names.flatMap(({ exported }) => exported), uses: names.flatMap(({ uses }) => uses) };
}
