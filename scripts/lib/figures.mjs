import { readdir, readFile, writeFile } from 'node:fs/promises';
import { inRoot } from './paths.mjs';

/** @typedef {{ readonly value: number, readonly unit: string, readonly what?: string }} Quantity */
/** @typedef {{ readonly atLeast?: number, readonly atMost?: number }} Goal */
/** @typedef {Quantity & { readonly what: string, readonly goal?: Goal, readonly and?: readonly Quantity[] }} Figure */
/**
 * @typedef {{ readonly processor: string, readonly cores: number, readonly memoryGB: number, readonly node: string,
 *   readonly load: { readonly before: number, readonly after: number } }} Machine
 */
/**
 * @typedef {{ readonly bench: string, readonly date: string, readonly rounds: number, readonly machine: Machine,
 *   readonly figures: readonly Figure[] }} Result what `bench/lib/results.ts` writes
 */

const README = 'README.md';
const RESULTS = 'bench/results';
const START = '<!-- figures: written by `npm run bench -- table` -->';
const END = '<!-- end of figures -->';
const HEAD = ['what', 'measured', 'goal'];

/** Three figures, and all of those before the point: 0.85, 5.12, 48.3, 14,565. @type {(value: number) => string} */
const digits = (value) => {
  const decimals = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-GB', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
};

/** @type {(quantity: Quantity) => string} */
const inText = ({ value, unit }) => `${digits(value)}${/^[a-z]/i.test(unit) ? ` ${unit}` : unit}`;

/** @type {(figure: Figure) => string} */
function measuredText({ value, unit, and = [] }) {
  const others = and.map((other) => `${other.what === undefined ? '' : `${other.what} `}${inText(other)}`);
  return `${inText({ value, unit })}${others.length === 0 ? '' : ` (${others.join(', ')})`}`;
}

/** Whether it reaches its goal, if it has one. @type {(figure: Figure) => boolean} */
const isMet = ({ value, goal: { atLeast = value, atMost = value } = {} }) => value >= atLeast && value <= atMost;

/** @type {(figure: Figure) => string} */
function goalText(figure) {
  const { goal: { atLeast, atMost } = {}, unit } = figure;
  const bound = atLeast === undefined ? atMost : atLeast;
  if (bound === undefined) return '';
  return `${atLeast === undefined ? '≤' : '≥'} ${inText({ value: bound, unit })}${isMet(figure) ? '' : ': missed'}`;
}

/** The days, rounds and machines, in a line for each. @type {(results: readonly Result[]) => string} */
function origins(results) {
  return results
    .map(({ bench, date, rounds, machine: { processor, cores, memoryGB, node, load } }) => {
      const count = rounds === 1 ? '1 round' : `${rounds} rounds`;
      return `- \`${bench}\`: ${date}, ${count}; ${processor}, ${cores} cores, ${memoryGB} GB, Node ${node.slice(1)}; load ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after.`;
    })
    .join('\n');
}

/**
 * The README's table of what the benches measured, and below it when and where. Pure.
 * @param {readonly Result[]} results
 * @returns {string}
 */
export function figuresText(results) {
  const sorted = results.toSorted((left, right) => (left.bench < right.bench ? -1 : 1));
  const rows = sorted.flatMap(({ figures }) =>
    figures.map((figure) => [figure.what, measuredText(figure), goalText(figure)]),
  );
  // Padded as the formatter does it.
  const widths = HEAD.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(HEAD), rule, ...rows.map(line), '', origins(sorted)].join('\n');
}

/**
 * The README with the figures between its two marks. Throws where the marks are not there. Pure.
 * @param {string} readme
 * @param {readonly Result[]} results
 * @returns {string}
 */
export function withFigures(readme, results) {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${README} lacks the marks ${START} and ${END}`);
  return `${readme.slice(0, start)}${START}\n\n${figuresText(results)}\n\n${readme.slice(end)}`;
}

/**
 * What is wrong with the figures: a README that does not say what the files say, a file without its bench. Pure.
 * @param {string} readme
 * @param {readonly Result[]} results
 * @param {readonly string[]} benches the names of those that there are
 * @returns {string[]}
 */
export function figureProblems(readme, results, benches) {
  const orphans = results.filter(({ bench }) => !benches.includes(bench));
  return [
    ...(withFigures(readme, results) === readme
      ? []
      : [`${README} differs from ${RESULTS}: npm run bench -- table writes its figures`]),
    ...orphans.map(({ bench }) => `${RESULTS}/${bench}.json is of a bench that is not there`),
  ];
}

/** @returns {Promise<[readme: string, results: Result[], benches: string[]]>} for `figureProblems` */
export async function readFigures() {
  const files = await readdir(inRoot(RESULTS));
  const texts = await Promise.all(files.map((file) => readFile(inRoot(`${RESULTS}/${file}`), 'utf8')));
  const benches = (await readdir(inRoot('bench'))).map((file) => file.replace(/\.ts$/, ''));
  return [await readFile(inRoot(README), 'utf8'), texts.map((text) => JSON.parse(text)), benches];
}

/** Writes the README's figures again from `bench/results`. */
export async function writeFigures() {
  const [readme, results] = await readFigures();
  await writeFile(inRoot(README), withFigures(readme, results));
}
