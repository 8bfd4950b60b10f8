import { test as base } from '../support/fixtures.ts';
import { createWorld, type World } from './world.ts';

/** A test with a world of people and orders, made once for all tests of a worker. */
export const test = base.extend<object, { world: World }>({
  world: [
    async ({ product }, use) => {
      await use(await createWorld(product));
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect } from '@playwright/test';
