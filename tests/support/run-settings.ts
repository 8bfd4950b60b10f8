import type { PlaywrightTestConfig } from '@playwright/test';
import { BROWSER_FLAGS, findChromium, needlessFlags } from './browser.ts';

// A processor that plays a graphics card costs more than drawing without one.
const NO_GPU = '--disable-gpu';

/** What tests and pictures have in common: the browser for the purpose, how many at once, and how long is waited for what. */
export async function runSettings(purpose: 'tests' | 'people') {
  return {
    // Twice the two cores that we reckon with: one that waits for a chain or a bank needs none.
    workers: 4,
    forbidOnly: true,
    timeout: 180_000,
    // How long a machine that does other things besides may take; what is right is right at once.
    expect: { timeout: 30_000 },
    use: {
      launchOptions: {
        executablePath: await findChromium(purpose),
        args: [...BROWSER_FLAGS, NO_GPU],
        ignoreDefaultArgs: await needlessFlags(),
      },
      actionTimeout: 30_000,
      locale: 'en-NG',
      timezoneId: 'Africa/Lagos',
    },
  } satisfies PlaywrightTestConfig;
}
