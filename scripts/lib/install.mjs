import { readFile } from 'node:fs/promises';
import { execute, mustExecute } from './commands.mjs';
import { inRoot } from './paths.mjs';
import { Refusal, step } from './steps.mjs';

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} Locked */

/** Development dependencies build the product, also where NODE_ENV is production. */
const ALL_PARTS = ['--include=dev', '--include=optional'];

/**
 * Whether the installed packages differ from the lockfile. npm writes its own record last, so an interrupted
 * installation counts as none. Optional packages are for other machines; a workspace's link has no version. Pure.
 * @param {Record<string, Locked>} wanted the lockfile's packages by folder
 * @param {Record<string, Locked> | undefined} installed npm's record inside node_modules; undefined where there is none
 * @returns {boolean}
 */
export function isOutOfDate(wanted, installed) {
  if (installed === undefined) return true;
  return Object.entries(wanted).some(([folder, { version, optional }]) => {
    const isInstalledThere = folder.includes('node_modules/') && optional !== true;
    const found = installed[folder];
    return isInstalledThere && (found === undefined || found.version !== version);
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

/** Installs the dependencies exactly as the lockfile has them, where they are missing or differ. */
export async function ensureInstalled() {
  const wanted = (await readPackages('package-lock.json')) ?? {};
  if (!isOutOfDate(wanted, await readPackages('node_modules/.package-lock.json'))) return;
  const npm = process.env['npm_execpath'];
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const flags = [...ALL_PARTS, '--no-audit', '--no-fund', '--loglevel=error'];
  await step('installing the dependencies', async () => {
    const { code, output } = await execute(program, [...first, 'ci', ...flags]);
    if (code === 0) return;
    if (!output.includes('EUSAGE')) throw new Refusal(`${output.trim()}\n\nInstalling failed; npm's output is above.`);
    // The lockfile was made where some optional packages for other machines were not available. Where they are, npm's
    // strict way refuses it; the other one takes the same versions by the same hashes and adds the optional ones.
    await mustExecute('Installing', program, [...first, 'install', '--no-save', ...flags]);
  });
}
