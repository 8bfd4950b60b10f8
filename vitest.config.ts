import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // As many as the cores of a small machine: `npm test` runs the built product's tests beside them.
    maxWorkers: 2,
    projects: ['packages/*', 'apps/*', 'simulate', { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } }],
  },
});
