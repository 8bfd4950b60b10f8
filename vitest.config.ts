import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One more than the cores of a small machine: some files wait for a clock or for a program that they started.
    maxWorkers: 3,
    projects: [
      // The files of a worker share its modules: loading them for each file takes as long as the tests. None keeps state in one.
      { test: { name: 'packages', include: ['packages/**/*.test.ts'], isolate: false } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], isolate: false } },
      'apps/*',
      'simulate',
    ],
  },
});
