import { test as base } from '@playwright/test';
import { findStage, setStage, type Stage } from './stage.ts';

/** A test on a stage that no test changes: the run's where SCREENS_STAGE names its file, else the worker's own. */
export const test = base.extend<object, { stage: Stage }>({
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
});

export { expect } from '@playwright/test';
