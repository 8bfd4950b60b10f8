import { test as base } from '@playwright/test';
import { type Product, startProduct } from './product.ts';

/** A test of the built product. One product serves all tests of a worker that leave it as healthy as they found it. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // Playwright reads which fixtures are needed off the first parameter's pattern.
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect } from '@playwright/test';
