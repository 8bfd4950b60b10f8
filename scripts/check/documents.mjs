import { readFile } from 'node:fs/promises';
import { inRoot } from '../lib/paths.mjs';
import { ROOMS, WINGS } from './boundaries.mjs';

/** @typedef {{ readonly path: string, readonly text: string | null }} Document null where it is not there */

const MAP = 'ARCHITECTURE.md';
/** What one reads in a quarter of an hour; details are in the rooms and in docs/. */
const MOST_WORDS = 1_800;
const MOST_LINES = 40;
const LONGEST_LINE = 160;

/** The page of each room and wing. */
export const READMES = [
  ...Object.keys(ROOMS).map((room) => `apps/server/src/${room}/README.md`),
  ...Object.keys(WINGS).map((wing) => `apps/web/src/${wing}/README.md`),
];

/**
 * Documents that are too long to be read, or in the wrong place: a map that has grown, a room or wing without its page,
 * or with several. Pure.
 * @param {readonly Document[]} documents
 * @param {readonly string[]} present every README.md below the rooms and wings
 * @returns {string[]}
 */
export function documentProblems(documents, present) {
  const problems = documents.flatMap(({ path, text }) => {
    if (text === null) return [`${path} is not there`];
    if (path === MAP) {
      const words = text.split(/\s+/).filter((word) => word !== '').length;
      return words > MOST_WORDS ? [`${path} has ${words} words, and ${MOST_WORDS} at most are read`] : [];
    }
    const lines = text.trimEnd().split('\n');
    return [
      ...(lines.length > MOST_LINES ? [`${path} has ${lines.length} lines, and ${MOST_LINES} at most are read`] : []),
      ...lines.flatMap((line, index) =>
        line.length > LONGEST_LINE ? [`${path}:${index + 1} is longer than ${LONGEST_LINE} characters`] : [],
      ),
    ];
  });
  const extra = present.filter((path) => !READMES.includes(path));
  return [...problems, ...extra.map((path) => `${path}: a room or wing has one README.md, at its top`)];
}

/**
 * Reads the documents for `documentProblems`.
 * @param {readonly string[]} files of the repository
 * @returns {Promise<[Document[], string[]]>}
 */
export async function readDocuments(files) {
  const read = async (/** @type {string} */ path) => ({
    path,
    text: await readFile(inRoot(path), 'utf8').catch(() => null),
  });
  const documents = await Promise.all([MAP, ...READMES].map(read));
  return [documents, files.filter((path) => /^apps\/(?:server|web)\/src\/.*README\.md$/.test(path))];
}
