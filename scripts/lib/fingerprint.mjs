import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

const NOT_SOURCES = new Set(['dist', 'node_modules', 'coverage', 'README.md', 'vitest.config.ts']);
/** What a build writes among the sources. */
const WRITTEN = new Set([join(ROOT, 'apps/web/src/ui/fonts')]);
const isTest = (/** @type {string} */ name) => /\.test\.tsx?$/.test(name);

/**
 * @param {string} folder absolute
 * @returns {Promise<string[]>} absolute paths of all files that go into a build
 */
async function sourcesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !NOT_SOURCES.has(name) && !name.startsWith('.') && !isTest(name))
      .filter(({ name }) => !WRITTEN.has(join(folder, name)))
      .map(async (entry) => (entry.isDirectory() ? sourcesIn(join(folder, entry.name)) : [join(folder, entry.name)])),
  );
  return found.flat();
}

/**
 * A hash of everything that a build depends on: names and contents of the sources in `folders`, and the
 * dependencies' versions. Tests and documents don't count.
 * @param {readonly string[]} folders below the root
 * @param {string} [root]
 * @returns {Promise<string>}
 */
export async function fingerprint(folders, root = ROOT) {
  const inFolders = await Promise.all(folders.map((folder) => sourcesIn(join(root, folder))));
  const files = [...inFolders.flat(), join(root, 'package-lock.json'), join(root, 'tsconfig.base.json')].toSorted();
  const contents = await Promise.all(files.map((file) => readFile(file)));
  const hash = createHash('sha256');
  files.forEach((file, index) => {
    hash.update(`${file.slice(root.length)}\0${contents[index]?.length}\0`);
    hash.update(contents[index] ?? '');
  });
  return hash.digest('hex');
}
