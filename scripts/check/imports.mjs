import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/**
 * @typedef {object} Import
 * @property {string} from the importing file, below the root
 * @property {string} to the imported file below the root, or `npm:<package>`, or `node:<module>`
 * @property {boolean} isThere whether a file of ours is really there
 */

const SOURCE = /\.(?:ts|tsx|mjs|cjs)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);

/**
 * @param {string} root
 * @param {string} folder below it
 * @returns {Promise<string[]>} source files below the root
 */
export async function sourceFiles(root, folder) {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries
      .filter(({ name }) => !SKIPPED.has(name) && !name.startsWith('.'))
      .map(async (entry) => {
        const path = posix.join(folder, entry.name);
        if (entry.isDirectory()) return sourceFiles(root, path);
        return SOURCE.test(path) ? [path] : [];
      }),
  );
  return found.flat();
}

/**
 * The imports of a file, as written: static, type-only, re-exports, or dynamic with a fixed text. Throws
 * where the file can't be read as source.
 * @param {string} file
 * @param {string} source
 * @returns {string[]}
 */
export function importedBy(file, source) {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start, end));
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...dynamic.flatMap((text) => /^(['"])(?<path>.*)\1$/.exec(text)?.groups?.['path'] ?? []),
  ];
}

/** The workspaces that are programs; the others are packages. */
const APPS = new Set(['server', 'sandbox', 'web', 'keys']);

/**
 * The target of an import. The workspace's packages have one entry each, except testkit, which is imported file by
 * file; testkit imports a program's code by its file.
 * @param {string} from
 * @param {string} request
 */
export function target(from, request) {
  const path = request.split('?', 1)[0] ?? request;
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  const { name, file } = /^@kobogate\/(?<name>[\w-]+)(?:\/(?<file>.+))?$/.exec(path)?.groups ?? {};
  if (name !== undefined && APPS.has(name)) return `apps/${name}/${file}`;
  if (name !== undefined) return `packages/${name}/src/${file ?? 'index.ts'}`;
  if (path.startsWith('node:')) return path;
  const scope = path.startsWith('@') ? 2 : 1;
  return `npm:${path.split('/').slice(0, scope).join('/')}`;
}

/**
 * Every import of the source files in some folders.
 * @param {string} root
 * @param {readonly string[]} folders below it
 * @returns {Promise<Import[]>}
 */
export async function readImports(root, folders) {
  const files = (await Promise.all(folders.map((folder) => sourceFiles(root, folder)))).flat();
  const found = await Promise.all(
    files.map(async (from) => {
      const requests = importedBy(from, await readFile(join(root, from), 'utf8'));
      return [...new Set(requests)].map((request) => {
        const to = target(from, request);
        return { from, to, isThere: to.includes(':') || existsSync(join(root, to)) };
      });
    }),
  );
  return found.flat();
}
