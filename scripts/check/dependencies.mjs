import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string | string[],
 * dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 * optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 * peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 */
/** @typedef {{ readonly name: string, readonly part: string, readonly folders: readonly string[] }} Dependency */
/** @typedef {{ readonly packages: number, readonly megabytes: number | null }} Weight null: not measured */

export const TABLE = 'docs/dependencies.md';
const OWN = '@kobogate/';
const PRODUCT = 'product';
const TOOLS = 'tests';
/** Sizes are those of this platform, and compared on it alone. */
const PLATFORM = { os: 'linux', cpu: 'x64', libc: 'glibc' };
/** How far a size may be from the table's: packages are counted exactly. */
const TOLERANCE = { megabytes: 1, part: 0.15 };

/** @type {(locked: Locked) => boolean} */
const isForPlatform = ({ os, cpu, libc }) =>
  (os === undefined || os.includes(PLATFORM.os)) &&
  (cpu === undefined || cpu.includes(PLATFORM.cpu)) &&
  (libc === undefined || libc.includes(PLATFORM.libc));

/**
 * The folder of the package that `name` means to a package in `from`: the nearest one above it.
 * @param {Record<string, Locked>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | null}
 */
export function resolveFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const found = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[found] !== undefined) return found;
    if (folder === '') return null;
  }
}

/** @type {(locked: Locked) => string[]} */
const needs = ({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) => [
  ...Object.keys({ ...dependencies, ...optionalDependencies }),
  ...Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
];

/**
 * Everything that comes with a package, itself included, on the table's platform. Pure.
 * @param {Record<string, Locked>} packages
 * @param {string} folder
 * @param {(locked: Locked, folder: string) => boolean} [isThere] for another platform
 * @returns {string[]}
 */
export function closure(packages, folder, isThere = isForPlatform) {
  const found = new Set([folder]);
  for (const each of found) {
    for (const name of needs(packages[each] ?? {})) {
      const next = resolveFrom(packages, each, name);
      const locked = next === null ? undefined : packages[next];
      if (next !== null && locked !== undefined && locked.link !== true && isThere(locked, next)) found.add(next);
    }
  }
  return [...found];
}

/**
 * What the workspaces depend on, once each, by name: for the product, or for tests, checks and benches only, with the
 * folders of all packages that it brings. Pure.
 * @param {Record<string, Locked>} packages of package-lock.json, by folder
 * @returns {Dependency[]}
 */
export function directDependencies(packages) {
  const workspaces = Object.entries(packages).filter(([folder]) => !folder.includes('node_modules/'));
  /** @type {Map<string, string>} */
  const folders = new Map();
  for (const [workspace, { dependencies, devDependencies }] of workspaces) {
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const folder = name.startsWith(OWN) ? null : resolveFrom(packages, workspace, name);
      if (folder !== null) folders.set(name, folder);
    }
  }
  return [...folders]
    .map(([name, folder]) => ({
      name,
      part: packages[folder]?.dev === true ? TOOLS : PRODUCT,
      folders: closure(packages, folder),
    }))
    .toSorted((left, right) => left.part.localeCompare(right.part) || left.name.localeCompare(right.name));
}

/**
 * The folders that are installed for the product, and those that are installed for tests besides. Pure.
 * @param {Record<string, Locked>} packages
 */
export function installedFolders(packages) {
  const all = Object.entries(packages).filter(
    ([folder, locked]) => folder.includes('node_modules/') && locked.link !== true && isForPlatform(locked),
  );
  const isOf = (/** @type {boolean} */ dev) =>
    all.filter(([, locked]) => (locked.dev === true) === dev).map(([folder]) => folder);
  return { [PRODUCT]: isOf(false), [TOOLS]: isOf(true) };
}

const ROW =
  /^\| (?<name>[^|]+?) +\| (?<part>product|tests) +\| +(?<packages>\d+) +\| +(?<megabytes>\d+) +\| (?<why>[^|]*?) +\|$/;
const row = (/** @type {string} */ name, /** @type {string} */ part, /** @type {Weight} */ { packages, megabytes }) =>
  `${name} | ${part} | ${packages} | ${megabytes ?? 'its size'} | what for`;

/**
 * Where the table and the lockfile disagree: a dependency without a row or a reason, a row without a dependency, another
 * part, another number of packages, another size. Pure.
 * @param {string} text of the table's file
 * @param {ReadonlyMap<string, { readonly part: string } & Weight>} wanted by name
 * @returns {string[]}
 */
export function dependencyProblems(text, wanted) {
  /** @type {Map<string, Record<string, string>>} */
  const rows = new Map();
  for (const line of text.split('\n')) {
    const found = ROW.exec(line)?.groups;
    if (found?.['name'] !== undefined) rows.set(found['name'], found);
  }
  const problems = [...rows.keys()]
    .filter((name) => !wanted.has(name))
    .map((name) => `${TABLE} has a row for ${name}, which nothing depends on`);
  for (const [name, { part, ...weight }] of wanted) {
    const found = rows.get(name);
    const should = row(name, part, weight);
    if (found === undefined) problems.push(`${TABLE} has no row for ${name}: ${should}`);
    else if (found['part'] !== part || Number(found['packages']) !== weight.packages || isOff(found, weight))
      problems.push(`${TABLE}: ${name} should be ${should}`);
    else if (found['why'] === '') problems.push(`${TABLE} does not say what ${name} is for`);
  }
  return problems;
}

/** @type {(found: Record<string, string>, weight: Weight) => boolean} */
const isOff = (found, { megabytes }) =>
  megabytes !== null &&
  Math.abs(Number(found['megabytes']) - megabytes) > Math.max(TOLERANCE.megabytes, megabytes * TOLERANCE.part);

/** The bytes of a package without those that lie inside it. @type {(folder: string) => Promise<number>} */
async function bytesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' ? 0 : bytesOf(path);
      return entry.isFile() ? (await stat(path)).size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The table's text, and what should be in it: measured where this is its platform. */
export async function readDependencies() {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'));
  const isMeasured = process.platform === PLATFORM.os && process.arch === PLATFORM.cpu;
  /** @type {Map<string, number>} */
  const bytes = new Map();
  const weigh = async (/** @type {readonly string[]} */ folders) => {
    if (!isMeasured) return { packages: folders.length, megabytes: null };
    let sum = 0;
    for (const folder of folders) {
      const size = bytes.get(folder) ?? (await bytesOf(inRoot(folder)));
      bytes.set(folder, size);
      sum += size;
    }
    return { packages: folders.length, megabytes: Math.round(sum / 1e6) };
  };
  /** @type {Map<string, { part: string } & Weight>} */
  const wanted = new Map();
  for (const { name, part, folders } of directDependencies(packages)) {
    wanted.set(name, { part, ...(await weigh(folders)) });
  }
  for (const [part, folders] of Object.entries(installedFolders(packages))) {
    wanted.set(`all for ${part}`, { part, ...(await weigh(folders)) });
  }
  const text = await readFile(inRoot(TABLE), 'utf8');
  return { text, wanted };
}
