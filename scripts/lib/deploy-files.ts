import { readFile } from 'node:fs/promises';
import { inRoot } from './paths.mjs';
import { SAMPLE } from './sample-environment.mjs';

/** A file of the repository as text, by its path from the root. */
export const read = (path: string): Promise<string> => readFile(inRoot(path), 'utf8');

/** The same as what its JSON says. */
export const readJson = async (path: string) => JSON.parse(await read(path));

/** Every variable of the sample file, which `npm run check` compares with the program. */
export const knownVariables = async (): Promise<Set<string>> =>
  new Set([...(await read(SAMPLE)).matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name));

/** Whether a variable is one of `names`, or the path of a file with one. Pure. */
export const isKnown = (names: ReadonlySet<string>, name: string): boolean =>
  names.has(name) || names.has(name.replace(/_FILE$/, ''));

/** The lines that a page has an operator type, in one of the ways: the first block under the heading that begins so. */
export async function walk(heading: string, page = 'deploy/README.md'): Promise<readonly string[]> {
  const [, section = ''] = (await read(page)).split(`\n### ${heading}`);
  const [, block = ''] = section.split(/^```$/m);
  return block.split('\n').filter((line) => line !== '');
}
