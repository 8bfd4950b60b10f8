import { existsSync } from 'node:fs';
import { readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

/** Flags without which Chromium calls outside servers, or can't run as root. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/** What the browser's processes share at once, generously; a container often has 64 MB. */
const SHARED_MEMORY_BYTES = 2 ** 30;

/**
 * Playwright's flags that only cost time here. Where the system's shared memory is large enough, the browser uses it:
 * with files in the temporary folder instead, which the flag selects, a test takes a seventh more processor time.
 */
export async function needlessFlags(): Promise<string[]> {
  const { bavail, bsize } = await statfs('/dev/shm').catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= SHARED_MEMORY_BYTES ? ['--disable-dev-shm-usage'] : [];
}

/**
 * Names the fonts of an npm package's Chromium where they are. Its own list names a folder below `/tmp`, and with temporary files
 * elsewhere the browser would have no font, draw no text, and end by itself. A list that is right already is left: a browser may be reading it.
 */
async function nameFonts(folder: string): Promise<void> {
  const file = join(folder, 'fonts.conf');
  const list = `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`;
  if ((await readFile(file, 'utf8')) !== list) await writeFile(file, list);
}

/** The Chromium of an npm package, of a fixed version; '' where it can't run. */
async function packagedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return '';
  // The package unpacks the shared libraries that a bare machine lacks only where it believes that it runs on Lambda.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const fonts = join(tmpdir(), 'fonts');
  // Where a browser is there already the package does not look for its fonts.
  if (!existsSync(join(fonts, 'fonts.conf')))
    await Promise.all([join(tmpdir(), 'chromium'), fonts].map((part) => rm(part, { recursive: true, force: true })));
  const path = await chromium.executablePath();
  await nameFonts(fonts);
  return path;
}

/**
 * The browser for tests: CHROMIUM_PATH, else the one that comes with the dependencies, which is the same everywhere and
 * takes a quarter less time than a distribution's, else the system's. Screenshots and measurements are for people, so
 * they use the system's first, which has fonts as users' devices do. Throws a sentence where there is none.
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
