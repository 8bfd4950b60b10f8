import { readFile } from 'node:fs/promises';
import { inRoot } from '../lib/paths.mjs';

const TABLE = 'docs/asvs.md';
/** How many requirements have to be held. */
const LEAST = 140;

/**
 * What is wrong with the table of the security requirements: too few that are held, one that stands twice, one whose test is not
 * there. Pure.
 * @param {string} text of the table
 * @param {(path: string) => string | null} read a file's text; null: it is not there
 * @returns {string[]}
 */
export function asvsProblems(text, read) {
  const [held = ''] = text.split('## Not held');
  const rows = [...held.matchAll(/^\| ([\d.]+) +\| .+? +\| `(\S+)` +\| (.+?) +\|$/gm)].map(
    ([, id = '', file = '', title = '']) => ({
      id,
      file,
      title,
    }),
  );
  const ids = [...text.matchAll(/^\| (\d+\.\d+\.\d+) /gm)].map(([, id]) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    ...(rows.length < LEAST ? [`${TABLE}: ${rows.length} requirements are held, of at least ${LEAST}`] : []),
    ...twice.map((id) => `${TABLE}: ${id} stands twice`),
    ...rows.flatMap(({ id, file, title }) =>
      hasTest(read(file), title) ? [] : [`${TABLE}: ${id} names a test that is not there: ${file}, ${title}`],
    ),
  ];
}

/** @type {(source: string | null, title: string) => boolean} whether a test's title has these words */
const hasTest = (source, title) =>
  source !== null && source.split('\n').some((line) => line.includes(title) && /['"`]/.test(line));

/** @returns {Promise<string[]>} what is wrong with the project's own table */
export async function asvs() {
  const text = await readFile(inRoot(TABLE), 'utf8');
  const files = new Set([...text.matchAll(/`(\S+\.ts)`/g)].map(([, file = '']) => file));
  /** @type {Map<string, string | null>} */
  const texts = new Map();
  for (const file of files) texts.set(file, await readFile(inRoot(file), 'utf8').catch(() => null));
  return asvsProblems(text, (file) => texts.get(file) ?? null);
}
