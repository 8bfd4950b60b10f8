import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findChromium } from './support/browser.ts';

const results = process.env['PLAYWRIGHT_RESULTS'];

export default defineConfig({
  testMatch: ['http/**/*.spec.ts', 'browser/**/*.spec.ts'],
  outputDir: 'test-results',
  workers: 2,
  forbidOnly: true,
  timeout: 90_000,
  // How long a machine that does other things besides may take; what is right is right at once.
  expect: { timeout: 15_000 },
  reporter: results === undefined ? [['list']] : [['list'], ['json', { outputFile: results }]],
  use: {
    launchOptions: { executablePath: await findChromium(), args: BROWSER_FLAGS },
    // Without a film: the trace has the page after each step, and drawing pictures of all others costs time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 15_000,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  },
});
