import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One more than the cores of a small machine: some files wait for a clock or for a program that they started.
    maxWorkers: 3,
    projects: ['packages/*', 'apps/*', 'simulate', { test: { name: 'scripts', include: ['scripts/**/*.test.ts'] } }],
  },
});
