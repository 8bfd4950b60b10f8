import { defineConfig } from '@playwright/test';
import { BROWSER_FLAGS, findChromium } from './support/browser.ts';

// A processor that plays a graphics card costs more than drawing without one.
const NO_GPU = '--disable-gpu';
const results = process.env['PLAYWRIGHT_RESULTS'];
// A machine that checks every change tries what failed once more.
const isChecking = process.env['CI'] !== undefined;
const HTTP_LONGEST = ['http/faults.spec.ts', 'http/treasury.spec.ts', 'http/launcher.spec.ts'];
const isWhole = process.env['WHOLE_TRACE'] === 'true';

export default defineConfig({
  projects: [
    // What takes longest comes first: begun last, it would leave the other workers without work for a minute.
    { name: 'http-longest', testMatch: HTTP_LONGEST, outputDir: 'test-results/http-longest' },
    { name: 'http', testMatch: ['http/**/*.spec.ts'], testIgnore: HTTP_LONGEST, outputDir: 'test-results/http' },
    {
      name: 'browser',
      // In the order of their paths: the many small tests of `screens/` come last, and no worker waits for another at the end.
      testMatch: ['browser/**/*.spec.ts', 'screens/**/*.spec.ts'],
      outputDir: 'test-results/browser',
    },
  ],
  // More than the two cores that we reckon with: one that waits for a chain or a bank needs none.
  workers: 3,
  forbidOnly: true,
  retries: isChecking ? 1 : 0,
  timeout: 180_000,
  // How long a machine that does other things besides may take; what is right is right at once.
  expect: { timeout: 30_000 },
  reporter: results === undefined ? [['list']] : [['list'], ['json', { outputFile: results }]],
  use: {
    launchOptions: { executablePath: await findChromium(), args: [...BROWSER_FLAGS, NO_GPU] },
    // What was done and asked, when; the page after each step and a film cost time, and come where somebody asks for them.
    // To keep a trace of each test until it is known to be good costs time too: where there is a second try, that one is traced.
    trace: { mode: isChecking ? 'on-first-retry' : 'retain-on-failure', screenshots: isWhole, snapshots: isWhole },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  },
});
