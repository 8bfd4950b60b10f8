import { type BrowserContext, test as base } from '@playwright/test';
import { findStage, setStage, type Stage } from './stage.ts';

/** A test on a stage that no test changes: the run's where SCREENS_STAGE names its file, else the worker's own. */
export const test = base.extend<object, { stage: Stage; profile: BrowserContext }>({
  stage: [
    // Playwright reads which fixtures are needed off the first parameter's pattern.
    async ({}, use) => {
      const file = process.env['SCREENS_STAGE'];
      if (file !== undefined) return use(await findStage(file));
      const { stage, stop } = await setStage();
      await use(stage);
      await stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  profile: [
    async ({ browser, stage }, use) => {
      const profile = await browser.newContext();
      // Stays open, so that the process of all pages of the site does (`ONE_PROCESS`).
      await (await profile.newPage()).goto(`${stage.origin}/robots.txt`);
      await use(profile);
      await profile.close();
    },
    { scope: 'worker' },
  ],
  // A page of its own in a profile that is emptied: a new profile for each screen would take a tenth longer.
  page: async ({ profile }, use, { errors }) => {
    const page = await profile.newPage();
    await use(page);
    // A failure ends the worker and its profile, and may leave a page that stores nothing.
    if (errors.length > 0) return;
    await page.evaluate(() => localStorage.clear());
    await page.close();
    await profile.clearCookies();
  },
});

export { expect } from '@playwright/test';
