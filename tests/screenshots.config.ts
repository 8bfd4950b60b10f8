import { defineConfig } from '@playwright/test';
import usual from './playwright.config.ts';
import { findChromium } from './support/browser.ts';

/** Takes a picture of every screen: `npm run screenshots`. */
export default defineConfig({
  ...usual,
  projects: [{ name: 'screenshots', testMatch: ['screens/take-screenshots.ts'] }],
  reporter: [['line']],
  use: {
    ...usual.use,
    launchOptions: { ...usual.use?.launchOptions, executablePath: await findChromium('people') },
    trace: 'off',
    screenshot: 'off',
  },
});
