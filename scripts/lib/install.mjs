import { readFile } from 'node:fs/promises';
import { execute, mustExecute } from './commands.mjs';
import { inRoot } from './paths.mjs';
import { Refusal, step } from './steps.mjs';

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} Locked */

/**
 * What is needed: `product` builds and runs it, `all` tests, checks and measures it too.
 * @typedef {'product' | 'all'} Need
 */

/** Said at each installation, as NODE_ENV and npm's own settings would decide otherwise. */
const FLAGS = {
  product: ['--omit=dev', '--include=optional'],
  all: ['--include=dev', '--include=optional'],
};

/**
 * Whether the installed packages differ from the lockfile. npm writes its own record last, so an interrupted
 * installation counts as none. Optional packages are for other machines; a workspace's link has no version. Pure.
 * @param {Record<string, Locked>} wanted the lockfile's packages by folder
 * @param {Record<string, Locked> | undefined} installed npm's record inside node_modules; undefined where there is none
 * @param {Need} need
 * @returns {boolean}
 */
export function isOutOfDate(wanted, installed, need) {
  if (installed === undefined) return true;
  return Object.entries(wanted).some(([folder, { version, optional, dev, devOptional }]) => {
    const isNeeded = optional !== true && (need === 'all' || (dev !== true && devOptional !== true));
    const found = installed[folder];
    if (!folder.includes('node_modules/') || !isNeeded) return false;
    return found === undefined || found.version !== version;
  });
}

/**
 * How to install what is needed, as arguments of npm; null where it is there. Where the product's own packages are there, the
 * others are added beside them: a product that runs from this folder must not lose its files. What was installed for
 * tests stays up to date with the rest. Pure.
 * @param {Record<string, Locked>} wanted
 * @param {Record<string, Locked> | undefined} installed
 * @param {Need} need
 * @returns {readonly string[] | null}
 */
export function installation(wanted, installed, need) {
  if (!isOutOfDate(wanted, installed, need)) return null;
  const hasTools = Object.entries(wanted).some(
    ([folder, { dev }]) => dev === true && installed?.[folder] !== undefined,
  );
  if (isOutOfDate(wanted, installed, 'product')) return ['ci', ...FLAGS[hasTools ? 'all' : need]];
  return ['install', '--no-save', ...FLAGS.all];
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, Locked> | undefined>}
 */
async function readPackages(file) {
  const text = await readFile(inRoot(file), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text).packages;
}

/**
 * Installs the dependencies exactly as the lockfile has them, where they are missing or differ.
 * @param {Need} need
 */
export async function ensureInstalled(need) {
  const wanted = (await readPackages('package-lock.json')) ?? {};
  const how = installation(wanted, await readPackages('node_modules/.package-lock.json'), need);
  if (how === null) return;
  const npm = process.env['npm_execpath'];
  const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  const what = how[0] === 'ci' ? 'installing the dependencies' : 'installing what tests need';
  await step(what, async () => {
    const { code, output } = await execute(program, [...first, ...how, ...quietly]);
    if (code === 0) return;
    if (!output.includes('EUSAGE')) throw new Refusal(`${output.trim()}\n\nInstalling failed; npm's output is above.`);
    // The lockfile was made where some optional packages for other machines were not available. Where they are, npm's
    // strict way refuses it; the other one takes the same versions by the same hashes and adds the optional ones.
    const flags = how.filter((word) => word.startsWith('--'));
    await mustExecute('Installing', program, [...first, 'install', '--no-save', ...flags, ...quietly]);
  });
}
