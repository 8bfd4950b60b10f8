import type { PlaywrightTestConfig } from '@playwright/test';
import { BROWSER_FLAGS, findChromium, needlessFlags } from './browser.ts';

// Emulating a graphics card costs more processor time than drawing without one, and a program of its own for that a fourteenth of each page.
const WITHOUT_GPU = ['--disable-gpu', '--in-process-gpu'];

// A page lives for seconds: the engine's two optimising compilers take more processor time than they save, a quarter of what a page takes.
const WITHOUT_OPTIMISING = '--js-flags=--no-opt,--no-maglev';

// Pages of one profile share a process, and with it what the engine has compiled. Most tests have a profile, and so a process, of their own;
// all screens share one.
const ONE_PROCESS = '--process-per-site';

/** Twice the two cores that we expect: a test that waits for a chain or a bank needs none. */
export const WORKERS = 4;

/** What tests and screenshots have in common: the browser, how many run at once, and the time limits. */
export async function runSettings(purpose: 'tests' | 'people') {
  return {
    workers: WORKERS,
    forbidOnly: true,
    timeout: 180_000,
    // For busy machines; what works, works at once.
    expect: { timeout: 30_000 },
    use: {
      launchOptions: {
        executablePath: await findChromium(purpose),
        args: [...BROWSER_FLAGS, ...WITHOUT_GPU, WITHOUT_OPTIMISING, ONE_PROCESS],
        ignoreDefaultArgs: await needlessFlags(),
      },
      actionTimeout: 30_000,
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
    },
  } satisfies PlaywrightTestConfig;
}
