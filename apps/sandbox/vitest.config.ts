import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['@kobogate/testkit/sandbox/setup.ts'],
    // The files of a worker share its modules, the chains' libraries, which take as long to load as the tests to run. None keeps state in one,
    // and what a test puts in the place of a function ends with it.
    isolate: false,
    restoreMocks: true,
    // Some start a chain with a node of its own: seconds on a machine that does other things too.
    testTimeout: 60_000,
  },
});
