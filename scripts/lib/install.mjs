import { readFile } from 'node:fs/promises';
import { mustExecute } from './commands.mjs';
import { inRoot } from './paths.mjs';
import { step } from './steps.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} Locked */

/**
 * Whether what is installed is not what the lockfile asks for. npm writes its own record last, so an installation that
 * was broken off counts as none. Optional packages are for other machines. Pure.
 * @param {Record<string, Locked>} wanted the lockfile's packages by folder
 * @param {Record<string, Locked> | undefined} installed npm's record inside node_modules; undefined where there is none
 * @returns {boolean}
 */
export function isOutOfDate(wanted, installed) {
  if (installed === undefined) return true;
  return Object.entries(wanted).some(([folder, { version, optional, link }]) => {
    const isInstalledThere = folder.includes('node_modules/') && link !== true && optional !== true;
    return isInstalledThere && installed[folder]?.version !== version;
  });
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, Locked> | undefined>}
 */
async function readPackages(file) {
  const text = await readFile(inRoot(file), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/** Installs the dependencies exactly as the lockfile has them, where they are missing or others. */
export async function ensureInstalled() {
  const wanted = (await readPackages('package-lock.json')) ?? {};
  if (!isOutOfDate(wanted, await readPackages('node_modules/.package-lock.json'))) return;
  const npm = process.env['npm_execpath'];
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  await step('installing the dependencies', () =>
    // Development dependencies build the product, also where the environment says production.
    mustExecute('Installing', program, [
      ...first,
      'ci',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]),
  );
}
