import { defineConfig } from '@playwright/test';
import { runSettings, WORKERS } from './support/run-settings.ts';

const usual = await runSettings('tests');
const results = process.env['PLAYWRIGHT_RESULTS'];
// A machine that checks every change retries a failed test once.
const isChecking = process.env['CI'] !== undefined;
const HTTP_LONGEST = ['signer', 'restore', 'faults', 'treasury', 'treasury-chains', 'treasury-desk', 'launcher'].map(
  (name) => `http/${name}.spec.ts`,
);
const isWhole = process.env['WHOLE_TRACE'] === 'true';

export default defineConfig({
  ...usual,
  globalSetup: './support/template.ts',
  // Tests over HTTP wait for chains, banks and clocks for a third of their time: those in a browser use the processor in that time.
  workers: WORKERS + 2,
  projects: [
    // The longest tests come first: started last, they would leave the other workers without work for a minute.
    { name: 'http-longest', workers: 3, testMatch: HTTP_LONGEST, outputDir: 'test-results/http-longest' },
    {
      name: 'http',
      workers: 2,
      testMatch: ['http/**/*.spec.ts'],
      testIgnore: HTTP_LONGEST,
      outputDir: 'test-results/http',
    },
    {
      name: 'browser',
      workers: WORKERS,
      // In the order of their paths: the many small tests of `screens/` come last, and no worker waits for another at
      // the end.
      testMatch: ['browser/**/*.spec.ts', 'screens/**/*.spec.ts'],
      outputDir: 'test-results/browser',
    },
  ],
  retries: isChecking ? 1 : 0,
  reporter: results === undefined ? [['list']] : [['list'], ['json', { outputFile: results }]],
  use: {
    ...usual.use,
    // Actions and requests with their times; screenshots of each step and a video cost time, and are on request.
    // Keeping a trace of each test until it passes costs time too: where there is a second try, that one is traced.
    trace: { mode: isChecking ? 'on-first-retry' : 'retain-on-failure', screenshots: isWhole, snapshots: isWhole },
    screenshot: 'only-on-failure',
  },
});
