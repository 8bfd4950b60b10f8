import { defineConfig } from '@playwright/test';
import { runSettings } from './support/run-settings.ts';

const usual = await runSettings('tests');
const results = process.env['PLAYWRIGHT_RESULTS'];
// A machine that checks every change tries what failed once more.
const isChecking = process.env['CI'] !== undefined;
const HTTP_LONGEST = ['http/restore.spec.ts', 'http/faults.spec.ts', 'http/treasury.spec.ts', 'http/launcher.spec.ts'];
const isWhole = process.env['WHOLE_TRACE'] === 'true';

export default defineConfig({
  ...usual,
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
  retries: isChecking ? 1 : 0,
  reporter: results === undefined ? [['list']] : [['list'], ['json', { outputFile: results }]],
  use: {
    ...usual.use,
    // What was done and asked, when; the page after each step and a film cost time, and come where somebody asks for them.
    // To keep a trace of each test until it is known to be good costs time too: where there is a second try, that one is traced.
    trace: { mode: isChecking ? 'on-first-retry' : 'retain-on-failure', screenshots: isWhole, snapshots: isWhole },
    screenshot: 'only-on-failure',
  },
});
