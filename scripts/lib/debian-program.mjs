import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { execute, mustExecute } from './commands.mjs';
import { inRoot } from './paths.mjs';
import { Refusal, step } from './steps.mjs';

/**
 * A program that some tests run, and that is no package of npm.
 * @typedef {object} Wanted
 * @property {string} what in words
 * @property {string} variable that names one of this machine's own
 * @property {readonly string[]} names by which it may be on the PATH
 * @property {string} from Debian's package
 * @property {string} program its path in that package
 * @property {boolean} [isWhole] whether it runs without what the package needs
 * @property {string} works an argument with which it ends at once where it runs here
 * @property {readonly string[]} tests the paths of the tests that run it
 */

/** @type {readonly Wanted[]} */
export const PROGRAMS = [
  {
    what: 'a Bitcoin daemon',
    variable: 'BITCOIND',
    names: ['bitcoind', 'litecoind'],
    // The only daemon of Bitcoin Core's family that Debian and Ubuntu package: Litecoin's, which answers the same calls.
    from: 'litecoind',
    // The one on the PATH is a script that writes a configuration of its own.
    program: 'usr/lib/litecoin/litecoind',
    works: '-version',
    tests: ['apps/server/src/adapters/chains/bitcoin/real-node.test.ts'],
  },
  {
    what: 'PgBouncer',
    variable: 'PGBOUNCER',
    names: ['pgbouncer'],
    from: 'pgbouncer',
    program: 'usr/sbin/pgbouncer',
    works: '--version',
    tests: ['http/pooler.spec.ts'],
  },
  {
    what: 'Prometheus’ promtool',
    variable: 'PROMTOOL',
    names: ['promtool'],
    from: 'prometheus',
    program: 'usr/bin/promtool',
    isWhole: true,
    works: '--version',
    tests: ['scripts/alerts.test.ts'],
  },
];

/** @typedef {{ path: string } | { path: undefined, why: string }} Found */

/** @type {(path: string) => Promise<boolean>} */
const isThere = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Whether a run of the tests with this filter includes those that use the program. Pure.
 * @param {readonly string[]} files parts of paths; none asks for all
 * @param {Pick<Wanted, 'tests'>} wanted
 */
export const isNeeded = (files, { tests }) =>
  files.length === 0 || files.some((part) => tests.some((path) => path.includes(part)));

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
 * The program: the one that its variable names, one on the PATH, or Debian's package, unpacked once into the project's
 * cache with the libraries that are missing, which needs no root. Where none is available, why not.
 * @param {Wanted} wanted
 * @returns {Promise<Found>}
 */
export async function findProgram(wanted) {
  const named = process.env[wanted.variable];
  if (named !== undefined && named !== '') return { path: named };
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const path of wanted.names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if (await isThere(path)) return { path };
  }
  const cache = inRoot('.cache', wanted.from);
  const path = join(cache, 'run');
  if (await isThere(path)) return { path };
  try {
    await step(`fetching ${wanted.what} for its tests`, () => unpackPackage(wanted, cache));
    return { path };
  } catch (error) {
    const words = error instanceof Refusal || !(error instanceof Error) ? String(error) : error.message;
    return {
      path: undefined,
      why: words.split('\n').find((line) => /^E:|ENOENT/.test(line)) ?? 'it does not run here',
    };
  }
}

/** @type {(wanted: Wanted, cache: string) => Promise<void>} */
async function unpackPackage({ from, program, isWhole = false, works }, cache) {
  await mkdir(dirname(cache), { recursive: true });
  const folder = await mkdtemp(`${cache}-`);
  try {
    const options = await aptOptions(folder, from);
    const debs = join(folder, 'packages');
    await mkdir(debs);
    const missing = isWhole ? [from] : await findMissing(options, from);
    await mustExecute('Fetching', 'apt-get', [...options, 'download', ...missing], { cwd: debs });
    for (const name of await readdir(debs))
      await mustExecute('Unpacking', 'dpkg-deb', ['-x', join(debs, name), folder]);
    const libraries = (await readdir(folder, { recursive: true })).filter((path) => /\.so(?:\.\d+)*$/.test(path));
    const places = [...new Set(libraries.map((path) => join(cache, dirname(path))))].join(':');
    const script = `#!/bin/sh\nLD_LIBRARY_PATH='${places}' exec '${join(cache, program)}' "$@"\n`;
    await writeFile(join(folder, 'run'), script);
    await chmod(join(folder, 'run'), 0o755);
    // A program that does not run as root is started as another user.
    await chmod(folder, 0o755);
    await Promise.all([debs, join(folder, 'lists')].map((path) => rm(path, { recursive: true, force: true })));
    // Another run of the tests may have put it there since: either works.
    await rename(folder, cache).catch(() => undefined);
    await mustExecute('Starting it', join(cache, 'run'), [works]);
  } catch (error) {
    // One that doesn't start is downloaded again.
    await rm(cache, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Where this machine has no list of packages, one is downloaded into the folder, which needs no root either.
 * @param {string} folder
 * @param {string} wanted the package
 */
async function aptOptions(folder, wanted) {
  const patience = [
    '-q',
    '-o',
    'Acquire::Retries=1',
    '-o',
    'Acquire::http::Timeout=20',
    '-o',
    'APT::Sandbox::User=root',
  ];
  if ((await execute('apt-cache', ['show', wanted])).code === 0) return patience;
  const lists = join(folder, 'lists');
  await mkdir(join(lists, 'partial'), { recursive: true });
  const own = [...patience, '-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${lists}`];
  await mustExecute('Fetching the list of packages', 'apt-get', [...own, 'update']);
  return own;
}

/** @type {(options: readonly string[], wanted: string) => Promise<string[]>} */
async function findMissing(options, wanted) {
  const settings = options.filter((word) => word !== '-q');
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`);
  const depends = await execute('apt-cache', [...settings, 'depends', '--recurse', ...kinds, wanted]);
  const installed = await execute('dpkg-query', ['-W', '-f', '${Package} ${Status}\n']);
  return missingPackages(depends.output, installed.output);
}
