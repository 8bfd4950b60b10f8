import { defineConfig } from '@playwright/test';
import { runSettings } from './support/run-settings.ts';

/** Takes a picture of every screen: `npm run screenshots`. */
export default defineConfig({
  ...(await runSettings('people')),
  projects: [{ name: 'screenshots', testMatch: ['screens/take-screenshots.ts'] }],
  reporter: [['line']],
});
