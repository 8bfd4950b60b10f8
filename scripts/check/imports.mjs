import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isNode, list, moduleOf, nameOf, statementsOf, walk } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */
/**
 * @typedef {object} Import
 * @property {string} from the importing file, below the root
 * @property {string} to the imported file below the root, or `npm:<package>`, `node:<module>`, `COMPUTED`
 * @property {boolean} isThere whether a file of ours is really there
 */

const SOURCE = /\.(?:ts|tsx|mjs|cjs)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'test-results', 'playwright-report']);

/**
 * @param {string} root
 * @param {string} folder below it
 * @returns {Promise<string[]>} source files below the root
 */
async function sourceFiles(root, folder) {
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

/** A module that is loaded by a path that the code computes. */
export const COMPUTED = 'computed:path';
/** What else may name a module than an import or export at the top of a file. */
const MAY_NAME = /\bimport\s*\(|\bimport\.meta\.resolve\b|\bnew URL\s*\(|\brequire\b/;

/** The text of a literal, or of a template without parts. @type {(node: unknown) => string | null} */
function textOf(node) {
  if (!isNode(node)) return null;
  if (node.type === 'TSLiteralType') return textOf(node['literal']);
  if (node.type === 'TemplateLiteral' && list(node['expressions']).length === 0)
    return Object(Object(list(node['quasis'])[0])['value']).cooked ?? null;
  return node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : null;
}

/**
 * Whether a call looks a module up: `require(…)`, `require.resolve(…)`, `import.meta.resolve(…)`.
 * @type {(callee: unknown) => boolean}
 */
function looksUp(callee) {
  if (!isNode(callee)) return false;
  if (callee.type !== 'MemberExpression') return nameOf(callee) === 'require';
  const { object } = callee;
  const isOfModule = isNode(object) && (object.type === 'MetaProperty' || nameOf(object) === 'require');
  return isOfModule && nameOf(callee['property']) === 'resolve';
}

/**
 * The module that a node names where it is no import or export at the top of a file: loaded at run time, a type's, looked up, or a
 * file beside this one, such as a worker's.
 * @type {(node: import('./syntax.mjs').Node) => readonly string[]}
 */
function namedBy(node) {
  if (node.type === 'ImportExpression') return [textOf(node['source']) ?? COMPUTED];
  const isURL = node.type === 'NewExpression' && nameOf(node['callee']) === 'URL';
  const isCall = node.type === 'CallExpression' && looksUp(node['callee']);
  const named = node.type === 'TSImportType' ? node['source'] : isURL || isCall ? list(node['arguments'])[0] : null;
  const text = textOf(named);
  if (text === null) return [];
  return isURL && !/^\..*\.tsx?$/.test(text) ? [] : [text];
}

/**
 * The modules that a file names inside its code: at run time (`COMPUTED` where the path is not written out), by a type's `import(…)`,
 * `require`, and the URL of a source file.
 * @param {Source} source
 * @returns {string[]}
 */
export const namedInside = (source) =>
  MAY_NAME.test(source.source) ? walk(statementsOf(source)).flatMap(namedBy) : [];

/**
 * The modules that a file names, in any form: static, type-only, re-exports, and inside its code. Throws where the file can't be read
 * as source.
 * @param {Source} source
 * @returns {string[]}
 */
export function importedBy(source) {
  const { staticImports, staticExports } = moduleOf(source);
  return [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest === null ? [] : [moduleRequest.value])),
    ),
    ...namedInside(source),
  ];
}

/** The workspaces that are programs; the others are packages. */
const APPS = new Set(['server', 'sandbox', 'web', 'keys']);

/**
 * The target of an import. The workspace's packages have one entry each, except testkit, which is imported file by
 * file; testkit imports a program's code by its file.
 * @param {string} from
 * @param {string} request
 * @returns {string}
 */
export function target(from, request) {
  const path = request.split('?', 1)[0] ?? request;
  if (path === COMPUTED) return path;
  if (path.startsWith('.')) {
    const file = posix.join(posix.dirname(from), path);
    // A workspace can be reached by its link, too.
    const linked = /(?:^|\/)node_modules\/(?<package>.+)$/.exec(file)?.groups?.['package'];
    return linked === undefined ? file : target(from, linked);
  }
  const { name, file } = /^@kobogate\/(?<name>[\w-]+)(?:\/(?<file>.+))?$/.exec(path)?.groups ?? {};
  if (name !== undefined && APPS.has(name)) return posix.join('apps', name, file ?? '');
  if (name !== undefined) return posix.join('packages', name, 'src', file ?? 'index.ts');
  if (path.startsWith('node:')) return path;
  const scope = path.startsWith('@') ? 2 : 1;
  return `npm:${path.split('/').slice(0, scope).join('/')}`;
}

/**
 * Every import of some source files.
 * @param {string} root
 * @param {readonly Source[]} sources below it
 * @returns {Import[]}
 */
export const importsOf = (root, sources) =>
  sources.flatMap((source) =>
    [...new Set(importedBy(source))].map((request) => {
      const to = target(source.path, request);
      return { from: source.path, to, isThere: to.includes(':') || existsSync(join(root, to)) };
    }),
  );

/**
 * Reads the source files in some folders.
 * @param {string} root
 * @param {readonly string[]} folders below it
 * @returns {Promise<Source[]>}
 */
export async function readSources(root, folders) {
  const paths = (await Promise.all(folders.map((folder) => sourceFiles(root, folder)))).flat();
  return Promise.all(paths.map(async (path) => ({ path, source: await readFile(join(root, path), 'utf8') })));
}
