import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { execute, mustExecute } from './commands.mjs';
import { inRoot } from './paths.mjs';
import { Refusal, step } from './steps.mjs';

/**
 * The only daemon of Bitcoin Core's family that Debian and Ubuntu package: Litecoin's, which answers the same calls.
 */
const PACKAGE = 'litecoind';
/** The program in its package; the one on the PATH is a script that writes a configuration of its own. */
const PROGRAM = 'usr/lib/litecoin/litecoind';
const CACHE = inRoot('.cache', 'bitcoin-daemon');
const RUNS = join(CACHE, 'run');
const TESTS = 'apps/server/src/adapters/chains/bitcoin/real-node.test.ts';

/** @typedef {{ path: string } | { path: undefined, why: string }} Daemon */

/** @type {(path: string) => Promise<boolean>} */
const isThere = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Whether a run of the tests with this filter includes those that use the daemon. Pure.
 * @param {readonly string[]} files parts of paths; none asks for all
 */
export const needsDaemon = (files) => files.length === 0 || files.some((part) => TESTS.includes(part));

/**
 * The missing packages, from the output of `apt-cache depends --recurse` and the installed ones. Pure.
 * @param {string} depends a package at the beginning of a line, what it needs indented below it
 * @param {string} installed `package status` a line, as `dpkg-query` prints it
 * @returns {string[]}
 */
export function missingPackages(depends, installed) {
  const there = new Set(
    installed.split('\n').flatMap((line) => {
      const [name, ...status] = line.split(' ');
      return status.join(' ') === 'install ok installed' ? [name] : [];
    }),
  );
  const all = depends.split('\n').flatMap((line) => /^([a-z0-9][a-z0-9+.-]*)(?::\S+)?$/.exec(line)?.[1] ?? []);
  return [...new Set(all)].filter((name) => !there.has(name));
}

/**
 * A daemon of Bitcoin Core's family: the one that BITCOIND names, one on the PATH, or Debian's package, unpacked once
 * into the project's cache with the libraries that are missing, which needs no root. Where none is available, why not.
 * @returns {Promise<Daemon>}
 */
export async function bitcoinDaemon() {
  const named = process.env['BITCOIND'];
  if (named !== undefined && named !== '') return { path: named };
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const path of ['bitcoind', 'litecoind'].flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if (await isThere(path)) return { path };
  }
  if (await isThere(RUNS)) return { path: RUNS };
  try {
    await step('fetching a Bitcoin daemon for its tests', unpackPackage);
    return { path: RUNS };
  } catch (error) {
    const words = error instanceof Refusal || !(error instanceof Error) ? String(error) : error.message;
    return {
      path: undefined,
      why: words.split('\n').find((line) => /^E:|ENOENT/.test(line)) ?? 'it does not run here',
    };
  }
}

async function unpackPackage() {
  await mkdir(dirname(CACHE), { recursive: true });
  const folder = await mkdtemp(`${CACHE}-`);
  try {
    const options = await aptOptions(folder);
    const debs = join(folder, 'packages');
    await mkdir(debs);
    await mustExecute('Fetching', 'apt-get', [...options, 'download', ...(await findMissing(options))], { cwd: debs });
    for (const name of await readdir(debs))
      await mustExecute('Unpacking', 'dpkg-deb', ['-x', join(debs, name), folder]);
    const libraries = (await readdir(folder, { recursive: true })).filter((path) => /\.so(?:\.\d+)*$/.test(path));
    const places = [...new Set(libraries.map((path) => join(CACHE, dirname(path))))].join(':');
    const script = `#!/bin/sh\nLD_LIBRARY_PATH='${places}' exec '${join(CACHE, PROGRAM)}' "$@"\n`;
    await writeFile(join(folder, 'run'), script);
    await chmod(join(folder, 'run'), 0o755);
    await Promise.all([debs, join(folder, 'lists')].map((path) => rm(path, { recursive: true, force: true })));
    // Another run of the tests may have put it there since: either works.
    await rename(folder, CACHE).catch(() => undefined);
    await mustExecute('Starting it', RUNS, ['-version']);
  } catch (error) {
    // One that doesn't start is downloaded again.
    await rm(CACHE, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Where this machine has no list of packages, one is downloaded into the folder, which needs no root either.
 * @param {string} folder
 */
async function aptOptions(folder) {
  const patience = [
    '-q',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'APT::Sandbox::User=root',
  ];
  if ((await execute('apt-cache', ['show', PACKAGE])).code === 0) return patience;
  const lists = join(folder, 'lists');
  await mkdir(join(lists, 'partial'), { recursive: true });
  const own = [...patience, '-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${lists}`];
  await mustExecute('Fetching the list of packages', 'apt-get', [...own, 'update']);
  return own;
}

/** @param {readonly string[]} options */
async function findMissing(options) {
  const settings = options.filter((word) => word !== '-q');
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`);
  const depends = await execute('apt-cache', [...settings, 'depends', '--recurse', ...kinds, PACKAGE]);
  const installed = await execute('dpkg-query', ['-W', '-f', '${Package} ${Status}\n']);
  return missingPackages(depends.output, installed.output);
}
