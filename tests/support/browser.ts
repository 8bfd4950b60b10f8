import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** Flags without which Chromium asks the outside world for things, or can't run as root. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** What the browser's programs share at once, generously; a container often has 64 MB. */
const SHARED_MEMORY_BYTES = 2 ** 30;

/**
 * Flags of Playwright's that only cost here. Where the system's shared memory has room, the browser's programs use it: as
 * files in the folder for temporary files, which the flag has them use, it takes a seventh of a test's processor time.
 */
export async function needlessFlags(): Promise<string[]> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= SHARED_MEMORY_BYTES ? ['--disable-dev-shm-usage'] : [];
}

/** The one that an npm package carries, of a fixed version; '' where it can't run. */
async function packagedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return '';
  // The package unpacks the shared libraries that a bare machine lacks only where it believes to be on Lambda.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

/**
 * The browser for tests: CHROMIUM_PATH, else the one that comes with the dependencies, which is the same everywhere and
 * takes a quarter less time than a distribution's, else the system's. Pictures and measurements are for people, so they
 * take the system's first, which has fonts as people's devices do. Throws a sentence where there is none.
 */
export async function findChromium(purpose: 'tests' | 'people' = 'tests'): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which is not there.`);
  }
  if (purpose === 'people' && existsSync(SYSTEM_CHROMIUM)) return SYSTEM_CHROMIUM;
  const found = [await packagedChromium().catch(() => ''), SYSTEM_CHROMIUM].find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error('There is no Chromium for the browser tests: install one and name it in CHROMIUM_PATH.');
}
